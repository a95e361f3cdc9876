//! What the screen and the pointer both need of a Wayland compositor: a connection, its outputs, and
//! a way to wait for its answers.

use crate::geometry::{DesktopPoint, DesktopRect};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::time::{Duration, Instant};
use wayland_client::backend::WaylandError;
use wayland_client::globals::{GlobalList, GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_callback::{self, WlCallback};
use wayland_client::protocol::wl_output::{self, Transform, WlOutput};
use wayland_client::protocol::wl_registry::WlRegistry;
use wayland_client::{
    Connection, Dispatch, EventQueue, Proxy as _, QueueHandle, WEnum, delegate_noop,
};
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_manager_v1::ZxdgOutputManagerV1;
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_v1::{self, ZxdgOutputV1};

/// Whether the session is one of Wayland, where X11's pointer moves only over XWayland's windows
/// and clicks nowhere else, and X11's screen shows nothing else.
pub(crate) fn is_session() -> bool {
    names_wayland(|name| std::env::var(name).ok())
}

fn names_wayland(variable: impl Fn(&str) -> Option<String>) -> bool {
    variable("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty())
        || variable("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland")
}

/// How long a compositor may take to answer. It needs some milliseconds, and a frame's time for a
/// picture; on a machine with every core busy, hundreds.
const ANSWER: Duration = Duration::from_secs(2);

/// What goes wrong with a compositor.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// It cannot be spoken to.
    #[error("the Wayland compositor cannot be reached: {0}")]
    Unreachable(String),
    /// It says nothing.
    #[error("the Wayland compositor has not answered within {} ms", ANSWER.as_millis())]
    Silent,
    /// It knows a protocol too few.
    #[error("the Wayland compositor does not offer {0}")]
    Lacks(&'static str),
}

impl Failure {
    pub(crate) fn unreachable(error: impl ToString) -> Self {
        Self::Unreachable(error.to_string())
    }
}

/// A compositor's output: a monitor, as a rule.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    pub(crate) handle: WlOutput,
    pub(crate) name: String,
    /// Where it lies, in desktop points.
    pub(crate) rect: DesktopRect,
    /// How its pictures are turned before they are shown.
    pub(crate) transform: Transform,
}

/// A connection to the compositor of this session, with what it offers and a queue of its events.
pub(crate) fn connect<State>() -> Result<(Connection, GlobalList, EventQueue<State>), Failure>
where
    State: Dispatch<WlRegistry, GlobalListContents> + 'static,
{
    let connection = Connection::connect_to_env().map_err(Failure::unreachable)?;
    let (globals, queue) = registry_queue_init(&connection).map_err(Failure::unreachable)?;
    Ok((connection, globals, queue))
}

/// Takes the compositor's events until `is_so` holds of the `state` that they lead to.
pub(crate) fn wait_until<State>(
    queue: &mut EventQueue<State>,
    state: &mut State,
    mut is_so: impl FnMut(&State) -> bool,
) -> Result<(), Failure> {
    let end = Instant::now() + ANSWER;
    loop {
        queue.dispatch_pending(state).map_err(Failure::unreachable)?;
        if is_so(state) {
            return Ok(());
        }
        queue.flush().map_err(Failure::unreachable)?;
        // There is none while events wait to be taken.
        let Some(reading) = queue.prepare_read() else { continue };
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Failure::Silent);
        }
        let left = Timespec::try_from(left).map_err(Failure::unreachable)?;
        let descriptor = reading.connection_fd();
        let polled = poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], Some(&left));
        match polled {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => match reading.read() {
                Err(WaylandError::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                read => {
                    read.map_err(Failure::unreachable)?;
                }
            },
            Err(error) => return Err(Failure::unreachable(error)),
        }
    }
}

/// All outputs that show something, in the compositor's order.
pub(crate) fn outputs(
    connection: &Connection,
    globals: &GlobalList,
) -> Result<Vec<Output>, Failure> {
    let mut queue = connection.new_event_queue();
    let handle = queue.handle();
    // From its second version on it tells names.
    let manager: ZxdgOutputManagerV1 =
        globals.bind(&handle, 2..=3, ()).map_err(|_| Failure::Lacks("xdg-output"))?;
    let mut found = Found::default();
    for global in globals.contents().clone_list() {
        if global.interface == WlOutput::interface().name {
            let index = found.outputs.len();
            // Its first two versions tell all that is asked for.
            let version = global.version.min(2);
            let output = globals.registry().bind(global.name, version, &handle, index);
            let _: ZxdgOutputV1 = manager.get_xdg_output(&output, &handle, index);
            found.outputs.push(Output {
                handle: output,
                name: String::new(),
                rect: DesktopRect::zero(),
                transform: Transform::Normal,
            });
        }
    }
    // What an output says of itself comes before the answer to this.
    connection.display().sync(&handle, ());
    wait_until(&mut queue, &mut found, |found| found.is_told)?;
    found.outputs.retain(|output| !output.rect.is_empty());
    Ok(found.outputs)
}

/// The outputs that were found so far.
#[derive(Default)]
struct Found {
    outputs: Vec<Output>,
    is_told: bool,
}

impl Dispatch<WlOutput, usize> for Found {
    fn event(
        found: &mut Self,
        _: &WlOutput,
        event: wl_output::Event,
        index: &usize,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let wl_output::Event::Geometry { transform: WEnum::Value(transform), .. } = event {
            found.outputs[*index].transform = transform;
        }
    }
}

impl Dispatch<ZxdgOutputV1, usize> for Found {
    fn event(
        found: &mut Self,
        _: &ZxdgOutputV1,
        event: zxdg_output_v1::Event,
        index: &usize,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        let output = &mut found.outputs[*index];
        match event {
            zxdg_output_v1::Event::Name { name } => output.name = name,
            zxdg_output_v1::Event::LogicalPosition { x, y } => {
                let corner = DesktopPoint::new(f64::from(x), f64::from(y));
                output.rect = DesktopRect::from_origin_and_size(corner, output.rect.size());
            }
            zxdg_output_v1::Event::LogicalSize { width, height } => {
                let size = euclid::Size2D::new(f64::from(width), f64::from(height));
                output.rect = DesktopRect::from_origin_and_size(output.rect.min, size);
            }
            _ => {}
        }
    }
}

impl Dispatch<WlCallback, ()> for Found {
    fn event(
        found: &mut Self,
        _: &WlCallback,
        _: wl_callback::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        found.is_told = true;
    }
}

delegate_noop!(Found: ZxdgOutputManagerV1);

#[cfg(test)]
mod tests {
    use super::*;

    fn wayland(variables: &[(&str, &str)]) -> bool {
        names_wayland(|name| {
            let value = variables.iter().find(|(variable, _)| *variable == name);
            value.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_wayland_session_is_known_by_either_variable() {
        assert!(wayland(&[("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", ":0")]));
        assert!(wayland(&[("XDG_SESSION_TYPE", "wayland")]));
        assert!(!wayland(&[("XDG_SESSION_TYPE", "x11"), ("DISPLAY", ":0")]));
        assert!(!wayland(&[("WAYLAND_DISPLAY", "")]));
        assert!(!wayland(&[]));
    }
}

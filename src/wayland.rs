//! What the screen and the pointer both need of a Wayland compositor: a connection, its outputs, and
//! a way to wait for its answers.

use crate::geometry::{DesktopPoint, DesktopRect};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::Errno;
use std::error::Error;
use std::fs::File;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};
use wayland_client::backend::WaylandError;
use wayland_client::globals::{GlobalList, GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_callback::{self, WlCallback};
use wayland_client::protocol::wl_output::{self, Transform, WlOutput};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_shm::{self, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
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

/// A connection to the compositor of this session, with what it offers now, and a queue for the
/// caller's events.
pub(crate) fn connect<State>() -> Result<(Connection, GlobalList, EventQueue<State>), Failure> {
    let connection = Connection::connect_to_env().map_err(Failure::unreachable)?;
    let (globals, _) = registry_queue_init::<Offers>(&connection).map_err(Failure::unreachable)?;
    let queue = connection.new_event_queue();
    Ok((connection, globals, queue))
}

/// What the compositor offers.
struct Offers;

impl Dispatch<WlRegistry, GlobalListContents> for Offers {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        // Whatever comes or goes later, this program stays with what it found.
    }
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

/// Sends what was to be said in one message, and waits until the compositor has worked through it.
/// What it says meanwhile waits in the queues that it is for.
pub(crate) fn round_trip(connection: &Connection) -> Result<(), Failure> {
    let mut queue = connection.new_event_queue();
    connection.display().sync(&queue.handle(), ());
    wait_until(&mut queue, &mut Answered(false), |answered| answered.0)
}

/// Whether the compositor has answered.
struct Answered(bool);

impl Dispatch<WlCallback, ()> for Answered {
    fn event(
        answered: &mut Self,
        _: &WlCallback,
        _: wl_callback::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        answered.0 = true;
    }
}

/// Memory that is shared with the compositor, zeroed, and a buffer in it for a picture of `size`
/// pixels and `stride` bytes a row.
pub(crate) fn share<State>(
    memory: &WlShm,
    format: wl_shm::Format,
    size: (u32, u32),
    stride: u32,
    handle: &QueueHandle<State>,
) -> Result<(File, WlBuffer), Box<dyn Error>>
where
    State: Dispatch<WlShmPool, ()> + Dispatch<WlBuffer, ()> + 'static,
{
    let bytes = i32::try_from(u64::from(stride) * u64::from(size.1))?;
    let file = File::from(memfd_create("queensight", MemfdFlags::CLOEXEC)?);
    file.set_len(u64::from(bytes.unsigned_abs()))?;
    let pool = memory.create_pool(file.as_fd(), bytes, handle, ());
    let [width, height, stride] = [size.0, size.1, stride].map(i32::try_from);
    let buffer = pool.create_buffer(0, width?, height?, stride?, format, handle, ());
    // The buffer keeps what it needs of it.
    pool.destroy();
    Ok((file, buffer))
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
    let mut found = Vec::new();
    for global in globals.contents().clone_list() {
        if global.interface == WlOutput::interface().name {
            let index = found.len();
            // Its first two versions tell all that is asked for.
            let version = global.version.min(2);
            let output = globals.registry().bind(global.name, version, &handle, index);
            let _: ZxdgOutputV1 = manager.get_xdg_output(&output, &handle, index);
            found.push(Output {
                handle: output,
                name: String::new(),
                rect: DesktopRect::zero(),
                transform: Transform::Normal,
            });
        }
    }
    // What an output says of itself comes before the answer.
    round_trip(connection)?;
    let mut found = Found(found);
    queue.dispatch_pending(&mut found).map_err(Failure::unreachable)?;
    found.0.retain(|output| !output.rect.is_empty());
    Ok(found.0)
}

/// The outputs that were found so far.
struct Found(Vec<Output>);

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
            found.0[*index].transform = transform;
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
        let output = &mut found.0[*index];
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

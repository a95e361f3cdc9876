//! A small target in the pointer's way, which tells whether the pointer has come to it.

use crate::geometry::DesktopPoint;
use crate::wayland::{self, Failure};
use std::error::Error;
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_compositor::WlCompositor;
use wayland_client::protocol::wl_pointer::{self, WlPointer};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::protocol::wl_shm::{self, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{Connection, Dispatch, EventQueue, QueueHandle, delegate_noop};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_shell_v1::{
    Layer, ZwlrLayerShellV1,
};
use wayland_protocols_wlr::layer_shell::v1::client::zwlr_layer_surface_v1::{
    self, Anchor, ZwlrLayerSurfaceV1,
};

/// How far from its middle the target reaches, in points: compositors round, and a cell of a board
/// is larger.
const REACH: i32 = 2;

/// A surface of some points, which nobody sees, above all that is shown around one point of the
/// desktop. It is gone when it is dropped.
pub(super) struct Target {
    connection: Connection,
    queue: EventQueue<Hits>,
    hits: Hits,
    surface: WlSurface,
    layer: ZwlrLayerSurfaceV1,
    buffer: WlBuffer,
}

/// What the compositor has said of the target.
#[derive(Default)]
struct Hits {
    /// Whether it may be shown.
    is_configured: bool,
    /// Whether the pointer has come to it.
    is_entered: bool,
}

impl Target {
    /// Puts a target around `point`.
    ///
    /// # Errors
    /// If no output shows that point, or if the compositor lets no program show anything above the
    /// windows.
    pub(super) fn around(point: DesktopPoint) -> Result<Self, Box<dyn Error>> {
        let (connection, globals, mut queue) = wayland::connect::<Hits>()?;
        let handle = queue.handle();
        let shell: ZwlrLayerShellV1 =
            globals.bind(&handle, 1..=1, ()).map_err(|_| Failure::Lacks("wlr-layer-shell"))?;
        let compositor: WlCompositor = globals.bind(&handle, 1..=1, ())?;
        let memory: WlShm = globals.bind(&handle, 1..=1, ())?;
        let seat: WlSeat = globals.bind(&handle, 1..=1, ())?;
        let outputs = wayland::outputs(&connection, &globals)?;
        let output = outputs.iter().find(|output| output.rect.contains(point));
        let output = output.ok_or("no monitor shows the point that is to be clicked")?;

        seat.get_pointer(&handle, ());
        let surface = compositor.create_surface(&handle, ());
        let name = "queensight".to_owned();
        let layer = shell.get_layer_surface(
            &surface,
            Some(&output.handle),
            Layer::Overlay,
            name,
            &handle,
            (),
        );
        let side = 2 * REACH + 1;
        let corner = (point - output.rect.min).floor().to_i32() - euclid::vec2(REACH, REACH);
        layer.set_size(side.unsigned_abs(), side.unsigned_abs());
        layer.set_anchor(Anchor::Top | Anchor::Left);
        layer.set_margin(corner.y, 0, 0, corner.x);
        // Counted from the output's corner, bars and docks or not.
        layer.set_exclusive_zone(-1);
        surface.commit();
        let mut hits = Hits::default();
        wayland::wait_until(&mut queue, &mut hits, |hits| hits.is_configured)?;
        let size = (side.unsigned_abs(), side.unsigned_abs());
        let format = wl_shm::Format::Argb8888;
        let (_, buffer) = wayland::share(&memory, format, size, size.0 * 4, &handle)?;
        surface.attach(Some(&buffer), 0, 0);
        surface.commit();
        wayland::round_trip(&connection)?;
        Ok(Self { connection, queue, hits, surface, layer, buffer })
    }

    /// Whether the pointer has come to it; waits for that as long as a compositor may take to answer.
    ///
    /// # Errors
    /// If the compositor is gone.
    pub(super) fn is_hit(&mut self) -> Result<bool, Failure> {
        match wayland::wait_until(&mut self.queue, &mut self.hits, |hits| hits.is_entered) {
            Ok(()) => Ok(true),
            Err(Failure::Silent) => Ok(false),
            Err(failure) => Err(failure),
        }
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        self.layer.destroy();
        self.surface.destroy();
        self.buffer.destroy();
        // Whoever clicks next must not click it. A compositor that is gone shows it no more.
        let _ = wayland::round_trip(&self.connection);
    }
}

impl Dispatch<ZwlrLayerSurfaceV1, ()> for Hits {
    fn event(
        hits: &mut Self,
        layer: &ZwlrLayerSurfaceV1,
        event: zwlr_layer_surface_v1::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let zwlr_layer_surface_v1::Event::Configure { serial, .. } = event {
            layer.ack_configure(serial);
            hits.is_configured = true;
        }
    }
}

impl Dispatch<WlPointer, ()> for Hits {
    fn event(
        hits: &mut Self,
        _: &WlPointer,
        event: wl_pointer::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        // It has one surface only.
        hits.is_entered |= matches!(event, wl_pointer::Event::Enter { .. });
    }
}

delegate_noop!(Hits: ignore WlShm);
delegate_noop!(Hits: ignore WlBuffer);
delegate_noop!(Hits: ignore WlSeat);
delegate_noop!(Hits: ignore WlSurface);
delegate_noop!(Hits: WlShmPool);
delegate_noop!(Hits: WlCompositor);
delegate_noop!(Hits: ZwlrLayerShellV1);

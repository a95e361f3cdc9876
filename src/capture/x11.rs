//! The monitors of an X server, and the fast way to their pixels if it is on this machine: memory
//! that both share (MIT-SHM). The server makes the memory and hands over its file (version 1.2 of the
//! extension).

use super::pool::Pool;
use super::portable::Portable;
use super::screen::{Listing, Way};
use super::shared_memory::{Order, PIXEL, read_picture};
use super::{CaptureError, Frame, MonitorInfo};
use crate::geometry::{DesktopPoint, DesktopRect, Placement};
use crate::wayland::is_session;
use image::RgbaImage;
use std::error::Error;
use std::fs::File;
use std::time::Instant;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::damage::{self, ConnectionExt as _};
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, ImageOrder, Window};
use x11rb::rust_connection::RustConnection;

/// The monitors that there are, as `RandR` tells.
///
/// They are asked for here because `xcap` divides their places by `Xft.dpi / 96` and rounds, while
/// neither the picture nor the pointer knows of that setting; and because it knows nothing of
/// monitors without an output, which people make of parts of a wide screen.
pub(super) struct Monitors(Vec<Monitor>);

struct Monitor {
    info: MonitorInfo,
    /// The server's numbers of the devices that show it; there may be none.
    outputs: Vec<u32>,
}

impl Monitors {
    /// Asks the server.
    pub(super) fn ask() -> Result<Self, Box<dyn Error>> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let reply = connection.randr_get_monitors(root, true)?.reply()?;
        let numbered = reply.monitors.into_iter().zip(1..);
        let monitors: Result<_, Box<dyn Error>> = numbered
            .map(|(monitor, number)| {
                let name = connection.get_atom_name(monitor.name)?.reply()?.name;
                let corner = DesktopPoint::new(f64::from(monitor.x), f64::from(monitor.y));
                let size = euclid::Size2D::new(f64::from(monitor.width), f64::from(monitor.height));
                let info = MonitorInfo {
                    number,
                    name: String::from_utf8_lossy(&name).into_owned(),
                    rect: DesktopRect::from_origin_and_size(corner, size),
                    is_primary: monitor.primary,
                };
                Ok(Monitor { info, outputs: monitor.outputs })
            })
            .collect();
        Ok(Self(monitors?))
    }
}

impl Listing for Monitors {
    fn monitors(&self) -> Vec<MonitorInfo> {
        self.0.iter().map(|monitor| monitor.info.clone()).collect()
    }

    fn ways_to(self: Box<Self>, index: usize) -> Vec<Box<dyn Way>> {
        let Monitor { info, outputs } = &self.0[index];
        let mut ways: Vec<Box<dyn Way>> = Vec::new();
        // In a Wayland session, X11's own screen shows nothing but the windows of X11's programs.
        if !is_session()
            && let Ok(shared) = SharedScreen::open()
        {
            ways.push(Box::new(shared));
        }
        let handles = xcap::Monitor::all().unwrap_or_default();
        let is_this = |handle: &xcap::Monitor| handle.id().is_ok_and(|id| outputs.contains(&id));
        if let Some(handle) = handles.into_iter().find(is_this) {
            ways.push(Box::new(Portable::new(handle, info.rect)));
        }
        ways
    }
}

/// The screen of an X server, and memory shared with it.
struct SharedScreen {
    connection: RustConnection,
    root: Window,
    segment: shm::Seg,
    memory: File,
    width: u16,
    height: u16,
    pool: Pool,
    changes: Option<Changes>,
}

/// What the server tells of the screen (the DAMAGE extension).
struct Changes {
    /// What has been painted since the last look, by its number.
    painted: damage::Damage,
    /// Whether anything has.
    are_there: bool,
}

impl SharedScreen {
    /// Shares memory for one picture of the whole screen.
    ///
    /// # Errors
    /// If the server is not on this machine, knows no shared memory, or has other pixels than blue,
    /// green and red in one byte each, in this order, and one more.
    fn open() -> Result<Self, Box<dyn Error>> {
        let (connection, number) = x11rb::connect(None)?;
        let setup = connection.setup();
        let screen = &setup.roots[number];
        let (root, depth) = (screen.root, screen.root_depth);
        let (width, height) = (screen.width_in_pixels, screen.height_in_pixels);
        let has_bytes = setup
            .pixmap_formats
            .iter()
            .any(|format| format.depth == depth && usize::from(format.bits_per_pixel) == 8 * PIXEL);
        let visuals = screen.allowed_depths.iter().flat_map(|depth| &depth.visuals);
        let has_order = visuals
            .filter(|visual| visual.visual_id == screen.root_visual)
            .all(|visual| (visual.red_mask, visual.green_mask, visual.blue_mask) == MASKS);
        if setup.image_byte_order != ImageOrder::LSB_FIRST || !has_bytes || !has_order {
            return Err("the screen has pixels of another form".into());
        }
        let version = connection.shm_query_version()?.reply()?;
        if (version.major_version, version.minor_version) < (1, 2) {
            return Err("the server's shared memory is of an old kind".into());
        }
        let bytes = usize::from(width) * usize::from(height) * PIXEL;
        let segment = connection.generate_id()?;
        let reply =
            connection.shm_create_segment(segment, u32::try_from(bytes)?, false)?.reply()?;
        let memory = File::from(reply.shm_fd);
        // The system gives memory page by page as it is first written to, which takes the server
        // 10 ms for a screen, and this program 4. Both do it now, at the same time, and the program
        // goes on meanwhile; a first picture that comes too soon waits for this one.
        let format = ImageFormat::Z_PIXMAP.into();
        drop(connection.shm_get_image(root, 0, 0, width, height, !0, format, segment, 0)?);
        connection.flush()?;
        let pool = Pool::with(vec![u8::MAX; bytes]);
        let changes = Changes::ask_for(&connection, root).ok();
        Ok(Self { connection, root, segment, memory, width, height, pool, changes })
    }

    /// The pixels of the screen in `rect`, in whole pixels, and not beyond the screen; `rect` cut
    /// to that.
    ///
    /// # Errors
    /// If nothing of it is on the screen, or the server has gone.
    fn capture(&mut self, rect: &DesktopRect) -> Result<(RgbaImage, DesktopRect), Box<dyn Error>> {
        let inside = |value: f64, most: u16| value.clamp(0.0, f64::from(most)) as u16;
        let rect = rect.round_out();
        let (left, top) = (inside(rect.min.x, self.width), inside(rect.min.y, self.height));
        let (right, bottom) = (inside(rect.max.x, self.width), inside(rect.max.y, self.height));
        let (width, height) = (right - left, bottom - top);
        if width == 0 || height == 0 {
            return Err("nothing of it is on the screen".into());
        }
        let (x, y) = (i16::try_from(left)?, i16::try_from(top)?);
        if let Some(changes) = &mut self.changes {
            changes.forget(&self.connection)?;
        }
        let format = ImageFormat::Z_PIXMAP.into();
        self.connection
            .shm_get_image(self.root, x, y, width, height, !0, format, self.segment, 0)?
            .reply()?;
        let size = (width.into(), height.into());
        let stride = usize::from(width) * PIXEL;
        let room = self.pool.room(stride * usize::from(height));
        let pixels = read_picture(&self.memory, size, stride, Order::Bgr, room)?;
        let corner = |x: u16, y: u16| euclid::point2(f64::from(x), f64::from(y));
        Ok((pixels, DesktopRect::new(corner(left, top), corner(right, bottom))))
    }
}

impl Changes {
    /// Asks the server to tell.
    ///
    /// # Errors
    /// If it does not know how to.
    fn ask_for(connection: &RustConnection, root: Window) -> Result<Self, Box<dyn Error>> {
        connection.damage_query_version(1, 1)?.reply()?;
        let painted = connection.generate_id()?;
        connection.damage_create(painted, root, damage::ReportLevel::NON_EMPTY)?.check()?;
        Ok(Self { painted, are_there: true })
    }

    /// What is painted from now on is new. The server works in the order in which it is asked, so
    /// a look that is asked for after this shows all that came before.
    fn forget(&mut self, connection: &RustConnection) -> Result<(), Box<dyn Error>> {
        while connection.poll_for_event()?.is_some() {}
        connection.damage_subtract(self.painted, x11rb::NONE, x11rb::NONE)?;
        self.are_there = false;
        Ok(())
    }

    fn are_there(&mut self, connection: &RustConnection) -> Result<bool, Box<dyn Error>> {
        while let Some(event) = connection.poll_for_event()? {
            self.are_there |= matches!(event, Event::DamageNotify(_));
        }
        Ok(self.are_there)
    }
}

impl Way for SharedScreen {
    fn look(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError> {
        let taken = Instant::now();
        let (pixels, rect) =
            self.capture(rect).map_err(|error| CaptureError::CaptureFailed(error.to_string()))?;
        let placement = Placement { origin: rect.min, scale: euclid::Scale::new(1.0) };
        Ok(Frame { pixels: self.pool.lend(pixels), placement, taken })
    }

    fn has_changed(&mut self) -> Option<bool> {
        self.changes.as_mut()?.are_there(&self.connection).ok()
    }

    fn is_portable(&self) -> bool {
        false
    }
}

/// Red, green and blue in a pixel as a number.
const MASKS: (u32, u32, u32) = (0x00ff_0000, 0x0000_ff00, 0x0000_00ff);

impl Drop for SharedScreen {
    fn drop(&mut self) {
        // The server takes its memory back with the connection anyway.
        let _ = self.connection.shm_detach(self.segment);
        let _ = self.connection.flush();
    }
}

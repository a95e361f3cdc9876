//! The outputs of a Wayland compositor that offers wlr-screencopy, as sway does, and their pixels:
//! the compositor writes them into memory that it shares with this program.

use super::pool::Pool;
use super::screen::{Listing, Way};
use super::shared_memory::{Order, PIXEL, read_picture};
use super::{CaptureError, Frame, MonitorInfo};
use crate::geometry::{DesktopRect, Placement};
use crate::wayland::{self, Failure, Output};
use image::{RgbaImage, imageops};
use std::error::Error;
use std::fs::File;
use std::time::Instant;
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_output::Transform;
use wayland_client::protocol::wl_shm::{self, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::{Connection, Dispatch, EventQueue, QueueHandle, WEnum, delegate_noop};
use wayland_protocols_wlr::screencopy::v1::client::zwlr_screencopy_frame_v1::{
    self, ZwlrScreencopyFrameV1,
};
use wayland_protocols_wlr::screencopy::v1::client::zwlr_screencopy_manager_v1::ZwlrScreencopyManagerV1;

/// The outputs that there are, and how to ask for their pixels.
pub(super) struct Outputs {
    queue: EventQueue<Picture>,
    copier: ZwlrScreencopyManagerV1,
    memory: WlShm,
    outputs: Vec<Output>,
}

impl Outputs {
    /// Asks the compositor.
    ///
    /// # Errors
    /// If there is none, or it lets nobody see its outputs in this way.
    pub(super) fn ask() -> Result<Self, Failure> {
        let (connection, globals, queue) = wayland::connect()?;
        let handle = queue.handle();
        // All that later versions add is other kinds of memory, and waiting for changes.
        let copier =
            globals.bind(&handle, 1..=1, ()).map_err(|_| Failure::Lacks("wlr-screencopy"))?;
        let memory = globals.bind(&handle, 1..=1, ()).map_err(|_| Failure::Lacks("wl_shm"))?;
        let outputs = wayland::outputs(&connection, &globals)?;
        Ok(Self { queue, copier, memory, outputs })
    }

    /// How to look at one of them.
    fn screencopy(mut self, index: usize) -> Screencopy {
        let output = self.outputs.swap_remove(index);
        let Self { queue, copier, memory, .. } = self;
        Screencopy { queue, copier, memory, output, shared: None, pool: Pool::default() }
    }
}

impl Listing for Outputs {
    /// Wayland knows no primary monitor.
    fn monitors(&self) -> Vec<MonitorInfo> {
        let numbered = self.outputs.iter().zip(1..);
        numbered
            .map(|(output, number)| MonitorInfo {
                number,
                name: output.name.clone(),
                rect: output.rect,
                is_primary: false,
            })
            .collect()
    }

    fn ways_to(self: Box<Self>, index: usize) -> Vec<Box<dyn Way>> {
        vec![Box::new(self.screencopy(index))]
    }
}

/// One output's pixels.
struct Screencopy {
    queue: EventQueue<Picture>,
    copier: ZwlrScreencopyManagerV1,
    memory: WlShm,
    output: Output,
    /// The memory of the last picture, for the next one.
    shared: Option<Shared>,
    pool: Pool,
}

/// Memory for a picture of one form.
struct Shared {
    form: Form,
    file: File,
    buffer: WlBuffer,
}

/// How the compositor lays a picture into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Form {
    format: WEnum<wl_shm::Format>,
    width: u32,
    height: u32,
    /// Bytes from one row to the next.
    stride: u32,
}

/// What the compositor has said of the picture that it was asked for.
#[derive(Default)]
struct Picture {
    form: Option<Form>,
    is_upside_down: bool,
    end: Option<End>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Ready,
    Failed,
}

impl Screencopy {
    /// A picture of the whole output, upright, without the pointer.
    fn capture(&mut self) -> Result<Frame, Box<dyn Error>> {
        const FAILED: &str = "the compositor gives no picture of this output: it may be off";
        let handle = self.queue.handle();
        let mut picture = Picture::default();
        let taken = Instant::now();
        let without_pointer = 0;
        let frame = self.copier.capture_output(without_pointer, &self.output.handle, &handle, ());
        let is_offered = |picture: &Picture| picture.form.is_some() || picture.end.is_some();
        wayland::wait_until(&mut self.queue, &mut picture, is_offered)?;
        let form = picture.form.ok_or(FAILED)?;
        let order = form.order()?;
        let shared = match self.shared.take() {
            Some(shared) if shared.form == form => shared,
            _ => self.share(form)?,
        };
        frame.copy(&shared.buffer);
        wayland::wait_until(&mut self.queue, &mut picture, |picture| picture.end.is_some())?;
        frame.destroy();
        if picture.end != Some(End::Ready) {
            return Err(FAILED.into());
        }
        let size = (form.width, form.height);
        let stride = form.stride as usize;
        let room = self.pool.room(form.width as usize * form.height as usize * PIXEL);
        let mut pixels = read_picture(&shared.file, size, stride, order, room)?;
        self.shared = Some(shared);
        if picture.is_upside_down {
            imageops::flip_vertical_in_place(&mut pixels);
        }
        let pixels = upright(pixels, self.output.transform);
        let placement = Placement::of_whole(&self.output.rect, &pixels);
        Ok(Frame { pixels: self.pool.lend(pixels), placement, taken })
    }

    fn share(&self, form: Form) -> Result<Shared, Box<dyn Error>> {
        let Form { format, width, height, stride } = form;
        let WEnum::Value(format) = format else { return Err(form.strange().into()) };
        let handle = self.queue.handle();
        let (file, buffer) =
            wayland::share(&self.memory, format, (width, height), stride, &handle)?;
        Ok(Shared { form, file, buffer })
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.buffer.destroy();
    }
}

impl Form {
    /// The order of a pixel's bytes.
    fn order(&self) -> Result<Order, String> {
        let has_rows = self.stride as usize >= self.width as usize * PIXEL;
        let order = match self.format {
            WEnum::Value(wl_shm::Format::Xrgb8888 | wl_shm::Format::Argb8888) => Order::Bgr,
            WEnum::Value(wl_shm::Format::Xbgr8888 | wl_shm::Format::Abgr8888) => Order::Rgb,
            _ => return Err(self.strange()),
        };
        if self.width == 0 || self.height == 0 || !has_rows {
            Err(self.strange())
        } else {
            Ok(order)
        }
    }

    fn strange(&self) -> String {
        format!("the compositor's pictures are of a form that is not known: {self:?}")
    }
}

/// A picture as it is seen, of one as the output gets it. A flipped output's pictures are mirrored,
/// and then turned: both are undone, the last one first.
fn upright(pixels: RgbaImage, transform: Transform) -> RgbaImage {
    let turned = match transform {
        Transform::_90 | Transform::Flipped90 => imageops::rotate90(&pixels),
        Transform::_180 | Transform::Flipped180 => imageops::rotate180(&pixels),
        Transform::_270 | Transform::Flipped270 => imageops::rotate270(&pixels),
        _ => pixels,
    };
    match transform {
        Transform::Flipped
        | Transform::Flipped90
        | Transform::Flipped180
        | Transform::Flipped270 => imageops::flip_horizontal(&turned),
        _ => turned,
    }
}

impl Way for Screencopy {
    /// Shows all of the output: most of the time goes by until the compositor next paints it.
    fn look(&mut self, _: &DesktopRect) -> Result<Frame, CaptureError> {
        self.capture().map_err(|error| CaptureError::CaptureFailed(error.to_string()))
    }

    fn is_portable(&self) -> bool {
        false
    }
}

impl Dispatch<ZwlrScreencopyFrameV1, ()> for Picture {
    fn event(
        picture: &mut Self,
        _: &ZwlrScreencopyFrameV1,
        event: zwlr_screencopy_frame_v1::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        use zwlr_screencopy_frame_v1::{Event, Flags};
        match event {
            Event::Buffer { format, width, height, stride } => {
                picture.form = Some(Form { format, width, height, stride });
            }
            Event::Flags { flags: WEnum::Value(flags) } => {
                picture.is_upside_down = flags.contains(Flags::YInvert);
            }
            Event::Ready { .. } => picture.end = Some(End::Ready),
            Event::Failed => picture.end = Some(End::Failed),
            _ => {}
        }
    }
}

delegate_noop!(Picture: ignore WlShm);
delegate_noop!(Picture: ignore WlBuffer);
delegate_noop!(Picture: WlShmPool);
delegate_noop!(Picture: ZwlrScreencopyManagerV1);

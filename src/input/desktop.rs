//! The pointer of this desktop, and the key that stops the program.

use super::{Button, InputError, Passage, Pointer};
use crate::geometry::DesktopPoint;
#[cfg(all(unix, not(target_os = "macos")))]
use crate::wayland;
use std::time::Duration;

/// The pointer of this desktop, moved as if by hand.
pub struct Desktop(Box<dyn Pointer>);

impl Desktop {
    /// Takes hold of the pointer, without moving it.
    ///
    /// # Errors
    /// If there is no pointer, or this program may not move it.
    pub fn open() -> Result<Self, InputError> {
        prepare_process();
        Ok(Self(system_pointer()?))
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn system_pointer() -> Result<Box<dyn Pointer>, InputError> {
    if wayland::is_session() {
        Ok(Box::new(super::wayland::VirtualPointer::open()?))
    } else {
        Ok(Box::new(super::x11::ServerPointer::open()?))
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn system_pointer() -> Result<Box<dyn Pointer>, InputError> {
    Ok(Box::new(super::portable::PortablePointer::open()?))
}

impl Pointer for Desktop {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        self.0.location()
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        self.0.move_to(point)
    }

    fn click(
        &mut self,
        button: Button,
        hold: Duration,
    ) -> Result<Option<DesktopPoint>, InputError> {
        self.0.click(button, hold)
    }

    fn click_at(&mut self, point: DesktopPoint, button: Button) -> Result<Passage, InputError> {
        self.0.click_at(point, button)
    }
}

/// Calls `stop` whenever the Escape key is pressed, in whatever window, until the program ends;
/// gives whether this system tells of keys. Only X11 does, for now.
///
/// # Errors
/// If there is no desktop.
pub fn watch_stop_key(stop: impl Fn() + Send + 'static) -> Result<bool, InputError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        if wayland::is_session() {
            return Ok(false);
        }
        super::x11::watch_stop_key(stop).map(|()| true)
    }
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    {
        drop(stop);
        Ok(false)
    }
}

/// Tells the system that this program counts in physical pixels; only Windows wants to know, before
/// anything is asked of the screen or the pointer.
pub fn prepare_process() {
    // It fails when it was said before, by an earlier call or in the program's manifest.
    #[cfg(target_os = "windows")]
    let _ = enigo::set_dpi_awareness();
}

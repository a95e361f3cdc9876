//! The pointer of this desktop, and the key that stops the program.

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub use super::portable::Desktop;
#[cfg(all(unix, not(target_os = "macos")))]
pub use super::x11::Desktop;

use super::InputError;

/// Calls `stop` whenever the Escape key is pressed, in whatever window, until the program ends;
/// gives whether this system tells of keys. Only X11 does, for now.
///
/// # Errors
/// If there is no desktop.
pub fn watch_stop_key(stop: impl Fn() + Send + 'static) -> Result<bool, InputError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        if is_wayland() {
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

/// Whether the session is one of Wayland, where X11's pointer moves only over XWayland's windows
/// and clicks nowhere else, and X11's screen shows nothing else.
pub(crate) fn is_wayland() -> bool {
    names_wayland(|name| std::env::var(name).ok())
}

fn names_wayland(variable: impl Fn(&str) -> Option<String>) -> bool {
    cfg!(all(unix, not(target_os = "macos")))
        && (variable("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty())
            || variable("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland"))
}

#[cfg(all(test, unix, not(target_os = "macos")))]
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

//! Which part of the desktop to look at: the arguments of every command that looks at it.

use queensight::capture::{CaptureError, MonitorChoice, Screen, ScreenRegion};

/// Which part of the desktop to look at.
#[derive(Debug, clap::Args)]
pub(crate) struct ScreenArguments {
    /// Look at this monitor, by number or name. Default: the primary one.
    #[arg(long, value_name = "NUMBER|NAME")]
    monitor: Option<MonitorChoice>,
    /// Look only at this part of the desktop, in its points.
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT", allow_hyphen_values = true)]
    region: Option<ScreenRegion>,
}

impl ScreenArguments {
    /// Opens the screen.
    ///
    /// # Errors
    /// If there is none, or not this monitor or region.
    pub(crate) fn open(&self) -> Result<Screen, CaptureError> {
        Screen::open(self.monitor.as_ref(), self.region)
    }
}

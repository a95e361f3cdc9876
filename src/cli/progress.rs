//! The bar on standard error that shows how far a long piece of work is.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of this length, drawn after a template; nothing where standard error is no terminal.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    // The templates are sound; were one not, the plain bar would do.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

//! What the practice page can be asked to do to a player, and what may come of it.

use super::State;

/// One or more switches of the page, and how a game with them may end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mischief {
    /// What it is called in messages.
    pub(crate) name: String,
    /// Arguments of `queensight practice`.
    pub(crate) arguments: Vec<String>,
    /// Whether the player may give up, with a reason, instead of winning.
    pub(crate) may_stop: bool,
}

/// The exit codes of a player that gives up cleanly: no board, no certainty, not won.
pub(crate) const CLEAN_STOPS: [i32; 3] = [3, 4, 7];

const SWITCHES: [(&str, &[&str], bool); 58] = [
    ("plain", &[], false),
    ("one click", &["--switch", "clicks=one"], false),
    ("queen first", &["--switch", "clicks=queen-first"], false),
    ("right button", &["--switch", "button=right"], false),
    ("right button, one click", &["--switch", "button=right", "--switch", "clicks=one"], false),
    ("acts on press", &["--switch", "act=press"], false),
    ("any move drags", &["--switch", "drag=any"], false),
    ("auto-crosses", &["--switch", "auto=1"], false),
    ("locked queens", &["--switch", "locked=2"], false),
    ("red locked queens", &["--switch", "locked=2", "--switch", "given=1"], false),
    ("lost clicks", &["--switch", "lost=10", "--switch", "luck=7"], false),
    ("busy after a click", &["--switch", "busy=120"], false),
    ("busy for long after a click", &["--switch", "busy=300"], false),
    ("slips", &["--switch", "slip=250"], false),
    ("stale marks", &["--switch", "stale=40"], false),
    ("polled button", &["--switch", "poll=1"], false),
    ("blocked page", &["--switch", "block=300"], false),
    ("shift by 8", &["--switch", "shift=8,0"], false),
    ("shift by 26", &["--switch", "shift=0,26"], false),
    ("shift by 8 and 26", &["--switch", "shift=8,26"], false),
    ("glides by a cell", &["--switch", "shift=150,0", "--switch", "glide=300"], false),
    ("fading hover", &["--switch", "hover=120"], false),
    ("highlight", &["--switch", "highlight=1"], true),
    ("animation", &["--switch", "animate=1"], false),
    ("win covers", &["--switch", "win=cover"], false),
    ("win blurs", &["--switch", "win=blur"], false),
    ("win dims", &["--switch", "win=dim"], false),
    ("win moves", &["--switch", "win=move"], false),
    ("win removes", &["--switch", "win=remove"], false),
    ("win opens the next", &["--switch", "win=next"], false),
    ("bubble", &["--switch", "bubble=1"], true),
    ("theme changes", &["--switch", "switch=3"], true),
    ("twins", &["--switch", "twins=1"], true),
    ("double click", &["--switch", "clicks=double"], false),
    ("letters", &["--switch", "queen=letter"], false),
    ("chess queens", &["--switch", "queen=chess"], false),
    ("discs", &["--switch", "queen=disc"], false),
    ("pictures", &["--switch", "queen=image"], false),
    ("dots", &["--switch", "cross=dot", "--switch", "auto=1"], false),
    ("large crosses", &["--switch", "cross=large", "--switch", "auto=1"], false),
    ("growing marks", &["--switch", "pop=400"], false),
    ("growing rows", &["--switch", "grow=40"], true),
    ("a wave of crosses", &["--switch", "wave=60", "--switch", "auto=1"], false),
    ("selected queens", &["--switch", "select=1"], false),
    ("ring", &["--switch", "ring=1"], false),
    ("late marks", &["--switch", "late=250"], false),
    ("hover first", &["--switch", "enter=30"], false),
    ("board drawn anew", &["--switch", "redraw=80"], false),
    ("toast", &["--switch", "toast=900"], false),
    ("veil", &["--switch", "veil=2500"], false),
    ("modal window", &["--switch", "modal=1"], true),
    ("banner", &["--switch", "banner=1"], true),
    ("shaded crosses", &["--switch", "cross=shade", "--switch", "auto=1"], false),
    ("white queens", &["--switch", "queen=white"], false),
    ("board shrinks", &["--switch", "shrink=1"], false),
    ("deaf at first, with a menu", &["--switch", "deaf=5000", "--switch", "menu=1"], false),
    ("split region", &["--kind", "split"], true),
    ("several solutions", &["--kind", "several"], true),
];

/// Each switch alone.
pub(crate) fn alone() -> Vec<Mischief> {
    SWITCHES
        .iter()
        .map(|(name, arguments, may_stop)| Mischief {
            name: (*name).to_owned(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            may_stop: *may_stop,
        })
        .collect()
}

/// All pairs of switches that do not contradict each other.
pub(crate) fn pairs() -> Vec<Mischief> {
    let all = alone();
    let mut pairs = Vec::new();
    for (at, one) in all.iter().enumerate().skip(1) {
        for other in &all[at + 1..] {
            if one.contradicts(other) {
                continue;
            }
            pairs.push(Mischief {
                name: format!("{} + {}", one.name, other.name),
                arguments: [one.arguments.clone(), other.arguments.clone()].concat(),
                may_stop: one.may_stop || other.may_stop,
            });
        }
    }
    pairs
}

impl Mischief {
    /// Whether both say something of the same thing.
    fn contradicts(&self, other: &Self) -> bool {
        let things = |it: &Self| -> Vec<String> {
            it.arguments
                .iter()
                .filter(|argument| *argument != "--switch")
                .map(|argument| argument.split('=').next().unwrap_or_default().to_owned())
                .collect()
        };
        let mine = things(self);
        things(other).iter().any(|thing| mine.contains(thing))
    }

    /// What is wrong with how a game ended, if anything is.
    pub(crate) fn objection(&self, code: Option<i32>, state: &State) -> Option<String> {
        let code = code.unwrap_or(-1);
        if state.strays > 0 {
            return Some(format!("{} presses beside the board", state.strays));
        }
        if state.drags > 0 {
            return Some(format!("{} clicks were taken for drags", state.drags));
        }
        if state.wins > 0 {
            return (code != 0).then(|| format!("the page says won, and the exit code is {code}"));
        }
        if code == 0 {
            return Some("the exit code is 0, and the page does not say won".to_owned());
        }
        (!self.may_stop || !CLEAN_STOPS.contains(&code))
            .then(|| format!("not won, exit code {code}"))
    }
}

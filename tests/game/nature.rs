//! How a simulated game behaves.

use queensight::board::{Board, Cell};
use queensight::play::Manners;
use std::time::Duration;

/// What the game does when it is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Celebration {
    /// It leaves the board as it is.
    None,
    /// It decorates the board, which cannot be read any more; but its queens are still there.
    Decorate,
    /// It decorates its queens, all but that of the first row, which are not known any more.
    Disguise,
    /// It fades, and the queens but that of the last row are read as crosses.
    Fade,
    /// It gives its queens another colour, in which that of the second row cannot be seen.
    Recolour,
    /// The same, but it is the last one that cannot be seen.
    HideLast,
    /// It gives its queens another colour, and that of the second row one more.
    RecolourInTwo,
    /// It opens a panel over the middle of the board, a ninth of it, which takes its clicks, and whose left edge
    /// looks like a column of queens.
    Cover,
    /// The same, but the page is dimmed around it, and what it shows over queens looks like others.
    CoverLikeQueens,
    /// It fades, all queens are read as crosses, and opens the panel.
    FadeUnderPanel,
    /// It takes the board away.
    Leave,
    /// It takes the queens away, row by row, a tenth of a second after the last one came.
    Clear,
    /// It opens a window beside the board, which takes all clicks and dims the page, before the last
    /// queen is painted.
    Ask,
    /// The same, and the window slides over the board.
    AskOverIt,
    /// The same, and the window slides over a corner of the board.
    AskOverCorner,
}

/// How a game tells double clicks, which make queens, from single ones, which set crosses: it waits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waits {
    /// How long it waits for a second click in a cell before it takes the first for a single one. A click in
    /// another cell ends the waiting.
    pub(crate) how_long: Duration,
    /// Whether a double click leaves a cross as it is.
    pub(crate) keeps_crosses: bool,
    /// Whether a single click leaves a queen as she is.
    pub(crate) keeps_queens: bool,
}

/// How a game behaves.
#[derive(Debug, Clone)]
pub(crate) struct Nature {
    pub(crate) manners: Manners,
    /// How long a click takes to be seen.
    pub(crate) paint: Duration,
    /// How long what one click has changed is seen at least before what the next one has.
    pub(crate) apart: Duration,
    /// Whether a queen crosses out the empty cells that she attacks.
    pub(crate) crosses_out: bool,
    /// Whether queens that attack each other are drawn in their own way.
    pub(crate) clashes: bool,
    /// How far the board shifts after the first click, in pixels.
    pub(crate) shift: (f64, f64),
    /// Whether it shifts as far after each click.
    pub(crate) keeps_shifting: bool,
    /// How long after it is made a click meets the board, where that is by then.
    pub(crate) lag: Duration,
    /// How long it takes to glide there, and how long it rests before.
    pub(crate) glides: Duration,
    pub(crate) rests: Duration,
    /// How long after one diagonal of a board that comes up the next one is painted.
    pub(crate) stagger: Duration,
    pub(crate) celebration: Celebration,
    /// The clicks that get lost, by number from 0.
    pub(crate) lost_clicks: Vec<usize>,
    /// The click after which the page goes away, if one does.
    pub(crate) closes_after: Option<usize>,
    /// The click after which the page blurs its board, if one does: who knew it before knows it, and no
    /// mark on it.
    pub(crate) blurs_after: Option<usize>,
    /// The click after which the page shows this board instead, untouched.
    pub(crate) turns_into: Option<(usize, Board)>,
    /// The click with which the game is lost, and shows where its queens belong, if one is.
    pub(crate) lost_with: Option<usize>,
    /// Whether the board can be read only every other quarter of a second.
    pub(crate) flickers: bool,
    /// Whether the board cannot be read any more from the first click on; but what stands on it is
    /// to be seen.
    pub(crate) shades: bool,
    /// Whether queens tint the board, which is known by who knew it before alone.
    pub(crate) tints: bool,
    /// A cell that, as long as nothing stands there, shows a cross every other quarter of a second.
    pub(crate) blinks: Option<Cell>,
    /// With which click something comes over an empty cell that looks like a queen, and for how long.
    pub(crate) sparks: Option<(usize, Cell, Duration)>,
    /// With which click confetti falls over the board for a second: it hides some queens, and for a while in the middle nobody
    /// can read the board.
    pub(crate) confetti: Option<usize>,
    /// Frame pixels per desktop point.
    pub(crate) scale: f64,
    /// How long the pointer must be where it is before a click counts.
    pub(crate) enter: Duration,
    /// For how long after a click that counted others are taken for slips of the hand.
    pub(crate) slip: Duration,
    /// Whether a click in another cell than the last one only selects it.
    pub(crate) selects: bool,
    /// Whether only a double click makes a queen, and takes her away, and a single one a cross. Clicks
    /// of the same moment count as one.
    pub(crate) double_clicks: bool,
    /// Whether a single click does nothing there.
    pub(crate) ignores_singles: bool,
    /// Whether clicks of the same moment are two single ones there, as those that are not made in one place.
    pub(crate) takes_fast_pairs: bool,
    /// Whether the second of any two clicks that are less than 300 ms apart, in whatever cells, makes a queen or
    /// takes her away, and any other sets a cross or takes it away.
    pub(crate) shares_clock: bool,
    /// Within how many points of each other two clicks make a double click that takes away the queen that they
    /// have made, if one does.
    pub(crate) undoes_pairs: Option<f64>,
    /// How it waits for the second click of a double one, if it does.
    pub(crate) waits: Option<Waits>,
    /// Whether the other button than that of the queens sets crosses, and takes them away.
    pub(crate) other_crosses: bool,
    /// How long a button must be down to be noticed.
    pub(crate) least_hold: Duration,
    /// Whether queens that stand from the start look different from the others.
    pub(crate) given_look: bool,
    /// Of how many rows, the first ones, the queens are drawn otherwise than all others, and alike.
    pub(crate) light_rows: usize,
    /// Whether queens that stand from the start stay.
    pub(crate) locked: bool,
    /// Whether clicks set crosses, drawn as an x, take them away, and do no more.
    pub(crate) only_crosses: bool,
    /// Whether queens that are made stay.
    pub(crate) keeps: bool,
    /// Whether a click only lights its cell, until another one is clicked.
    pub(crate) lights: bool,
    /// Whether there is a ring around the cell that was clicked last.
    pub(crate) rings: bool,
    /// Whether the outermost pixels of each cell that was clicked stay different from what they were, as where it was
    /// turned over.
    pub(crate) wears: bool,
    /// Whether each empty cell has a point in its middle that is read as a cross as soon as a queen
    /// stands.
    pub(crate) points: bool,
    /// Whether crosses are read as print where there is one in each cell without a queen.
    pub(crate) prints: bool,
    /// Whether queens are so small that all but that of the first row are read as crosses where there is no cross.
    pub(crate) small: bool,
    /// A cell in which a queen is read as a cross.
    pub(crate) misread: Option<Cell>,
    /// A cell that has the colour of its queen: she is read as nothing there, as long as no two others stand.
    pub(crate) gold: Option<Cell>,
    /// A cell in which a queen looks unlike all others, as text that a double click has marked.
    pub(crate) odd: Option<Cell>,
    /// A cell in which a queen is read as nothing.
    pub(crate) unseen: Option<Cell>,
    /// A cell in which a cross is read as a queen, and whether it looks unlike queens and crosses both.
    pub(crate) flag: Option<(Cell, bool)>,
    /// Whether crosses are half as wide and half as high as queens.
    pub(crate) small_crosses: bool,
    /// Whether crosses look like queens of another kind.
    pub(crate) dots: bool,
    /// Whether these are half as wide as queens.
    pub(crate) narrow_dots: bool,
    /// Whether queens are read as crosses, which they are half as wide as.
    pub(crate) narrow: bool,
    /// Whether the page says nothing when the game is won: else its last row of pixels does.
    pub(crate) is_silent: bool,
    /// Whether what the page says of it is just below the board, and not at the end of the page.
    pub(crate) praises_beside: bool,
    /// Whether the first row of pixels counts clicks from the left, and seconds from the right.
    pub(crate) counts: bool,
    /// Whether something comes with the first click that is read as a queen of another kind, and is
    /// none.
    pub(crate) queries: bool,
    /// Whether something comes with the first click that is read as a cross, is half as wide, and is none.
    pub(crate) hints: bool,
    /// Whether a click makes something of a cross that is read as a queen, is half as large, and is none.
    pub(crate) pencils: bool,
    /// Whether marks are drawn above the middle of their cells, and not read: a cross on the left, a queen on both
    /// sides.
    pub(crate) aside: bool,
    /// Whether queens are drawn on the right alone there, and read where three of them stand.
    pub(crate) crowd: bool,
    /// A cell that is read as a queen's as long as nothing stands there, if there is one.
    pub(crate) ghost: Option<Cell>,
    /// Whether the queens from the start are pale.
    pub(crate) pale: bool,
    /// The cells that show a pale queen while they are empty.
    pub(crate) drafts: Vec<Cell>,
    /// After how many clicks these come up.
    pub(crate) drafts_after: usize,
    /// For how long these are away after each click.
    pub(crate) drafts_wait: Duration,
    /// A cell in which something is printed that is read as a queen, as long as nothing stands there, if there is
    /// one.
    pub(crate) printed: Option<Cell>,
    /// How long a queen takes to pop in: for the first half nothing is seen of her, and then something that changes and
    /// that nobody reads.
    pub(crate) pops: Duration,
    /// How long a queen takes to swell: until then she is drawn half as wide and half as high, and read.
    pub(crate) swells: Duration,
    /// For how long a cross grows, and looks like a queen meanwhile.
    pub(crate) grows: Duration,
    /// For how long no clicks count at first.
    pub(crate) deaf: Duration,
    /// For how long the board is away after each click that counted, with nothing in its place that
    /// takes clicks.
    pub(crate) redraw: Duration,
    /// For how long the game checks each click that counted: the board is dimmed meanwhile, and takes no other.
    pub(crate) checks: Duration,
    /// Whether the right button opens a menu over the board. It does so wherever nothing takes its
    /// clicks. The next click closes the menu, or, inside of it, picks something that takes the page
    /// away.
    pub(crate) menu: bool,
    /// With which click something comes over a row, and for how long it stays there; it takes all
    /// clicks from the next one on.
    pub(crate) toast: Option<(usize, Duration)>,
    /// How many rows are below that one.
    pub(crate) toast_above: usize,
    /// How long after its click it comes.
    pub(crate) toast_wait: Duration,
    /// Whether the board is read all the same, and what is written there as queens.
    pub(crate) toast_is_read: bool,
    /// With which click something comes over the queens that stand by then, which cannot be told
    /// from empty cells while it does, and for how long.
    pub(crate) ripple: Option<(usize, Duration)>,
    /// From when on everything on the screen but the board changes all the time, if it does.
    pub(crate) animated: Option<Duration>,
    /// Whether the screen tells when it is painted, if it tells anything; `false` where it says that
    /// it never is.
    pub(crate) tells: Option<bool>,
    /// Whether the pointer, over the board and for a while after, keeps it from being read.
    pub(crate) hover_hides: bool,
    /// Whether the board is hidden while the pointer is elsewhere, from the first click on.
    pub(crate) pauses: bool,
    /// Whether a panel opens over the board while the pointer is to the right of it.
    pub(crate) has_panel: bool,
    /// How many boards of another puzzle the page shows beside each other until the board comes up.
    pub(crate) pictures: usize,
    /// A larger board of the page, if there is one, on which all queens stand: eyes see it first.
    pub(crate) solved_one: Option<Board>,
}

impl Default for Nature {
    fn default() -> Self {
        Self {
            manners: Manners::default(),
            paint: Duration::from_millis(60),
            apart: Duration::ZERO,
            crosses_out: false,
            clashes: false,
            shift: (0.0, 0.0),
            keeps_shifting: false,
            lag: Duration::ZERO,
            glides: Duration::ZERO,
            rests: Duration::ZERO,
            stagger: Duration::ZERO,
            celebration: Celebration::None,
            lost_clicks: Vec::new(),
            closes_after: None,
            blurs_after: None,
            turns_into: None,
            lost_with: None,
            flickers: false,
            shades: false,
            tints: false,
            blinks: None,
            sparks: None,
            confetti: None,
            scale: 1.0,
            enter: Duration::ZERO,
            slip: Duration::ZERO,
            selects: false,
            double_clicks: false,
            ignores_singles: false,
            takes_fast_pairs: false,
            shares_clock: false,
            undoes_pairs: None,
            waits: None,
            other_crosses: false,
            least_hold: Duration::ZERO,
            given_look: false,
            light_rows: 0,
            locked: false,
            only_crosses: false,
            keeps: false,
            lights: false,
            rings: false,
            wears: false,
            points: false,
            prints: false,
            small: false,
            misread: None,
            gold: None,
            odd: None,
            dots: false,
            narrow_dots: false,
            unseen: None,
            flag: None,
            small_crosses: false,
            narrow: false,
            is_silent: false,
            praises_beside: false,
            counts: false,
            queries: false,
            hints: false,
            pencils: false,
            aside: false,
            crowd: false,
            ghost: None,
            pale: false,
            drafts: Vec::new(),
            drafts_after: 0,
            drafts_wait: Duration::ZERO,
            printed: None,
            pops: Duration::ZERO,
            swells: Duration::ZERO,
            grows: Duration::ZERO,
            deaf: Duration::ZERO,
            redraw: Duration::ZERO,
            checks: Duration::ZERO,
            menu: false,
            toast: None,
            toast_above: 0,
            toast_wait: Duration::ZERO,
            toast_is_read: false,
            ripple: None,
            animated: None,
            tells: None,
            hover_hides: false,
            pauses: false,
            has_panel: false,
            pictures: 0,
            solved_one: None,
        }
    }
}

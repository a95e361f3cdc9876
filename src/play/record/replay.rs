//! Playing a record again, without a screen.
//!
//! The very same player plays, with eyes of its own, on a [`Reel`] in the place of the screen, of the
//! pointer and of the clock. The reel shows what was seen then and tells what the pointer was found
//! to do, and compares what the player does now with what it did then. Times are those of the
//! record, so that every wait comes out as it did.

use super::{Entry, Event, PlannedCell, RecordError, Run, Seen};
use crate::board::CellSet;
use crate::capture::{CaptureError, Frame, FrameSource};
use crate::clock::Clock;
use crate::geometry::{DesktopPoint, Lattice, Placement};
use crate::input::{Button, InputError, Passage, Pointer};
use crate::play::{Abort, Eyes, Player};
use crate::vision::{Before, Reading, Refusal};
use image::RgbaImage;
use serde::Serialize;
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// How often the player may look where the record has no look more before it acted: the time of
/// the record is known at its events only, so that a wait may come out one look longer.
const LOOKS_MORE: usize = 3;

/// What such a look costs.
const A_LOOK: Duration = Duration::from_millis(10);

/// One event of a replay.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// When it happened in the record, in microseconds since the program began to play.
    pub us: u64,
    /// What happens now.
    #[serde(flatten)]
    pub event: Event,
    /// The cell that is meant, if a cell is clicked: row and column, from 0.
    pub cell: Option<(usize, usize)>,
    /// What the record has in its place, where that is something else.
    pub recorded: Option<Event>,
}

/// What came of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Replayed {
    /// How many pictures were looked at.
    pub looks: usize,
    /// How many clicks were made.
    pub clicks: usize,
    /// How many steps differ from the record.
    pub differences: usize,
    /// Whether the record has no end: its run was killed.
    pub is_cut: bool,
}

impl Run {
    /// Plays all games of the run again, with these `eyes`; `tell` is told of each step. After a click that differs
    /// from the record a game is not played on: nobody knows what it would have done.
    ///
    /// # Errors
    /// If a picture of the record is missing or damaged.
    pub fn replay(
        &self,
        eyes: &dyn Eyes,
        tell: &mut dyn FnMut(&Step),
    ) -> Result<Replayed, RecordError> {
        let mut all = Replayed::default();
        for entries in self.games() {
            let Some(Entry { event: Event::Begin { options, .. }, .. }) = entries.first() else {
                continue;
            };
            let reel = Reel::new(self, entries, tell);
            let player = Player {
                source: &mut &reel,
                eyes: &Critic { eyes, reel: &reel },
                pointer: &mut &reel,
                clock: &reel,
                abort: &reel.abort,
            };
            let played = player.play_telling(options, &mut |steps| {
                let cells = steps.iter().map(|step| PlannedCell {
                    row: step.cell.row,
                    col: step.cell.col,
                    clicks: step.clicks,
                });
                reel.planned(cells.collect());
            });
            let replayed = reel.end(Event::of_end(&played))?;
            all.looks += replayed.looks;
            all.clicks += replayed.clicks;
            all.differences += replayed.differences;
            all.is_cut |= replayed.is_cut;
        }
        Ok(all)
    }
}

/// One game of a record, shown again.
struct Reel<'a> {
    run: &'a Run,
    abort: Abort,
    state: RefCell<State<'a>>,
}

struct State<'a> {
    entries: &'a [Entry],
    /// The first entry that has not been shown.
    next: usize,
    now: Duration,
    /// Where the pointer is.
    pointer: Option<DesktopPoint>,
    /// What was looked at last, and what was seen in it.
    frame: Option<Frame>,
    seen: Option<(Placement, Seen)>,
    looks_more: usize,
    /// Whether the game has gone another way than the record, or to the end of it.
    is_over: bool,
    fault: Option<RecordError>,
    replayed: Replayed,
    tell: &'a mut dyn FnMut(&Step),
}

impl<'a> Reel<'a> {
    fn new(run: &'a Run, entries: &'a [Entry], tell: &'a mut dyn FnMut(&Step)) -> Self {
        let mut state = State {
            entries,
            next: 0,
            now: Duration::ZERO,
            pointer: None,
            frame: None,
            seen: None,
            looks_more: 0,
            is_over: false,
            fault: None,
            replayed: Replayed::default(),
            tell,
        };
        if let Some(begin) = entries.first() {
            state.pass();
            state.tell(begin.event.clone(), None);
        }
        Self { run, abort: Abort::default(), state: RefCell::new(state) }
    }

    /// The player is to click these cells. A wait may come out some looks shorter than in the
    /// record, whose times are known to a microsecond.
    fn planned(&self, cells: Vec<PlannedCell>) {
        let mut state = self.state.borrow_mut();
        let now = Event::Planned { cells };
        let is_plan = |event: &Event| matches!(event, Event::Planned { .. });
        let then = state.skip_to(is_plan, |event| is_deed(event) || is_end(event));
        state.compare(now, then);
        self.hear(&mut state);
    }

    /// The player does something with the pointer; what came of it in the record.
    fn act(&self, now: Event) -> Result<Event, InputError> {
        let mut state = self.state.borrow_mut();
        state.looks_more = 0;
        state.replayed.clicks += usize::from(matches!(now, Event::Clicked { .. }));
        let then = state.skip_to(is_deed, is_end);
        let result = match &then {
            Some(Event::NoPointer { is_held: true, .. }) => Err(InputError::ButtonHeld),
            Some(Event::NoPointer { why, .. }) => Err(InputError::NoPointer(why.clone())),
            Some(then) if then.is_like(&now) => Ok(then.clone()),
            _ => {
                state.is_over = true;
                Err(InputError::NoPointer("the record goes another way".to_owned()))
            }
        };
        match &result {
            Err(_) if !state.is_over => {
                let event = then.clone().unwrap_or(now);
                state.tell(event, None);
            }
            _ => state.compare(now, then),
        }
        self.hear(&mut state);
        result
    }

    /// The person asks to stop when the record says so.
    fn hear(&self, state: &mut State) {
        if matches!(state.upcoming(), Some(Event::Asked)) {
            state.pass();
            state.tell(Event::Asked, None);
            self.abort.raise();
        }
    }

    fn look(&self) -> Result<Frame, CaptureError> {
        let mut state = self.state.borrow_mut();
        let over = |why: &str| CaptureError::CaptureFailed(why.to_owned());
        if state.is_over {
            return Err(over("the record goes another way"));
        }
        let looked = state.skip_to(is_look, |event| is_deed(event) || is_end(event));
        match looked {
            Some(Event::Looked { picture, origin, scale }) => {
                let pixels = self.run.picture(&picture).map_err(|fault| {
                    let why = fault.to_string();
                    state.fault = Some(fault);
                    state.is_over = true;
                    CaptureError::CaptureFailed(why)
                })?;
                let placement = Placement { origin, scale: euclid::Scale::new(scale) };
                let frame = Frame { pixels: pixels.into(), placement, taken: Instant::now() };
                state.frame = Some(frame.clone());
                state.replayed.looks += 1;
                state.tell(Event::Looked { picture, origin, scale }, None);
                self.hear(&mut state);
                Ok(frame)
            }
            Some(Event::NoScreen { why }) => {
                state.tell(Event::NoScreen { why: why.clone() }, None);
                Err(CaptureError::CaptureFailed(why))
            }
            _ => {
                let has_more = state.upcoming().is_some_and(|event| !is_end(event));
                state.looks_more += 1;
                if let Some(frame) = &state.frame
                    && has_more
                    && state.looks_more <= LOOKS_MORE
                {
                    let frame = frame.clone();
                    state.now += A_LOOK;
                    return Ok(frame);
                }
                state.is_over = true;
                Err(over("the record goes another way, or ends here"))
            }
        }
    }

    /// The player is done: how the game ended now.
    fn end(self, now: Event) -> Result<Replayed, RecordError> {
        let mut state = self.state.into_inner();
        if let Some(fault) = state.fault {
            return Err(fault);
        }
        let last = state.entries.last().map(|entry| entry.event.clone());
        let then = last.filter(|event| matches!(event, Event::Ended { .. }));
        match then {
            Some(then) => {
                state.next = state.entries.len();
                state.compare(now, Some(then));
            }
            None => state.replayed.is_cut = true,
        }
        Ok(state.replayed)
    }
}

impl State<'_> {
    fn upcoming(&self) -> Option<&Event> {
        self.entries.get(self.next).map(|entry| &entry.event)
    }

    /// Passes one entry: it is its time now, and the pointer where it says.
    fn pass(&mut self) {
        let Some(entry) = self.entries.get(self.next) else { return };
        self.now = self.now.max(entry.at());
        match &entry.event {
            Event::Found { at } => self.pointer = *at,
            Event::Moved { to } => self.pointer = Some(*to),
            Event::Clicked { after, .. } => self.pointer = *after,
            _ => {}
        }
        self.next += 1;
    }

    /// Passes all up to the first event that `is_wanted`, and gives that; but none that comes after
    /// one at which it `stops`.
    fn skip_to(
        &mut self,
        is_wanted: impl Fn(&Event) -> bool,
        stops: impl Fn(&Event) -> bool,
    ) -> Option<Event> {
        let coming = self.entries[self.next..].iter();
        let at =
            coming.map(|entry| &entry.event).position(|event| is_wanted(event) || stops(event))?;
        let event = self.entries[self.next + at].event.clone();
        if !is_wanted(&event) {
            return None;
        }
        (0..=at).for_each(|_| self.pass());
        Some(event)
    }

    /// Tells what happens `now`, and what happened `then` if that was something else.
    fn compare(&mut self, now: Event, then: Option<Event>) {
        match then {
            Some(then) if then.is_like(&now) => self.tell(now, None),
            // Where the record has nothing, its next event tells where it went.
            other => {
                let recorded = other.or_else(|| self.upcoming().cloned());
                self.replayed.differences += 1;
                self.tell(now, recorded);
            }
        }
    }

    fn tell(&mut self, event: Event, recorded: Option<Event>) {
        let target = match &event {
            Event::Clicked { to, .. } => to.or(self.pointer),
            _ => None,
        };
        let cell = self.seen.as_ref().zip(target).and_then(|((placement, seen), target)| {
            seen.cell_at(placement, target).map(|cell| (cell.row, cell.col))
        });
        let us = u64::try_from(self.now.as_micros()).unwrap_or(u64::MAX);
        (self.tell)(&Step { us, event, cell, recorded });
    }
}

fn is_deed(event: &Event) -> bool {
    matches!(event, Event::Moved { .. } | Event::Clicked { .. } | Event::NoPointer { .. })
}

fn is_look(event: &Event) -> bool {
    matches!(event, Event::Looked { .. } | Event::NoScreen { .. })
}

fn is_end(event: &Event) -> bool {
    matches!(event, Event::Asked | Event::Ended { .. })
}

impl FrameSource for &Reel<'_> {
    fn frame(&mut self) -> Result<Frame, CaptureError> {
        self.look()
    }
}

impl Clock for Reel<'_> {
    fn now(&self) -> Duration {
        self.state.borrow().now
    }

    fn pause(&self, duration: Duration) {
        let mut state = self.state.borrow_mut();
        state.now += duration;
        self.hear(&mut state);
    }
}

impl Pointer for &Reel<'_> {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        let mut state = self.state.borrow_mut();
        if let Some(found @ Event::Found { .. }) = state.upcoming().cloned() {
            state.pass();
            state.tell(found, None);
        } else if let Some(Event::NoPointer { why, is_held }) = state.upcoming().cloned() {
            state.pass();
            state.tell(Event::NoPointer { why: why.clone(), is_held }, None);
            return Err(if is_held { InputError::ButtonHeld } else { InputError::NoPointer(why) });
        }
        self.hear(&mut state);
        Ok(state.pointer)
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        self.act(Event::Moved { to: point }).map(|_| ())
    }

    fn click(&mut self, button: Button, _: Duration) -> Result<Option<DesktopPoint>, InputError> {
        let clicked = Event::Clicked { button, to: None, before: None, after: None };
        Ok(passage(self.act(clicked)?).after)
    }

    fn click_at(&mut self, point: DesktopPoint, button: Button) -> Result<Passage, InputError> {
        let clicked = Event::Clicked { button, to: Some(point), before: None, after: None };
        self.act(clicked).map(passage)
    }
}

fn passage(event: Event) -> Passage {
    match event {
        Event::Clicked { before, after, .. } => Passage { before, after },
        _ => Passage { before: None, after: None },
    }
}

/// Eyes that are compared with what the record says that was seen.
struct Critic<'r, 'a> {
    eyes: &'r dyn Eyes,
    reel: &'r Reel<'a>,
}

impl Critic<'_, '_> {
    fn judged(&self, read: Result<Reading, Refusal>) -> Result<Reading, Refusal> {
        let seen = Seen::of(&read);
        let mut state = self.reel.state.borrow_mut();
        if let (Seen::Board { .. }, Some(frame)) = (&seen, &state.frame) {
            state.seen = Some((frame.placement, seen.clone()));
        }
        self.compare(&mut state, Event::Read { seen }, |event| matches!(event, Event::Read { .. }));
        read
    }

    /// Compares with what was seen then, if the player of the record looked in this way at all.
    fn compare(&self, state: &mut State, now: Event, is_same_kind: impl Fn(&Event) -> bool) {
        let then = state.upcoming().filter(|event| is_same_kind(event)).cloned();
        if then.is_some() {
            state.pass();
            state.compare(now, then);
        } else {
            state.tell(now, None);
        }
        self.reel.hear(state);
    }
}

impl Eyes for Critic<'_, '_> {
    fn read(&self, pixels: &RgbaImage) -> Result<Reading, Refusal> {
        self.judged(self.eyes.read(pixels))
    }

    fn read_all(&self, pixels: &RgbaImage) -> Result<Vec<Reading>, Refusal> {
        let read = self.eyes.read_all(pixels)?;
        read.into_iter().map(|reading| self.judged(Ok(reading))).collect()
    }

    fn read_at(&self, pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal> {
        self.judged(self.eyes.read_at(pixels, lattice))
    }

    fn read_shaded(
        &self,
        pixels: &RgbaImage,
        lattice: &Lattice,
        before: &Before<'_>,
        marked: &CellSet,
    ) -> Result<Reading, Refusal> {
        self.judged(self.eyes.read_shaded(pixels, lattice, before, marked))
    }

    fn is_alike_in(&self, pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
        let alike = self.eyes.is_alike_in(pixels, lattice, cells);
        let mut state = self.reel.state.borrow_mut();
        let is_same_kind = |event: &Event| matches!(event, Event::Compared { .. });
        self.compare(&mut state, Event::Compared { alike }, is_same_kind);
        alike
    }
}

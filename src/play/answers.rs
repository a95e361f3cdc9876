//! What single clicks were seen to do, and the way to a queen that follows from it.

use super::{ClicksToQueen, Manners};
use crate::board::Mark;
use crate::input::Button;

/// All buttons that a game may want.
pub(super) const BUTTONS: [Button; 2] = [Button::Left, Button::Right];
const MARKS: [Mark; 3] = [Mark::Empty, Mark::Cross, Mark::Queen];

/// What a click that nobody has tried yet counts as, in clicks, where one that is known counts as
/// 1: trying is worth it as long as nothing known leads on. The button that the game has not
/// answered to yet is tried late, since it may open a menu over the board.
const UNTRIED: u32 = 1;
const UNTRIED_OTHER_BUTTON: u32 = 6;

/// What is added for a click that was without effect: it may have been lost.
const IGNORED: u32 = 3;

/// What is added for each one that was so with patience: all other ways come first. But it counts for
/// no proof, since some pages do not listen for seconds after they are shown.
const IGNORED_WITH_PATIENCE: u32 = 6;

/// After how many clicks in a row without an effect no more are tried: two rounds with the button
/// that is expected, and one with the other.
const MOST_IGNORED: usize = 6;

/// How many clicks of the right button without an effect are believed where those of the left one had
/// some: one may have been lost.
const IGNORED_BY_A_PAGE_THAT_ANSWERS: u32 = 2;

/// More than any way there is.
const FAR: u32 = 1000;

/// What is known of clicks with one button on one mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// So many clicks changed nothing; none where nobody has tried.
    Ignored(u32),
    /// A click makes this other mark of it.
    Becomes(Mark),
}

/// What single clicks were seen to do in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answers {
    /// The manners that are believed until clicks tell otherwise.
    expected: Manners,
    /// The button that the game answered to last; until then, the expected one.
    button: Button,
    table: [[Answer; MARKS.len()]; BUTTONS.len()],
    /// Whether a click had an effect without the pointer being over its cell for a while.
    answers_at_once: bool,
    /// How many clicks in a row were without effect.
    ignored: usize,
}

impl Answers {
    /// Nothing is known yet, and these manners are expected.
    pub(super) fn new(expected: Manners) -> Self {
        let table = [[Answer::Ignored(0); MARKS.len()]; BUTTONS.len()];
        Self { expected, button: expected.button, table, answers_at_once: false, ignored: 0 }
    }

    /// One click made `after` of `before`; the pointer had been over the cell for a while if it
    /// `hovered`.
    pub(super) fn note(&mut self, button: Button, before: Mark, after: Mark, hovered: bool) {
        let answer = &mut self.table[index(button)][mark_index(before)];
        *answer = match *answer {
            _ if before != after => Answer::Becomes(after),
            Answer::Ignored(times) => Answer::Ignored(times + 1),
            Answer::Becomes(_) => Answer::Ignored(1),
        };
        if before == after {
            self.ignored += 1;
        } else {
            self.button = button;
            self.note_effect(hovered);
        }
    }

    /// Whether it was seen what a click with `button` makes of this mark.
    pub(super) fn knows(&self, button: Button, mark: Mark) -> bool {
        matches!(self.table[index(button)][mark_index(mark)], Answer::Becomes(_))
    }

    /// Whether it was seen what single clicks of the left button make of all that is no queen.
    pub(super) fn knows_single_clicks(&self) -> bool {
        [Mark::Empty, Mark::Cross].iter().all(|&mark| self.knows(Button::Left, mark))
    }

    /// Whether clicks of the right button changed nothing, as often as it takes to believe it of a page that
    /// answers to the left one.
    pub(super) fn right_button_is_ignored(&self) -> bool {
        let ignored = |answer: &Answer| match answer {
            Answer::Ignored(times) => Some(*times),
            Answer::Becomes(_) => None,
        };
        let times: Option<u32> = self.table[index(Button::Right)].iter().map(ignored).sum();
        times.is_some_and(|times| times >= IGNORED_BY_A_PAGE_THAT_ANSWERS)
    }

    /// Whether no click was seen to make anything of any mark.
    pub(super) fn knows_nothing(&self) -> bool {
        self.table.iter().flatten().all(|answer| matches!(answer, Answer::Ignored(_)))
    }

    /// Whether a click with `button` was seen to put a cross into an empty cell.
    pub(super) fn makes_cross(&self, button: Button) -> bool {
        self.table[index(button)][mark_index(Mark::Empty)] == Answer::Becomes(Mark::Cross)
    }

    /// Whether single clicks with `button` were seen to put a cross into an empty cell, and then a queen.
    pub(super) fn lead_from_cross_to_queen(&self, button: Button) -> bool {
        self.makes_cross(button)
            && self.table[index(button)][mark_index(Mark::Cross)] == Answer::Becomes(Mark::Queen)
    }

    /// Some click had an effect; the pointer had been over its cell for a while if it `hovered`.
    pub(super) fn note_effect(&mut self, hovered: bool) {
        self.ignored = 0;
        self.answers_at_once |= !hovered;
    }

    /// Which of these buttons is next to be clicked with, on the shortest way from `mark` to one that
    /// `is_wanted`; none where every way leads nowhere, and where the game does not answer any more.
    pub(super) fn next_click(
        &self,
        mark: Mark,
        buttons: &[Button],
        is_wanted: impl Fn(Mark) -> bool,
    ) -> Option<Button> {
        if self.ignored >= MOST_IGNORED {
            return None;
        }
        let mut away = MARKS.map(|mark| if is_wanted(mark) { 0 } else { FAR });
        // No way without a circle is longer than there are marks.
        for _ in MARKS {
            for from in MARKS.into_iter().filter(|&from| !is_wanted(from)) {
                let best = buttons.iter().map(|&button| self.cost(button, from, &away)).min();
                away[mark_index(from)] = best.unwrap_or(FAR);
            }
        }
        let mut order = buttons.to_vec();
        order.sort_by_key(|&button| button != self.button);
        let next = order.into_iter().min_by_key(|&button| self.cost(button, mark, &away))?;
        (self.cost(next, mark, &away) < FAR).then_some(next)
    }

    fn cost(&self, button: Button, from: Mark, away: &[u32; MARKS.len()]) -> u32 {
        let untried = if button == self.button { UNTRIED } else { UNTRIED_OTHER_BUTTON };
        match self.table[index(button)][mark_index(from)] {
            Answer::Ignored(0) => untried,
            Answer::Ignored(times) => {
                untried + IGNORED + IGNORED_WITH_PATIENCE * (times / self.round())
            }
            Answer::Becomes(to) => 1 + away[mark_index(to)],
        }
    }

    /// How many clicks without effect make a round, of which the last is made with patience. Where
    /// clicks without patience have had effects, one may have been lost, and is repeated as it was
    /// first.
    fn round(&self) -> u32 {
        if self.answers_at_once { 3 } else { 2 }
    }

    /// Whether the next click with `button` on this mark is to be made with patience, the pointer
    /// being over the cell for a while: it is the last of a round.
    pub(super) fn wants_hover(&self, button: Button, mark: Mark) -> bool {
        let answer = self.table[index(button)][mark_index(mark)];
        matches!(answer, Answer::Ignored(times) if times % self.round() == self.round() - 1)
    }

    /// The manners of the game, now that a click with `button` has made a queen. What was not seen
    /// is as it was expected.
    pub(super) fn manners(&self, button: Button) -> Manners {
        let answer = |mark| self.table[index(button)][mark_index(mark)];
        let clicks_to_queen = match (answer(Mark::Empty), answer(Mark::Cross)) {
            (Answer::Becomes(Mark::Queen), _) => ClicksToQueen::One,
            (Answer::Becomes(Mark::Cross), _) => ClicksToQueen::Two,
            // Not the order that was expected.
            (_, Answer::Becomes(Mark::Queen))
                if self.expected.clicks_on_cross == ClicksToQueen::Two =>
            {
                ClicksToQueen::Two
            }
            _ => self.expected.clicks_to_queen,
        };
        let clicks_on_cross = match answer(Mark::Cross) {
            Answer::Becomes(Mark::Empty) => ClicksToQueen::Two,
            Answer::Becomes(Mark::Queen) => ClicksToQueen::One,
            // After the cross the circle begins anew.
            _ if answer(Mark::Queen) == Answer::Becomes(Mark::Cross) => ClicksToQueen::Two,
            _ => self.expected.clicks_on_cross,
        };
        Manners { clicks_to_queen, clicks_on_cross, button, ..self.expected }
    }
}

fn index(button: Button) -> usize {
    match button {
        Button::Left => 0,
        Button::Right => 1,
    }
}

fn mark_index(mark: Mark) -> usize {
    match mark {
        Mark::Empty => 0,
        Mark::Cross => 1,
        Mark::Queen => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clicks in a game, which makes a mark of a mark, until a queen stands in a cell where `mark`
    /// stood, and gives the clicks and the manners that were learned.
    fn learn(game: &dyn Fn(Button, Mark) -> Mark, mark: Mark) -> Option<(usize, Manners)> {
        let mut answers = Answers::new(Manners::default());
        let mut now = mark;
        for clicks in 1..20 {
            let button = answers.next_click(now, &BUTTONS, |mark| mark == Mark::Queen)?;
            let after = game(button, now);
            answers.note(button, now, after, true);
            now = after;
            if now == Mark::Queen {
                return Some((clicks, answers.manners(button)));
            }
        }
        None
    }

    fn cycle(marks: &[Mark], mark: Mark) -> Mark {
        let at = marks.iter().position(|&other| other == mark);
        at.map_or(Mark::Queen, |at| marks[(at + 1) % marks.len()])
    }

    const TWO: [Mark; 3] = [Mark::Empty, Mark::Cross, Mark::Queen];
    const ONE: [Mark; 2] = [Mark::Empty, Mark::Queen];
    const QUEEN_FIRST: [Mark; 3] = [Mark::Empty, Mark::Queen, Mark::Cross];
    const CROSS: [Mark; 2] = [Mark::Empty, Mark::Cross];

    fn left_only(cycle_of: fn(Mark) -> Mark) -> impl Fn(Button, Mark) -> Mark {
        move |button, mark| match button {
            Button::Left => cycle_of(mark),
            Button::Right => panic!("the right button is not to be tried"),
        }
    }

    fn manners(clicks: ClicksToQueen, on_cross: ClicksToQueen, button: Button) -> Manners {
        Manners { clicks_to_queen: clicks, clicks_on_cross: on_cross, button, ..Manners::default() }
    }

    #[test]
    fn games_of_the_left_button_are_learned_without_touching_the_right_one() {
        use ClicksToQueen::{One, Two};
        let two = left_only(|mark| cycle(&TWO, mark));
        assert_eq!(learn(&two, Mark::Empty), Some((2, manners(Two, One, Button::Left))));
        assert_eq!(learn(&two, Mark::Cross), Some((1, manners(Two, One, Button::Left))));
        let one = left_only(|mark| cycle(&ONE, mark));
        assert_eq!(learn(&one, Mark::Empty), Some((1, manners(One, One, Button::Left))));
        let first = left_only(|mark| cycle(&QUEEN_FIRST, mark));
        assert_eq!(learn(&first, Mark::Cross), Some((2, manners(One, Two, Button::Left))));
    }

    #[test]
    fn where_the_left_button_leads_nowhere_the_right_one_is_tried() {
        use ClicksToQueen::{One, Two};
        let crosses_left = |button, mark| match button {
            Button::Left => cycle(&CROSS, mark),
            Button::Right => cycle(&ONE, mark),
        };
        // Left twice, and then right.
        let learned = learn(&crosses_left, Mark::Empty);
        assert_eq!(learned, Some((3, manners(One, One, Button::Right))));
        let right_cycles = |button, mark| match button {
            Button::Left => mark,
            Button::Right => cycle(&TWO, mark),
        };
        let learned = learn(&right_cycles, Mark::Empty);
        assert_eq!(learned, Some((4, manners(Two, One, Button::Right))));
    }

    #[test]
    fn a_queen_made_of_a_cross_does_not_tell_how_many_clicks_an_empty_cell_takes() {
        use ClicksToQueen::{One, Two};
        let learned = |expected: Manners| {
            let mut answers = Answers::new(expected);
            answers.note(Button::Right, Mark::Cross, Mark::Queen, false);
            answers.manners(Button::Right).clicks_to_queen
        };
        assert_eq!(learned(manners(One, One, Button::Right)), One);
        assert_eq!(learned(manners(Two, One, Button::Right)), Two);
        // From an empty cell to a queen to a cross: the game is another one.
        assert_eq!(learned(manners(One, Two, Button::Right)), Two);
    }

    #[test]
    fn one_lost_click_is_tried_again_before_the_other_button() {
        let mut answers = Answers::new(Manners::default());
        let is_queen = |mark| mark == Mark::Queen;
        answers.note(Button::Left, Mark::Empty, Mark::Empty, false);
        assert_eq!(answers.next_click(Mark::Empty, &BUTTONS, is_queen), Some(Button::Left));
        answers.note(Button::Left, Mark::Empty, Mark::Empty, true);
        assert_eq!(answers.next_click(Mark::Empty, &BUTTONS, is_queen), Some(Button::Right));
    }

    #[test]
    fn a_click_is_repeated_with_patience_where_none_had_an_effect_without() {
        let mut answers = Answers::new(Manners::default());
        assert!(!answers.wants_hover(Button::Left, Mark::Empty), "it was not tried yet");
        answers.note(Button::Left, Mark::Empty, Mark::Empty, false);
        assert!(answers.wants_hover(Button::Left, Mark::Empty));
        answers.note_effect(false);
        assert!(!answers.wants_hover(Button::Left, Mark::Empty));
        answers.note(Button::Left, Mark::Empty, Mark::Empty, false);
        assert!(answers.wants_hover(Button::Left, Mark::Empty));
        let is_cross = |mark| mark == Mark::Cross;
        assert_eq!(answers.next_click(Mark::Empty, &BUTTONS, is_cross), Some(Button::Left));
        answers.note(Button::Left, Mark::Empty, Mark::Empty, true);
        assert_eq!(answers.next_click(Mark::Empty, &BUTTONS, is_cross), Some(Button::Right));
    }

    #[test]
    fn where_neither_button_has_an_effect_both_are_tried_again() {
        let mut answers = Answers::new(Manners::default());
        let mut tried = Vec::new();
        while let Some(button) =
            answers.next_click(Mark::Empty, &BUTTONS, |mark| mark == Mark::Queen)
        {
            let hovers = answers.wants_hover(button, Mark::Empty);
            answers.note(button, Mark::Empty, Mark::Empty, hovers);
            tried.push((button, hovers));
        }
        let round = |button| [(button, false), (button, true)];
        let rounds = [Button::Left, Button::Right, Button::Left].map(round);
        assert_eq!(tried, rounds.concat());
        // Something happened all the same: it is worth another try.
        answers.note_effect(false);
        assert!(answers.next_click(Mark::Empty, &BUTTONS, |mark| mark == Mark::Queen).is_some());
    }

    #[test]
    fn a_game_that_answers_to_nothing_is_given_up() {
        assert_eq!(learn(&|_, mark| mark, Mark::Empty), None);
    }
}

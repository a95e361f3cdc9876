//! Reads one grid: as it is, or with a line more or less where it is not square.

use super::belief::{Disbelief, confidence};
use super::locate::Grid;
use super::sampling::{Rgb, distance};
use super::walls::{self, Borders};
use super::{
    Doubt, Evidence, Reading, beyond, cells, checkered, cover, cut_short, faded, frame_edge,
    glossy, judge, labels, line_check, marks, outer_frame, outlines, patterns, printed, regions,
    repainted, stain, surroundings, told, witness,
};
use crate::board::{Board, Cell, Mark, Region};
use crate::geometry::Lattice;
use crate::solver::Outcome;
use image::RgbaImage;
use std::ops::RangeInclusive;

/// Reads the board on a grid. Where a grid has more columns than rows, or the other way round, the
/// missing ones may be there all the same: cut by the picture's edge, or striped by the game, so
/// that they are no tiles.
pub(super) fn read_grid(pixels: &RgbaImage, grid: &Grid) -> Result<Reading, Disbelief> {
    if !grid.has_cells {
        let grid = outlines::on_level_edges(pixels, grid).ok_or(Doubt::StrayLines)?;
        return read_outlines(pixels, &grid);
    }
    if grid.columns == grid.rows {
        return read_lattice(pixels, grid.window(0, 0, grid.columns));
    }
    let size = grid.columns.max(grid.rows);
    read_around(pixels, grid, size..=size)
        .or_else(|| labels::read_without(pixels, grid))
        .ok_or_else(|| doubt_of_oblong(pixels, grid))
}

/// The least part of a board's cells that must be seen as such. Chosen.
const SEEN: f64 = 0.2;

/// Reads the board of which a grid is only a part, where letters, noise or a hint leave no flat areas in the
/// rest of it.
pub(super) fn read_larger(pixels: &RgbaImage, grid: &Grid) -> Option<Reading> {
    let (least, most) = (grid.columns.min(grid.rows), grid.columns.max(grid.rows));
    let colours = cells::measure_colours(pixels, &grid.window(0, 0, least));
    if !regions::has_coloured_areas(&colours, least) && !regions::has_board_colours(&colours, least)
    {
        return None;
    }
    let largest = ((grid.columns * grid.rows) as f64 / SEEN).sqrt() as usize;
    read_around(pixels, grid, most + 1..=largest.min(*outlines::ROWS.end()))
        .filter(|reading| reading.board.is_connected())
}

/// Reads the board of one of these sizes that has a grid in it, if it ends all around where its lattice
/// does, if there is just one place for it, and if each line beyond the grid shares a region with the rest:
/// one that is walled off may be the page, and so may one that makes a region with a line beside it alone.
fn read_around(pixels: &RgbaImage, grid: &Grid, sizes: RangeInclusive<usize>) -> Option<Reading> {
    let windows = sizes.flat_map(|size| {
        let rows = 0..=size - grid.rows;
        rows.flat_map(move |above| (0..=size - grid.columns).map(move |left| (size, above, left)))
    });
    let mut readings = windows.filter_map(|(size, above, left)| {
        let lattice = grid.window(-(above as isize), -(left as isize), size);
        let may_be_whole = shows(pixels, &lattice)
            && surroundings::is_enclosed(pixels, &lattice)
            && !surroundings::is_open(pixels, &lattice);
        let (reading, line) = may_be_whole.then(|| read_all_of(pixels, lattice).ok())??;
        let is_linked = |is_row: bool, before: usize, seen: usize| {
            (0..before)
                .chain(before + seen - 1..size - 1)
                .all(|line| shares_a_region(&reading.board, is_row, line))
        };
        let is_believed = matches!(reading.outcome, Outcome::Unique(_))
            && !is_framed(&reading.board)
            && !has_queens_of_another_puzzle(&reading)
            && labels::within(pixels, &reading).is_none()
            && !beyond::goes_on_around_a_corner(pixels, &reading.lattice, &line)
            && !outer_frame::goes_around_more(pixels, &reading.lattice)
            && is_linked(true, above, grid.rows)
            && is_linked(false, left, grid.columns);
        is_believed.then_some(reading)
    });
    match (readings.next(), readings.next()) {
        (Some(reading), None) => Some(reading),
        _ => None,
    }
}

/// So few areas all around may be the page and a window, unless the solver finds one solution: of 2568
/// levels of other people's games, 74 have as few regions all around.
const FEW_AROUND: usize = 2;

/// The least part of the cells all around that are the page, if something covers the rest of them. Chosen.
const PAGE: f64 = 0.8;

/// Reads the board on a grid of which only the outlines of regions can be seen. Other puzzles of
/// coloured patches look like that too: only the solver tells a Queens board from them.
fn read_outlines(pixels: &RgbaImage, grid: &Grid) -> Result<Reading, Disbelief> {
    let reading = read_lattice(pixels, grid.window(0, 0, grid.rows))?;
    let is_unique = matches!(reading.outcome, Outcome::Unique(_));
    let size = reading.board.size();
    let last = size - 1;
    let is_outer = |cell: &Cell| [cell.row, cell.col].iter().any(|&at| at == 0 || at == last);
    let mut areas = vec![0; size];
    for cell in reading.board.cells().filter(is_outer) {
        areas[reading.board.region(cell).0] += 1;
    }
    let around = areas.iter().filter(|&&area| area > 0).count();
    let largest = areas.iter().max().copied().unwrap_or_default();
    if around <= FEW_AROUND && !is_unique {
        return Err(Disbelief::NotABoard);
    }
    if around <= FEW_AROUND && largest as f64 > PAGE * areas.iter().sum::<usize>() as f64 {
        return Err(Doubt::PartOfMore.into());
    }
    // Colours and walls, which are all there is to see here, may agree by chance on few cells.
    let is_sure = reading.evidence.colours_and_walls_agree && size > witness::SMALL;
    if is_sure || is_unique {
        return Ok(reading);
    }
    Err(Doubt::NotUnique.into())
}

/// Whether some region has cells side by side in row (or column) `line` and in the next.
fn shares_a_region(board: &Board, is_row: bool, line: usize) -> bool {
    let cell =
        |line: usize, at: usize| if is_row { Cell::at(line, at) } else { Cell::at(at, line) };
    (0..board.size()).any(|at| board.region(cell(line, at)) == board.region(cell(line + 1, at)))
}

/// Whether some region is nothing but whole outer rows and columns: so is the page beside a smaller board.
/// With it, that one has just one solution again.
fn is_framed(board: &Board) -> bool {
    let last = board.size() - 1;
    let lines: [fn(&Cell, usize) -> bool; 4] = [
        |cell, _| cell.row == 0,
        |cell, last| cell.row == last,
        |cell, _| cell.col == 0,
        |cell, last| cell.col == last,
    ];
    // Of each region, the cells on the outer lines that are wholly of it.
    let whole_line = |line: &fn(&Cell, usize) -> bool| {
        let mut cells = board.cells().filter(|cell| line(cell, last));
        let region = board.region(cells.next()?);
        cells.all(|cell| board.region(cell) == region).then_some((region, *line))
    };
    let whole: Vec<_> = lines.iter().filter_map(whole_line).collect();
    whole.iter().any(|(region, _)| {
        let mut own = board.cells().filter(|cell| board.region(*cell) == *region);
        own.all(|cell| whole.iter().any(|(other, line)| other == region && line(&cell, last)))
    })
}

/// The least part of an outer cell that must be in the picture: less does not show its colour.
const SHOWN: f64 = 0.4;

/// Whether enough of every cell is inside of the picture.
fn shows(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    let rect = lattice.rect();
    let hidden = 1.0 - SHOWN;
    rect.min.x >= -hidden * lattice.pitch.x
        && rect.min.y >= -hidden * lattice.pitch.y
        && rect.max.x <= f64::from(pixels.width()) + hidden * lattice.pitch.x
        && rect.max.y <= f64::from(pixels.height()) + hidden * lattice.pitch.y
}

/// Why a grid that is not square is not a board, or only a part of one.
fn doubt_of_oblong(pixels: &RgbaImage, grid: &Grid) -> Disbelief {
    let size = grid.columns.min(grid.rows);
    let colours = cells::measure_colours(pixels, &grid.window(0, 0, size));
    if !regions::has_coloured_areas(&colours, size) {
        return Disbelief::NotABoard;
    }
    let rect = grid.rect();
    let sides = if grid.columns < grid.rows {
        let right = f64::from(pixels.width()) - rect.max.x;
        [("left", rect.min.x < grid.pitch.x), ("right", right < grid.pitch.x)]
    } else {
        let bottom = f64::from(pixels.height()) - rect.max.y;
        [("top", rect.min.y < grid.pitch.y), ("bottom", bottom < grid.pitch.y)]
    };
    let cut_at = sides.into_iter().filter_map(|(side, is_near)| is_near.then_some(side)).collect();
    Doubt::Oblong { columns: grid.columns, rows: grid.rows, cut_at }.into()
}

/// Reads the board on a lattice, or within it where its outer cells are labels.
pub(super) fn read_lattice(pixels: &RgbaImage, lattice: Lattice) -> Result<Reading, Disbelief> {
    let is_board = |inner: &Reading| {
        matches!(inner.outcome, Outcome::Unique(_)) && !has_queens_of_another_puzzle(inner)
    };
    let read_within = |inner: Lattice| {
        let inner = read_all_of(pixels, inner).map(|(inner, _)| inner).ok();
        inner.filter(is_board)
    };
    let read = read_all_of(pixels, lattice);
    let makes_no_puzzle = |disbelief: &Disbelief| {
        [Doubt::NotUnique, Doubt::NoSolution].map(Disbelief::from).contains(disbelief)
    };
    if read.as_ref().is_err_and(makes_no_puzzle)
        && let Some(reading) = labels::within_cells(pixels, &lattice).and_then(read_within)
    {
        return Ok(reading);
    }
    let (reading, line) = read.map_err(|disbelief| explained(pixels, &lattice, disbelief))?;
    let Some(inner) = labels::within(pixels, &reading) else {
        if beyond::goes_on_around_a_corner(pixels, &reading.lattice, &line)
            || outer_frame::goes_around_more(pixels, &reading.lattice)
        {
            return Err(Doubt::PartOfMore.into());
        }
        if has_painted_lines(&reading) {
            return Err(Doubt::Unclear.into());
        }
        let is_other = has_queens_of_another_puzzle(&reading);
        return if is_other { Err(Doubt::TooManyQueens.into()) } else { Ok(reading) };
    };
    read_within(inner).ok_or_else(|| Doubt::Labelled.into())
}

/// The doubt about regions, or what makes it: queens that have painted their cells.
fn explained(pixels: &RgbaImage, lattice: &Lattice, disbelief: Disbelief) -> Disbelief {
    let is_painted =
        || repainted::may_be_painted(&cells::measure_colours(pixels, lattice), lattice.size);
    match disbelief {
        Disbelief::InDoubt(Doubt::NoRegions(_) | Doubt::NotUnique | Doubt::Covered)
            if is_painted() =>
        {
            Doubt::Painted.into()
        }
        other => other,
    }
}

/// Reads the board that a whole lattice is, and the colour of its lines: without the shine of its cells, what makes those
/// that are crossed out fade, or the patterns in them, if there are any. What may be two boards with patterns is none.
fn read_all_of(pixels: &RgbaImage, lattice: Lattice) -> Result<(Reading, Rgb), Disbelief> {
    let drawn = read_as_drawn(pixels, lattice);
    if matches!(drawn, Err(Disbelief::InDoubt(_)))
        && let Some(plain) = glossy::without_gloss(pixels, &lattice)
        && let Ok(read) = read_as_drawn(&plain, lattice)
    {
        return Ok(read);
    }
    if matches!(drawn, Err(Disbelief::InDoubt(_)))
        && let Some(plain) = faded::without_fading(pixels, &lattice)
        && let Ok(read) = read_as_drawn(&plain, lattice)
        && matches!(read.0.outcome, Outcome::Unique(_))
    {
        return Ok(read);
    }
    let plain = match &drawn {
        Ok((Reading { board, palette, .. }, _)) => {
            let plain = patterns::without_patterns(pixels, &lattice, board, palette);
            plain.map(|plain| (board.clone(), plain)).into_iter().collect()
        }
        Err(Disbelief::InDoubt(_)) => patterns::by_patterns(pixels, &lattice),
        Err(Disbelief::NotABoard) => Vec::new(),
    };
    let read = plain.iter().map(|(board, plain)| {
        let (reading, line) = read_as_drawn(plain, lattice)?;
        if reading.board != *board {
            return Err(Doubt::Contradiction.into());
        }
        // Without its patterns, the board ends where they were taken away.
        if patterns::go_on(pixels, &lattice) {
            return Err(Doubt::PartOfMore.into());
        }
        Ok((reading, line))
    });
    let (read, doubts): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
    if read.len() > 1 {
        return Err(Doubt::Contradiction.into());
    }
    read.into_iter().chain(doubts).next().unwrap_or(drawn)
}

/// Reads the board that a whole lattice is as it is drawn, and the colour of its lines.
fn read_as_drawn(pixels: &RgbaImage, lattice: Lattice) -> Result<(Reading, Rgb), Disbelief> {
    let size = lattice.size;
    let measured = cells::measure_colours(pixels, &lattice);
    let unshaded = checkered::without_checks(&measured, size);
    let colours = unshaded.as_ref().unwrap_or(&measured);
    let borders = walls::measure_borders(pixels, &lattice);
    // What they may be without what lies over some of them.
    let otherwise = || {
        let without_rings = walls::measure_borders_without_rings(pixels, &lattice);
        let of_shades = [0, 1].into_iter().filter(|_| size > witness::SMALL);
        without_rings.into_iter().chain(of_shades.map(|shade| borders.of_shade(shade)))
    };
    let is_colourless = regions::has_few_colours(colours);
    if is_colourless {
        let is_puzzle = |borders: &Borders| judge::is_walled_puzzle(colours, &borders.list, size);
        if !is_puzzle(&borders) && !otherwise().any(|borders| is_puzzle(&borders)) {
            return Err(Disbelief::NotABoard);
        }
        if size <= witness::SMALL {
            return Err(Doubt::Colourless.into());
        }
    }
    let is_hopeless = |disbelief: &Disbelief| {
        matches!(disbelief, Disbelief::InDoubt(doubt) if doubt.is_about_a_board())
            || line_check::is_covered(&borders.list, None)
    };
    let (borders, verdict) = match judge::judge(colours, &borders.list, size) {
        Err(disbelief) if !is_hopeless(&disbelief) => {
            // Of lines that contradict the colours, a part that tells nothing does not take that back; nor does a part
            // of them make one puzzle of colours that show several.
            let is_open = [Doubt::Contradiction, Doubt::NotUnique].map(Disbelief::from);
            let must_agree = is_open.contains(&disbelief);
            let judged = |borders: Borders| {
                let verdict = judge::judge(colours, &borders.list, size).ok()?;
                (verdict.colours_and_walls_agree || !must_agree).then_some((borders, verdict))
            };
            otherwise().find_map(judged).ok_or(disbelief)?
        }
        verdict => (borders, verdict?),
    };
    let verdict = if repainted::has_painted_region(pixels, &lattice, colours, &verdict.labels) {
        judge::judge_as_painted(colours, &borders.list, size)?
    } else {
        verdict
    };
    if has_only_rectangles(&verdict.board) {
        return Err(Disbelief::NotABoard);
    }
    let palette = regions::measure_palette(colours, &verdict.labels, size);
    let labels = &verdict.labels;
    let must_be_whole = verdict.must_be_whole || is_colourless;
    if surroundings::is_part_of_more(pixels, &lattice, &palette.colours, labels, must_be_whole) {
        return Err(Doubt::PartOfMore.into());
    }
    let of_regions: Vec<_> = labels.iter().map(|&region| palette.colours[region]).collect();
    let marks = marks::measure_marks(pixels, &lattice, &measured, &of_regions);
    let marks = printed::without_print(pixels, &lattice, &measured, &verdict.board, marks);
    let marks = match &verdict.outcome {
        Outcome::Unique(solution) => {
            told::told_by_solution(pixels, &lattice, &measured, marks, solution)
        }
        _ => marks,
    };
    let has_queen = |index: usize| marks.mark(Cell::at(index / size, index % size)) == Mark::Queen;
    if !verdict.painted.iter().all(|&cell| has_queen(cell)) {
        return Err(Doubt::Unclear.into());
    }
    let border = frame_edge::measure(pixels, &lattice, &measured, &borders);
    if border.is_covered {
        return Err(Doubt::Covered.into());
    }
    if let Some(side) = cut_short::side_cut_short(pixels, &lattice, &measured, borders.line) {
        return Err(Doubt::CutShort { side: side.name() }.into());
    }
    // What covers cells may look like a region, but hardly to both witnesses.
    let is_told_by_one = verdict.confidence < confidence::ALL_AGREE;
    if is_told_by_one && cover::has_edge_through_cells(pixels, &lattice) {
        return Err(Doubt::Overlaid.into());
    }
    // Of a larger board, more would be seen beyond that than the page, and hardly one with a solution before it.
    let ends = border.ends_in_page && matches!(verdict.outcome, Outcome::Unique(_));
    if !border.missing.is_empty() && !ends {
        return Err(Doubt::CutOff { cut_at: border.missing }.into());
    }
    let reading = Reading {
        rect: border.rect,
        marks,
        board: verdict.board,
        lattice,
        outcome: verdict.outcome,
        palette: palette.colours,
        evidence: Evidence {
            confidence: verdict.confidence,
            colours_and_walls_agree: verdict.colours_and_walls_agree,
            colour_margin: f64::from(palette.margin),
            colour_spread: f64::from(palette.spread),
        },
    };
    Ok((reading, borders.line))
}

/// The most queens on a board, for each of its rows. Chosen: nobody who is wrong places more, and the two ends of
/// each path of Flow Free, or the digits of a Sudoku with odd regions, are.
const MANY: f64 = 1.5;

/// The least number of queens that are one too many in their row, column or region, for each row of a board with
/// several solutions, that tell another puzzle: with a third of the stars of a puzzle with two a row, it is
/// 0.6 to 1. Chosen: a player who is wrong sees it sooner.
const EXCESS: f64 = 0.5;

/// Whether queens stand as in another puzzle: far too many; or, where the solver does not confirm the regions, many
/// that are one too many in their row, column or region.
fn has_queens_of_another_puzzle(reading: &Reading) -> bool {
    let Reading { board, marks, outcome, .. } = reading;
    let size = board.size();
    let mut counts = vec![0_usize; 3 * size];
    for queen in marks.queens() {
        for place in [queen.row, size + queen.col, 2 * size + board.region(queen).0] {
            counts[place] += 1;
        }
    }
    let excess: usize = counts.iter().map(|count| count.saturating_sub(1)).sum();
    let is_confirmed = matches!(outcome, Outcome::Unique(_));
    marks.queens().count() as f64 > MANY * size as f64
        || (!is_confirmed && excess as f64 >= EXCESS * size as f64)
}

/// Whether all cells in line with several queens are one region, in whose colour no queen stands, and no walls show that:
/// some games paint the cells that a queen attacks, and the other colours that are left may make a puzzle with them.
fn has_painted_lines(reading: &Reading) -> bool {
    let Reading { board, marks, palette, evidence, .. } = reading;
    let is_attacked = |cell: &Cell| {
        marks.mark(*cell) != Mark::Queen
            && marks.queens().any(|queen| queen.row == cell.row || queen.col == cell.col)
    };
    let mut attacked = board.cells().filter(is_attacked).map(|cell| board.region(cell));
    let Some(painted) = attacked.next() else { return false };
    let is_other = |queen: Cell| {
        distance(&palette[board.region(queen).0], &palette[painted.0]) > stain::CONTRAST
    };
    !evidence.colours_and_walls_agree
        && marks.queens().count() > 1
        && attacked.all(|region| region == painted)
        && marks.queens().all(is_other)
}

/// Whether each region is a rectangle: such boards are those of another puzzle, Shikaku, which is cut into
/// rectangles. Of 2744 levels of other people's games none is.
fn has_only_rectangles(board: &Board) -> bool {
    (0..board.size()).map(Region).all(|region| {
        let own: Vec<Cell> = board.cells().filter(|&cell| board.region(cell) == region).collect();
        let side = |at: fn(&Cell) -> usize| {
            let least = own.iter().map(at).min().unwrap_or_default();
            own.iter().map(at).max().unwrap_or_default() + 1 - least
        };
        side(|cell| cell.row) * side(|cell| cell.col) == own.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse;

    #[test]
    fn a_region_of_whole_outer_lines_frames_a_board_and_no_other_does() {
        let is_framed = |text: &str| is_framed(&parse(text).unwrap());
        assert!(is_framed("AAAAA\nABBCC\nABBCC\nADDEE\nADDEE"), "a row and a column");
        assert!(is_framed("BBCCA\nBBCCA\nDDEEA\nDDEEA\nDDEEA"), "a column");
        assert!(!is_framed("AAAAA\nABBCC\nABBCC\nADDEE\nAADEE"), "and one more cell");
        assert!(!is_framed("AAAAB\nACCBB\nACCBB\nADDEE\nADDEE"), "a row that ends early");
        assert!(!is_framed("BBBCC\nAAAAA\nBDDCC\nDDDEE\nDDEEE"), "a row within");
    }
}

//! What the reader saw on its way, stage by stage, as pictures with captions: for people who want
//! to know why a board was read as it was, or not at all.

use super::belief::Disbelief;
use super::grid_reading::read_grid;
use super::locate::Grid;
use super::outlines::on_level_edges;
use super::overlay::{draw_frame, fill, stroke};
use super::regions::{self, Partition};
use super::rivals::is_same_place;
use super::sampling::Rgb;
use super::search::{TOLERANCES, all_candidates};
use super::walls::Border;
use super::{cells, tiles, walls};
use crate::board::Cell;
use crate::geometry::{FramePoint, FrameRect};
use image::{Rgba, RgbaImage};
use imageproc::drawing::Blend;

/// One stage of reading a picture.
#[derive(Debug, Clone)]
pub struct Stage {
    /// What it is, in one word: `tiles` or `lattice`.
    pub name: &'static str,
    /// What was seen and what came of it, in one sentence.
    pub caption: String,
    /// The picture, with what was seen drawn over it.
    pub picture: RgbaImage,
}

/// The most lattices that are shown: other grids on a desktop are many, and small.
const LATTICES: usize = 12;

/// The flat areas that could be cells.
const TILE: Rgba<u8> = Rgba([0, 80, 255, 255]);
/// Borders from no ink to the strongest line.
const FAINT: [f32; 3] = [0.0, 160.0, 255.0];
const STRONG: [f32; 3] = [255.0, 0.0, 150.0];
/// The outline of a lattice.
const OUTLINE: Rgba<u8> = Rgba([255, 120, 0, 255]);

/// The stages of reading a picture, in their order: for each tolerance the flat areas that could be
/// cells; then the lattices they make, the largest first, each once, with the strength of every
/// border (from blue to pink) and the colour that was measured for every cell, framed in the
/// colour of the cluster it fell into.
#[must_use]
pub fn stages(pixels: &RgbaImage) -> Vec<Stage> {
    let mut stages: Vec<Stage> =
        TOLERANCES.iter().map(|&tolerance| tile_stage(pixels, tolerance)).collect();
    let mut grids: Vec<Grid> = Vec::new();
    for grid in TOLERANCES.iter().flat_map(|&tolerance| all_candidates(pixels, tolerance)) {
        let is_shown = |other: &Grid| {
            (grid.columns, grid.rows) == (other.columns, other.rows)
                && is_same_place(&grid.rect(), &other.rect())
        };
        if !grids.iter().any(is_shown) {
            let on_edges = || on_level_edges(pixels, &grid);
            let outline = (!grid.has_cells).then(on_edges).flatten();
            grids.push(outline.unwrap_or(grid));
        }
    }
    grids.sort_by(|a, b| b.rect().area().total_cmp(&a.rect().area()));
    stages.extend(grids.iter().take(LATTICES).map(|grid| lattice_stage(pixels, grid)));
    stages
}

fn tile_stage(pixels: &RgbaImage, tolerance: u8) -> Stage {
    let areas = tiles::flat_areas(pixels, tolerance);
    let tiles = tiles::cell_like(pixels, &areas, tolerance);
    let mut canvas = Blend(pixels.clone());
    for tile in &tiles {
        let corner = |x: u32, y: u32| FramePoint::new(f64::from(x), f64::from(y));
        let rect = FrameRect::new(corner(tile.left, tile.top), corner(tile.right, tile.bottom));
        draw_frame(&mut canvas, rect, TILE);
    }
    let caption = format!(
        "{} flat areas, of which {} could be cells, where neighbouring pixels differ by up to \
         {tolerance} levels",
        areas.boxes.len(),
        tiles.len()
    );
    Stage { name: "tiles", caption, picture: canvas.0 }
}

fn lattice_stage(pixels: &RgbaImage, grid: &Grid) -> Stage {
    let size = grid.columns.min(grid.rows);
    let lattice = grid.window(0, 0, size);
    let colours = cells::measure_colours(pixels, &lattice);
    let borders = walls::measure_borders(pixels, &lattice).list;
    let by_colours = regions::by_colours(&colours, size);
    let pitch = lattice.pitch.x.min(lattice.pitch.y);
    let mut canvas = Blend(pixels.clone());
    for (cell, &colour) in lattice.cells().zip(&colours.rgb) {
        let index = lattice.index(cell);
        let cluster = by_colours.as_ref().map_or(colour, |partition| {
            let first = partition.labels.iter().position(|&label| label == partition.labels[index]);
            first.map_or(colour, |first| colours.rgb[first])
        });
        let middle = FrameRect::from_points([lattice.cell_centre(cell)]);
        fill(&mut canvas, middle.inflate(pitch * 0.25, pitch * 0.25), opaque(cluster));
        fill(&mut canvas, middle.inflate(pitch * 0.17, pitch * 0.17), opaque(colour));
    }
    let strongest = borders.iter().map(|border| border.ink).fold(0.0, f32::max);
    for border in &borders {
        let share = if strongest > 0.0 { border.ink / strongest } else { 0.0 };
        let [r, g, b] =
            [0, 1, 2].map(|k| (FAINT[k] + share * (STRONG[k] - FAINT[k])).round() as u8);
        let cell = |index: usize| Cell::at(index / size, index % size);
        let (a, b_rect) =
            (lattice.cell_rect(cell(border.cells[0])), lattice.cell_rect(cell(border.cells[1])));
        let shared = a.intersection_unchecked(&b_rect);
        stroke(&mut canvas, shared.min, shared.max, (pitch * 0.05).max(1.0), Rgba([r, g, b, 255]));
    }
    draw_frame(&mut canvas, grid.rect(), OUTLINE);
    let FrameRect { min, max } = grid.rect();
    let caption = format!(
        "{} columns and {} rows {} at ({:.0}, {:.0}) to ({:.0}, {:.0}): {}; {}; {}",
        grid.columns,
        grid.rows,
        if grid.has_cells { "of cells" } else { "within outlines" },
        min.x,
        min.y,
        max.x,
        max.y,
        describe_walls(&borders, &colours, size),
        by_colours.as_ref().map_or("no clusters of colour".to_owned(), |partition| format!(
            "colours {:.2} times as far apart between regions as within",
            partition.clarity
        )),
        match read_grid(pixels, grid) {
            Ok(reading) => format!("read, confidence {}", reading.evidence.confidence),
            Err(Disbelief::NotABoard) => "no board".to_owned(),
            Err(Disbelief::InDoubt(doubt)) => doubt.to_string(),
        }
    );
    Stage { name: "lattice", caption, picture: canvas.0 }
}

fn describe_walls(borders: &[Border], colours: &cells::CellColours, size: usize) -> String {
    let Some(threshold) = regions::wall_threshold(borders, size) else {
        return "no borders".to_owned();
    };
    let parts = match regions::by_walls(borders, threshold, colours, size) {
        Some(Partition { is_closed: true, .. }) => "that part the regions",
        Some(_) => "that part the regions into pieces",
        None => "that part no regions",
    };
    format!("walls {:.2} times as strong as other lines, {parts}", threshold.clarity)
}

fn opaque([r, g, b]: Rgb) -> Rgba<u8> {
    Rgba([r, g, b, 255])
}

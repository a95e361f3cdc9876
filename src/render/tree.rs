//! Draws the tree of a search as constraint programmers know it: branches are circles, failures red
//! squares, solutions green diamonds.

use crate::board::Cell;
use crate::solver::tree::{Node, NodeKind, Tree};
use std::fmt::Write as _;

/// How large a tree is drawn, in pixels: with labels that do not overlap, or small.
struct Scale {
    /// From one leaf to the next.
    across: f64,
    /// From one level to the next.
    down: f64,
    /// Half the width of a node's sign.
    radius: f64,
    /// Whether the tried cells are written at the nodes.
    is_labelled: bool,
}

impl Scale {
    fn of(nodes: &[Node]) -> Self {
        if nodes.len() > MOST_LABELLED {
            return Self { across: 8.0, down: 40.0, radius: 3.0, is_labelled: false };
        }
        let lengths = nodes.iter().filter_map(|node| Some(label(node.choice?).len()));
        let widest = lengths.max().unwrap_or(0) as f64 * WIDTH_OF_DIGIT;
        Self { across: 4.0 + widest.max(18.0), down: 56.0, radius: 7.0, is_labelled: true }
    }
}

/// Of a label, in pixels.
const WIDTH_OF_DIGIT: f64 = 6.0;

const MARGIN: f64 = 30.0;

/// Room for what is written below the tree.
const WIDTH_OF_CAPTION: f64 = 600.0;

/// Trees of up to this many nodes have the tried cells written at their edges; in larger ones, only
/// a pointer that rests on a node shows its cell.
const MOST_LABELLED: usize = 80;

/// The tree as an SVG picture.
#[must_use]
pub fn tree_svg(tree: &Tree) -> String {
    let nodes = tree.nodes();
    let mut places = vec![(0.0, 0.0); nodes.len()];
    let scale = Scale::of(nodes);
    let mut next_leaf = MARGIN;
    if !nodes.is_empty() {
        place(nodes, 0, MARGIN, &scale, &mut next_leaf, &mut places);
    }
    let depth = places.iter().map(|&(_, y)| y).fold(MARGIN, f64::max);
    let (width, height) = (next_leaf.max(WIDTH_OF_CAPTION) + MARGIN, depth + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"sans-serif\" font-size=\"9\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (index, node) in nodes.iter().enumerate() {
        let (x, y) = places[index];
        for &child in &node.children {
            let (to_x, to_y) = places[child];
            // Writing into a string cannot fail, here and below.
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {y:.1} L{to_x:.1} {to_y:.1}\" stroke=\"#888\" fill=\"none\"/>"
            );
        }
    }
    for (node, &(x, y)) in nodes.iter().zip(&places) {
        draw(&mut svg, node, (x, y), &scale);
    }
    let _ = write!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"12\">{}</text>\n</svg>\n",
        height - 14.0,
        caption(tree)
    );
    svg
}

/// Places a node and all below it: leaves side by side, every other node in the middle above its
/// children. Gives the place across.
fn place(
    nodes: &[Node],
    index: usize,
    y: f64,
    scale: &Scale,
    next_leaf: &mut f64,
    places: &mut [(f64, f64)],
) -> f64 {
    let below: Vec<f64> = nodes[index]
        .children
        .iter()
        .map(|&child| place(nodes, child, y + scale.down, scale, next_leaf, places))
        .collect();
    let x = match (below.first(), below.last()) {
        (Some(first), Some(last)) => f64::midpoint(*first, *last),
        _ => {
            *next_leaf += scale.across;
            *next_leaf - scale.across
        }
    };
    places[index] = (x, y);
    x
}

fn draw(svg: &mut String, node: &Node, (x, y): (f64, f64), scale: &Scale) {
    let cell = node.choice.map_or_else(|| "root".to_owned(), |cell| cell.to_string());
    let r = scale.radius;
    let sign = match node.kind {
        NodeKind::Branch => {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\" fill=\"#4a7fd4\"")
        }
        NodeKind::Failure => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{}\" height=\"{}\" fill=\"#d43a3a\"",
            x - r * 0.8,
            y - r * 0.8,
            r * 1.6,
            r * 1.6
        ),
        NodeKind::Solution => format!(
            "<path d=\"M{x:.1} {:.1} l{r} {r} l-{r} {r} l-{r} -{r} z\" fill=\"#2e9e4f\"",
            y - r
        ),
    };
    let _ = writeln!(svg, "{sign} stroke=\"#333\"><title>{cell}</title></{}>", element(node.kind));
    if let Some(cell) = node.choice.filter(|_| scale.is_labelled) {
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#333\" stroke=\"white\" \
             stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
            y - r - 3.0,
            label(cell)
        );
    }
}

/// The row and the column of a cell, from 1.
fn label(cell: Cell) -> String {
    format!("{},{}", cell.row + 1, cell.col + 1)
}

fn element(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Branch => "circle",
        NodeKind::Failure => "rect",
        NodeKind::Solution => "path",
    }
}

/// What there is to be seen, and what is left out.
fn caption(tree: &Tree) -> String {
    let count = |kind| tree.nodes().iter().filter(|node| node.kind == kind).count();
    let mut caption = format!(
        "nodes: {}, branches: {}, failures: {}, solutions: {}",
        tree.nodes().len(),
        count(NodeKind::Branch),
        count(NodeKind::Failure),
        count(NodeKind::Solution)
    );
    if tree.nodes().len() <= MOST_LABELLED {
        caption += "; at each the row and the column of the queen tried";
    }
    if tree.left_out() > 0 {
        let _ = write!(caption, "; not drawn: {}", tree.left_out());
    }
    caption
}

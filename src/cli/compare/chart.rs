//! A comparison as a figure: time against size, both on logarithmic axes.

use super::measure::{Comparison, Summary};
use crate::cli::Failure;
use image::{DynamicImage, RgbImage, RgbaImage};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::io;
use std::sync::Once;

/// In pixels.
const SIZE: (u32, u32) = (960, 600);

/// Far apart for all, also for those who see few colours; in turn for more engines.
const COLOURS: [RGBColor; 12] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(120, 60, 20),
    RGBColor(110, 110, 110),
    RGBColor(150, 0, 60),
    RGBColor(70, 70, 200),
    RGBColor(100, 140, 0),
];

/// The figure as SVG.
pub(super) fn svg(comparison: &Comparison) -> Result<String, Failure> {
    let mut text = String::new();
    draw(comparison, &SVGBackend::with_string(&mut text, SIZE).into_drawing_area())?;
    Ok(text)
}

/// The figure as a picture.
pub(super) fn png(comparison: &Comparison) -> Result<RgbaImage, Failure> {
    let mut pixels = RgbImage::new(SIZE.0, SIZE.1);
    draw(comparison, &BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area())?;
    Ok(DynamicImage::ImageRgb8(pixels).into_rgba8())
}

fn draw<B: DrawingBackend>(
    comparison: &Comparison,
    area: &DrawingArea<B, Shift>,
) -> Result<(), Failure> {
    register_fonts();
    try_draw(comparison, area).map_err(|fault| Failure::Output(io::Error::other(fault.to_string())))
}

/// The letters of the figure, the same on every machine.
fn register_fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // It fails on a font that is none, and the figure then says that it has no letters.
        let _ = plotters::style::register_font(
            "sans-serif",
            FontStyle::Normal,
            dejavu::sans::regular(),
        );
    });
}

/// The median of an engine at a size, in milliseconds (more than 0), and whether it is only a lower
/// bound.
struct Point {
    size: f64,
    ms: f64,
    is_bound: bool,
}

fn points(comparison: &Comparison, engine: usize) -> Vec<Point> {
    let row = comparison.by_size.iter();
    row.filter_map(|(&size, row)| {
        let measured = &row[engine];
        let ms = Summary::of(&measured.proofs)?.median.as_secs_f64() * 1000.0;
        let is_bound = measured.spent > 0 && 2 * measured.spent >= measured.proofs.len();
        // A limit of 0 has no place on a logarithmic axis.
        (ms > 0.0).then_some(Point { size: size as f64, ms, is_bound })
    })
    .collect()
}

fn try_draw<B: DrawingBackend>(
    comparison: &Comparison,
    area: &DrawingArea<B, Shift>,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let series: Vec<Vec<Point>> =
        (0..comparison.engines.len()).map(|engine| points(comparison, engine)).collect();
    // Where there is nothing to draw, the axes are those around a millisecond.
    let times = || series.iter().flatten().map(|point| point.ms);
    let (low, high) =
        (times().reduce(f64::min).unwrap_or(1.0), times().reduce(f64::max).unwrap_or(1.0));
    let sizes: Vec<usize> = comparison.by_size.keys().copied().collect();
    let first = sizes.first().map_or(1.0, |&size| size as f64);
    let last = sizes.last().map_or(2.0, |&size| size as f64);

    area.fill(&WHITE)?;
    let (plot, legend) = area.split_horizontally(SIZE.0 - 150);
    let mut chart = ChartBuilder::on(&plot)
        .caption(
            "Solved, with proof that there is no other solution: median by size",
            ("sans-serif", 18),
        )
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d(
            (first * 0.96..last * 1.04).log_scale().with_key_points(key_points(&sizes)),
            (low * 0.6..high * 1.7).log_scale(),
        )?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(225, 225, 225))
        .x_desc("n, the number of rows")
        .y_desc("milliseconds")
        .x_label_formatter(&|size| format!("{size:.0}"))
        .y_label_formatter(&|ms| format!("{ms}"))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (engine, points) in series.iter().enumerate() {
        let colour = COLOURS[engine % COLOURS.len()];
        let line = points.iter().map(|point| (point.size, point.ms));
        chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
        for point in points {
            let place = (point.size, point.ms);
            if point.is_bound {
                chart.draw_series([TriangleMarker::new(place, 7, colour.stroke_width(2))])?;
            } else {
                chart.draw_series([Circle::new(place, 4, colour.filled())])?;
            }
        }
    }
    draw_legend(comparison, &legend)
}

/// Marks at the axis: all sizes, or every so many where they would not find room.
fn key_points(sizes: &[usize]) -> Vec<f64> {
    let step = sizes.len().div_ceil(12).max(1);
    sizes.iter().step_by(step).map(|&size| size as f64).collect()
}

fn draw_legend<B: DrawingBackend>(
    comparison: &Comparison,
    area: &DrawingArea<B, Shift>,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let style = |colour: &RGBColor| ("sans-serif", 14).into_font().color(colour);
    for (engine, name) in comparison.engines.iter().enumerate() {
        let colour = COLOURS[engine % COLOURS.len()];
        let y = 60 + 24 * i32::try_from(engine).unwrap_or(0);
        area.draw(&PathElement::new([(4, y), (24, y)], colour.stroke_width(2)))?;
        area.draw(&Circle::new((14, y), 4, colour.filled()))?;
        area.draw(&Text::new(name.clone(), (32, y - 7), style(&BLACK)))?;
    }
    let y = 60 + 24 * i32::try_from(comparison.engines.len()).unwrap_or(0) + 16;
    area.draw(&TriangleMarker::new((14, y), 7, BLACK.stroke_width(2)))?;
    let limit = comparison.limit.as_secs_f64();
    area.draw(&Text::new(format!("stopped ({limit} s)"), (32, y - 7), style(&BLACK)))
}

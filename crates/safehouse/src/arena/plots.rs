//! Pictures of figures, as SVG. Colours are those of the house on paper.

use std::fmt::Display;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

const INK: RGBColor = RGBColor(38, 34, 30);
const FAINT: RGBColor = RGBColor(214, 205, 190);
const RED: RGBColor = RGBColor(158, 43, 37);
const BLUE: RGBColor = RGBColor(38, 84, 124);
const PAPER: RGBColor = RGBColor(251, 247, 238);
const FONT: &str = "Georgia, serif";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Draws on a sheet of this size. A picture that cannot be drawn is left out: its numbers are in the tables.
fn sheet(wide: u32, high: u32, draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    let drawn = {
        let area = SVGBackend::with_string(&mut svg, (wide, high)).into_drawing_area();
        area.fill(&PAPER).and_then(|()| draw(&area)).and_then(|()| area.present())
    };
    match drawn {
        // A size would keep it from fitting a small screen.
        Ok(()) => svg.replacen(&format!("width=\"{wide}\" height=\"{high}\" "), "role=\"img\" ", 1),
        Err(_) => String::new(),
    }
}

/// A little room on both sides.
fn roomy(values: impl Iterator<Item = f64>, least: f64) -> Range<f64> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        (low, high) = (low.min(value), high.max(value));
    }
    if low > high {
        return 0.0..1.0;
    }
    let spare = ((high - low) * 0.08).max(least);
    low - spare..high + spare
}

/// One thing with a value and an interval.
pub(super) struct Point {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) interval: [f64; 2],
}

/// Values with their intervals, one below the other.
pub(super) fn whiskers(points: &[Point], about: &str, mark: Option<f64>) -> String {
    let high = 60 + 34 * points.len() as u32;
    sheet(720, high, |area| {
        let all = points.iter().flat_map(|p| [p.interval[0], p.interval[1], p.value]).chain(mark);
        let x = roomy(all, 0.01);
        let left = x.start;
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_left(230)
            .x_label_area_size(34)
            .build_cartesian_2d(x, 0.0..points.len() as f64)?;
        let number = |v: &f64| short(*v);
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_desc(about)
            .x_label_formatter(&number)
            .axis_style(INK)
            .bold_line_style(FAINT)
            .light_line_style(PAPER)
            .label_style((FONT, 13).into_font().color(&INK))
            .draw()?;
        let rows = points.len() as f64;
        if let Some(mark) = mark {
            chart.draw_series(LineSeries::new([(mark, 0.0), (mark, rows)], RED))?;
        }
        for (i, point) in points.iter().enumerate() {
            let y = rows - i as f64 - 0.5;
            let [low, high] = point.interval;
            chart.draw_series(LineSeries::new([(low, y), (high, y)], BLUE.stroke_width(2)))?;
            chart.draw_series([Circle::new((point.value, y), 4, BLUE.filled())])?;
            let (px, py) = chart.backend_coord(&(left, y));
            let style = (FONT, 14).into_font().color(&INK);
            let cut: String = point.name.chars().take(34).collect();
            area.draw_text(&cut, &style, (px - 222, py - 8))?;
        }
        Ok(())
    })
}

fn short(v: f64) -> String {
    if v.abs() >= 10.0 || v == v.round() { format!("{v:.0}") } else { format!("{v:.2}") }
}

/// How often each number came up, as bars.
pub(super) fn histogram(counts: &[(i64, u64)], about: &str) -> String {
    let (Some(&(least, _)), Some(&(most, _))) = (counts.first(), counts.last()) else { return String::new() };
    let step = ((most - least) / 60 + 1).max(1);
    let mut bars = vec![0u64; ((most - least) / step + 1) as usize];
    counts.iter().for_each(|&(x, n)| bars[((x - least) / step) as usize] += n);
    let all: u64 = bars.iter().sum();
    let share = |n: u64| 100.0 * n as f64 / all.max(1) as f64;
    let top = bars.iter().map(|&n| share(n)).fold(0.0, f64::max);
    sheet(720, 280, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(52)
            .build_cartesian_2d(least as f64 - 0.5..(most + step) as f64, 0.0..top * 1.08)?;
        mesh(&mut chart, about, "% of games")?;
        chart.draw_series(bars.iter().enumerate().map(|(i, &n)| {
            let x = (least + i as i64 * step) as f64;
            Rectangle::new([(x - 0.4, 0.0), (x + step as f64 - 0.6, share(n))], BLUE.mix(0.8).filled())
        }))?;
        Ok(())
    })
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn mesh(chart: &mut Chart<'_, '_>, across: &str, up: &str) -> Drawn {
    let number = |v: &f64| short(*v);
    chart
        .configure_mesh()
        .x_desc(across)
        .y_desc(up)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .axis_style(INK)
        .bold_line_style(FAINT)
        .light_line_style(PAPER)
        .label_style((FONT, 13).into_font().color(&INK))
        .draw()
}

/// A value with a band around it, over the course of something from 0 to 100 %.
pub(super) fn ribbon(rows: &[[f64; 3]], about: &str) -> String {
    if rows.len() < 2 {
        return String::new();
    }
    let at = |i: usize| 100.0 * i as f64 / (rows.len() - 1) as f64;
    sheet(720, 300, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(52)
            .build_cartesian_2d(0.0..100.0, roomy(rows.iter().flatten().copied(), 0.5))?;
        mesh(&mut chart, "% of the game", about)?;
        let low = rows.iter().enumerate().map(|(i, r)| (at(i), r[0]));
        let high = rows.iter().enumerate().map(|(i, r)| (at(i), r[2])).rev();
        chart.draw_series([Polygon::new(low.chain(high).collect::<Vec<_>>(), BLUE.mix(0.25))])?;
        let middle = rows.iter().enumerate().map(|(i, r)| (at(i), r[1]));
        chart.draw_series(LineSeries::new(middle, BLUE.stroke_width(2)))?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (100.0, 0.0)], INK))?;
        Ok(())
    })
}

/// A curve over powers of ten, with intervals.
pub(super) fn curve(points: &[(f64, Point)], across: &str, up: &str) -> String {
    let log = |x: f64| x.log10();
    sheet(720, 320, |area| {
        let all = points.iter().flat_map(|(_, p)| [p.interval[0], p.interval[1]]);
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(58)
            .build_cartesian_2d(roomy(points.iter().map(|(x, _)| log(*x)), 0.1), roomy(all, 5.0))?;
        let power = |v: &f64| plain(10f64.powf(*v).round());
        let number = |v: &f64| short(*v);
        chart
            .configure_mesh()
            .x_desc(across)
            .y_desc(up)
            .x_label_formatter(&power)
            .y_label_formatter(&number)
            .axis_style(INK)
            .bold_line_style(FAINT)
            .light_line_style(PAPER)
            .label_style((FONT, 13).into_font().color(&INK))
            .draw()?;
        chart.draw_series(LineSeries::new(
            points.iter().map(|(x, p)| (log(*x), p.value)),
            BLUE.stroke_width(2),
        ))?;
        for (x, point) in points {
            let [low, high] = point.interval;
            chart.draw_series(LineSeries::new([(log(*x), low), (log(*x), high)], BLUE))?;
            chart.draw_series([Circle::new((log(*x), point.value), 4, BLUE.filled())])?;
        }
        Ok(())
    })
}

fn plain(v: impl Display) -> String {
    v.to_string()
}

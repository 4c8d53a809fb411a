//! Shapes (paths) and fills.

use tiny_skia::{
    Color, GradientStop, LinearGradient, Paint, Path, PathBuilder, Point, RadialGradient, Rect, Shader, SpreadMode,
    Transform,
};

use super::palette::Oklch;

/// Fill of a shape: a colour or a gradient.
#[derive(Clone, Copy)]
pub(super) enum Fill {
    Flat(Oklch),
    /// Linear gradient from point (x0, y0) to (x1, y1).
    Linear(Oklch, Oklch, [f32; 4]),
    /// Radial gradient from the centre of a circle (x, y, radius) outwards.
    Radial(Oklch, Oklch, [f32; 3]),
}

impl From<Oklch> for Fill {
    fn from(tone: Oklch) -> Self {
        Self::Flat(tone)
    }
}

impl Fill {
    /// Vertical linear gradient from `top` at `y0` to `bottom` at `y1`.
    pub(super) fn vertical(top: Oklch, bottom: Oklch, y0: f32, y1: f32) -> Self {
        Self::Linear(top, bottom, [0.0, y0, 0.0, y1])
    }

    pub(super) fn paint(self) -> Paint<'static> {
        // `ease` 1 is linear; 2 fades a glow out without a visible edge.
        let stops = |from: Oklch, to: Oklch, ease: i32| {
            let stop = |t: f32| GradientStop::new(t, to.mix(from, (1.0 - t).powi(ease)).color());
            (0..=6u8).map(|step| stop(f32::from(step) / 6.0)).collect()
        };
        let shader = match self {
            Self::Flat(tone) => Some(Shader::SolidColor(tone.color())),
            Self::Linear(from, to, [x0, y0, x1, y1]) => LinearGradient::new(
                Point::from_xy(x0, y0),
                Point::from_xy(x1, y1),
                stops(from, to, 1),
                SpreadMode::Pad,
                Transform::identity(),
            ),
            Self::Radial(from, to, [x, y, r]) => RadialGradient::new(
                Point::from_xy(x, y),
                Point::from_xy(x, y),
                r,
                stops(from, to, if to.a == 0.0 { 2 } else { 1 }),
                SpreadMode::Pad,
                Transform::identity(),
            ),
        };
        Paint { shader: shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT)), anti_alias: true, ..Paint::default() }
    }
}

pub(super) fn circle(x: f32, y: f32, r: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, r)
}

pub(super) fn ellipse(x: f32, y: f32, rx: f32, ry: f32) -> Option<Path> {
    PathBuilder::from_oval(Rect::from_xywh(x - rx, y - ry, rx * 2.0, ry * 2.0)?)
}

pub(super) fn rect(x: f32, y: f32, w: f32, h: f32) -> Option<Path> {
    Some(PathBuilder::from_rect(Rect::from_xywh(x, y, w, h)?))
}

/// A rectangle with rounded corners.
pub(super) fn rounded_rect(x: f32, y: f32, w: f32, h: f32, r: f32) -> Option<Path> {
    let r = r.min(w / 2.0).min(h / 2.0);
    let k = r * 0.447_7;
    let mut p = PathBuilder::new();
    p.move_to(x + r, y);
    p.line_to(x + w - r, y);
    p.cubic_to(x + w - k, y, x + w, y + k, x + w, y + r);
    p.line_to(x + w, y + h - r);
    p.cubic_to(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
    p.line_to(x + r, y + h);
    p.cubic_to(x + k, y + h, x, y + h - k, x, y + h - r);
    p.line_to(x, y + r);
    p.cubic_to(x, y + k, x + k, y, x + r, y);
    p.close();
    p.finish()
}

pub(super) fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    line(points).and_then(|path| {
        let mut p = PathBuilder::new();
        p.push_path(&path);
        p.close();
        p.finish()
    })
}

pub(super) fn line(points: &[(f32, f32)]) -> Option<Path> {
    let mut p = PathBuilder::new();
    let ((x, y), rest) = points.split_first()?;
    p.move_to(*x, *y);
    for (x, y) in rest {
        p.line_to(*x, *y);
    }
    p.finish()
}

/// An arc; angles in radians, clockwise from the right.
pub(super) fn arc(x: f32, y: f32, r: f32, from: f32, to: f32) -> Option<Path> {
    let points: Vec<_> = (0..=48u8)
        .map(|step| from + (to - from) * f32::from(step) / 48.0)
        .map(|t| (x + r * t.cos(), y + r * t.sin()))
        .collect();
    line(&points)
}

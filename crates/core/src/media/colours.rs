//! What the numbers of a picture mean, and how they become sRGB, in which everything is served besides the original.

use image::{DynamicImage, ImageBuffer, Rgb, RgbImage, Rgba, RgbaImage};
use moxcms::{
    Chromaticity, CicpColorPrimaries, CicpProfile, CmsError, ColorPrimaries, ColorProfile, DataColorSpace, Layout,
    MatrixCoefficients, ToneReprCurve, TransferCharacteristics, TransformOptions, XyY,
};

/// What the numbers of a picture mean.
#[derive(Default)]
pub(crate) struct Colours {
    /// None: sRGB, or inks of no known press.
    profile: Option<Box<ColorProfile>>,
    /// Whether its four channels are inks, 255 for all of one, and not red, green, blue and opacity.
    is_cmyk: bool,
}

impl Colours {
    /// Those of a file with this ICC profile.
    pub(super) fn of_profile(icc: Option<Vec<u8>>, is_cmyk: bool) -> Self {
        let wanted = |profile: &ColorProfile| (profile.color_space == DataColorSpace::Cmyk) == is_cmyk;
        let profile = icc.and_then(|icc| ColorProfile::new_from_slice(&icc).ok()).filter(wanted).map(with_light);
        Self { profile: profile.filter(|profile| !is_srgb(profile)).map(Box::new), is_cmyk }
    }

    /// Those of a PNG; `icc` is its profile, unpacked.
    ///
    /// Source: PNG, "Colour space information": `cICP` before `iCCP`, `sRGB`, and `gAMA` with `cHRM`.
    pub(super) fn of_png(bytes: &[u8], icc: Option<Vec<u8>>) -> Self {
        let chunks = png_colour_chunks(bytes);
        let chunk = |wanted: &[u8; 4]| chunks.iter().find(|(kind, _)| kind == wanted).map(|(_, contents)| *contents);
        let of_cicp = chunk(b"cICP").and_then(|contents| profile_of_cicp(contents.get(8..12)?.try_into().ok()?));
        let profile = match of_cicp {
            Some(profile) => Some(profile),
            None if icc.is_some() => return Self::of_profile(icc, false),
            None if chunk(b"sRGB").is_some() => None,
            None => chunk(b"gAMA").and_then(|gamma| profile_of_gamma(gamma.get(8..)?, chunk(b"cHRM"))),
        };
        Self { profile: profile.filter(|profile| !is_srgb(profile)).map(Box::new), is_cmyk: false }
    }

    /// Whether its channels are inks.
    pub(super) fn is_cmyk(&self) -> bool {
        self.is_cmyk
    }

    /// The picture in sRGB. It may have been made smaller before, which costs less.
    pub(crate) fn to_srgb(&self, picture: DynamicImage) -> DynamicImage {
        let converted = self.profile.as_deref().and_then(|profile| convert(profile, &picture, self.is_cmyk).ok());
        match converted.flatten() {
            Some(converted) => converted,
            None if self.is_cmyk => without_profile(&picture.into_rgba8()).into(),
            None => picture,
        }
    }
}

/// A grey profile whose curve leads to light: some lead to lightness, as CIELAB has it, which moxcms takes for none.
fn with_light(mut profile: ColorProfile) -> ColorProfile {
    if profile.color_space != DataColorSpace::Gray || profile.pcs != DataColorSpace::Lab {
        return profile;
    }
    let lightness = |number: f64| match &profile.gray_trc {
        Some(ToneReprCurve::Lut(table)) if table.len() > 1 => {
            let at = number * (table.len() - 1) as f64;
            let [below, above] = [at.floor(), at.ceil()].map(|at| f64::from(table[at as usize]) / 65_535.0);
            below + (above - below) * at.fract()
        }
        Some(ToneReprCurve::Lut(table)) => number.powf(table.first().map_or(1.0, |gamma| f64::from(*gamma) / 256.0)),
        Some(ToneReprCurve::Parametric(parameters)) => {
            number.powf(parameters.first().map_or(1.0, |gamma| f64::from(*gamma)))
        }
        None => number,
    };
    // Source: ICC.1, "CIELAB".
    let light = |number: f64| {
        let root = (100.0 * lightness(number) + 16.0) / 116.0;
        if root > 6.0 / 29.0 { root.powi(3) } else { (root - 16.0 / 116.0) * 108.0 / 841.0 }
    };
    let table = (0..4_096).map(|step| (light(f64::from(step) / 4_095.0).clamp(0.0, 1.0) * 65_535.0).round() as u16);
    let curve = ToneReprCurve::Lut(table.collect());
    profile.gray_trc = Some(curve);
    profile.pcs = DataColorSpace::Xyz;
    profile
}

/// Inks of no known press, as browsers show them.
fn without_profile(inks: &RgbaImage) -> RgbImage {
    RgbImage::from_fn(inks.width(), inks.height(), |x, y| {
        let [cyan, magenta, yellow, black] = inks.get_pixel(x, y).0.map(|ink| u32::from(255 - ink));
        Rgb([cyan, magenta, yellow].map(|light| ((light * black + 127) / 255) as u8))
    })
}

/// None where picture and profile do not fit together: browsers pass over such a profile too.
fn convert(profile: &ColorProfile, picture: &DynamicImage, is_cmyk: bool) -> Result<Option<DynamicImage>, CmsError> {
    Ok(Some(match (profile.color_space, picture) {
        (DataColorSpace::Cmyk, DynamicImage::ImageRgba8(inks)) if is_cmyk => {
            let mut colours = RgbImage::new(inks.width(), inks.height());
            let (srgb, options) = (ColorProfile::new_srgb(), TransformOptions::default());
            profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgb, options)?.transform(inks, &mut colours)?;
            colours.into()
        }
        (DataColorSpace::Gray, grey) => return convert_grey(profile, grey.clone()),
        (DataColorSpace::Rgb, picture) => return convert_colours(profile, picture).map(Some),
        _ => return Ok(None),
    }))
}

fn convert_colours(profile: &ColorProfile, picture: &DynamicImage) -> Result<DynamicImage, CmsError> {
    let srgb = ColorProfile::new_srgb();
    let eight = |layout| profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default());
    let sixteen = |layout| profile.create_transform_16bit(layout, &srgb, layout, TransformOptions::default());
    let is_deep = picture.color().bytes_per_pixel() / picture.color().channel_count() > 1;
    Ok(match (picture.color().has_alpha(), is_deep) {
        (false, false) => {
            let picture = picture.to_rgb8();
            let mut colours = RgbImage::new(picture.width(), picture.height());
            eight(Layout::Rgb)?.transform(&picture, &mut colours)?;
            colours.into()
        }
        (true, false) => {
            let picture = picture.to_rgba8();
            let mut colours = RgbaImage::new(picture.width(), picture.height());
            eight(Layout::Rgba)?.transform(&picture, &mut colours)?;
            colours.into()
        }
        (false, true) => {
            let picture = picture.to_rgb16();
            let mut colours = ImageBuffer::<Rgb<u16>, _>::new(picture.width(), picture.height());
            sixteen(Layout::Rgb)?.transform(&picture, &mut colours)?;
            colours.into()
        }
        (true, true) => {
            let picture = picture.to_rgba16();
            let mut colours = ImageBuffer::<Rgba<u16>, _>::new(picture.width(), picture.height());
            sixteen(Layout::Rgba)?.transform(&picture, &mut colours)?;
            colours.into()
        }
    })
}

/// Greys of sRGB have one number too: each of theirs is converted once.
fn convert_grey(profile: &ColorProfile, mut grey: DynamicImage) -> Result<Option<DynamicImage>, CmsError> {
    let (srgb, options) = (ColorProfile::new_srgb(), TransformOptions::default());
    let (mut eight, mut sixteen) = (Vec::new(), Vec::new());
    if grey.color().bytes_per_pixel() / grey.color().channel_count() > 1 {
        let numbers: Vec<u16> = (0..=u16::MAX).collect();
        sixteen.resize(numbers.len() * 3, 0);
        profile.create_transform_16bit(Layout::Gray, &srgb, Layout::Rgb, options)?.transform(&numbers, &mut sixteen)?;
    } else {
        let numbers: Vec<u8> = (0..=u8::MAX).collect();
        eight.resize(numbers.len() * 3, 0);
        profile.create_transform_8bit(Layout::Gray, &srgb, Layout::Rgb, options)?.transform(&numbers, &mut eight)?;
    }
    let of_eight = |number: &mut u8| *number = eight[usize::from(*number) * 3];
    let of_sixteen = |number: &mut u16| *number = sixteen[usize::from(*number) * 3];
    match &mut grey {
        DynamicImage::ImageLuma8(grey) => grey.iter_mut().for_each(of_eight),
        DynamicImage::ImageLumaA8(grey) => grey.iter_mut().step_by(2).for_each(of_eight),
        DynamicImage::ImageLuma16(grey) => grey.iter_mut().for_each(of_sixteen),
        DynamicImage::ImageLumaA16(grey) => grey.iter_mut().step_by(2).for_each(of_sixteen),
        _ => return Ok(None),
    }
    Ok(Some(grey))
}

/// Whether the profile shows each of a cube of colours as sRGB does, but for rounding: most photographs have one.
fn is_srgb(profile: &ColorProfile) -> bool {
    if profile.color_space != DataColorSpace::Rgb {
        return false;
    }
    const STEPS: [u8; 9] = [0, 16, 48, 80, 128, 160, 192, 224, 255];
    let cube: Vec<u8> = STEPS
        .iter()
        .flat_map(|red| STEPS.iter().flat_map(move |green| STEPS.iter().flat_map(move |blue| [*red, *green, *blue])))
        .collect();
    let mut shown = vec![0; cube.len()];
    let srgb = ColorProfile::new_srgb();
    let transform = profile.create_transform_8bit(Layout::Rgb, &srgb, Layout::Rgb, TransformOptions::default());
    transform.and_then(|transform| transform.transform(&cube, &mut shown)).is_ok()
        && cube.iter().zip(&shown).all(|(number, shown)| number.abs_diff(*shown) <= 1)
}

/// The chunks of a PNG that say what its numbers mean, whole, in their order; all stand before its pixels.
pub(super) fn png_colour_chunks(bytes: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let mut chunks = Vec::new();
    let mut at = 8usize;
    while let Some([a, b, c, d, kind @ ..]) = bytes.get(at..at + 8).and_then(|head| head.first_chunk::<8>()) {
        let end = at.saturating_add(u32::from_be_bytes([*a, *b, *c, *d]) as usize).saturating_add(12);
        let Some(chunk) = bytes.get(at..end).filter(|_| kind != b"IDAT") else { break };
        if [b"cICP", b"iCCP", b"sRGB", b"gAMA", b"cHRM", b"mDCV", b"cLLI"].contains(&kind) {
            chunks.push((*kind, chunk));
        }
        at = end;
    }
    chunks
}

/// The profile of code points: primaries, transfer function, matrix, full range. None where they are unknown.
///
/// Source: ITU-T H.273.
fn profile_of_cicp([primaries, transfer, matrix, full_range]: [u8; 4]) -> Option<ColorProfile> {
    let transfer_characteristics = TransferCharacteristics::try_from(transfer).ok()?;
    let color_primaries = CicpColorPrimaries::try_from(primaries).ok()?;
    ColorPrimaries::try_from(color_primaries).ok()?;
    let curve = curve_of(transfer_characteristics)?;
    if matrix != 0 || full_range != 1 {
        return None;
    }
    let mut profile = ColorProfile::new_from_cicp(CicpProfile {
        color_primaries,
        transfer_characteristics,
        matrix_coefficients: MatrixCoefficients::Identity,
        full_range: true,
    });
    profile.cicp = None;
    (profile.red_trc, profile.green_trc, profile.blue_trc) = (Some(curve.clone()), Some(curve.clone()), Some(curve));
    Some(profile)
}

/// Light of white on a screen in candelas per square metre, where a picture's numbers stand for such.
///
/// Source: ITU-R BT.2408, "reference white".
const WHITE_NITS: f64 = 203.0;
/// What white is to the curve of broadcasting (HLG), of 1.
const HLG_WHITE: f64 = 0.265;

/// The curve from numbers to light. What is brighter than white becomes white.
fn curve_of(transfer: TransferCharacteristics) -> Option<ToneReprCurve> {
    let sampled = |light: &dyn Fn(f64) -> f64| {
        let light = (0..4_096).map(|step| (light(f64::from(step) / 4_095.0).clamp(0.0, 1.0) * 65_535.0).round() as u16);
        ToneReprCurve::Lut(light.collect())
    };
    Some(match transfer {
        // Source: SMPTE ST 2084.
        TransferCharacteristics::Smpte2084 => sampled(&|number| {
            let root = number.powf(32.0 / 2_523.0);
            let ratio = (root - 0.835_937_5).max(0.0) / (18.851_562_5 - 18.687_5 * root);
            ratio.powf(8_192.0 / 1_305.0) * 10_000.0 / WHITE_NITS
        }),
        // Source: ITU-R BT.2100, "HLG inverse OETF".
        TransferCharacteristics::Hlg => sampled(&|number| {
            let light = if number <= 0.5 {
                number * number / 3.0
            } else {
                (((number - 0.559_910_73) / 0.178_832_77).exp() + 0.284_668_92) / 12.0
            };
            light / HLG_WHITE
        }),
        other => ToneReprCurve::try_from(other).ok()?,
    })
}

/// The profile of `gAMA` and, of other primaries than those of sRGB, `cHRM`.
fn profile_of_gamma(gamma: &[u8], primaries: Option<&[u8]>) -> Option<ColorProfile> {
    let number = |bytes: &[u8]| Some(f64::from(u32::from_be_bytes(bytes.first_chunk().copied()?)) / 100_000.0);
    let gamma = number(gamma).filter(|gamma| (0.1..=10.0).contains(gamma))?;
    let mut profile = ColorProfile::new_srgb();
    profile.cicp = None;
    let xs_and_ys: Option<Vec<f64>> =
        primaries.and_then(|chunk| chunk.get(8..40)?.chunks_exact(4).map(number).collect::<Option<Vec<_>>>());
    if let Some(&[white_x, white_y, red_x, red_y, green_x, green_y, blue_x, blue_y]) = xs_and_ys.as_deref()
        && [white_y, red_y, green_y, blue_y].iter().all(|y| *y > 0.0)
    {
        let at = |x: f64, y: f64| Chromaticity { x: x as f32, y: y as f32 };
        let white = XyY { x: white_x, y: white_y, yb: 1.0 };
        let (red, green, blue) = (at(red_x, red_y), at(green_x, green_y), at(blue_x, blue_y));
        profile.update_rgb_colorimetry(white, ColorPrimaries { red, green, blue });
    }
    let curve = ToneReprCurve::Parametric(vec![(1.0 / gamma) as f32]);
    (profile.red_trc, profile.green_trc, profile.blue_trc) = (Some(curve.clone()), Some(curve.clone()), Some(curve));
    Some(profile)
}

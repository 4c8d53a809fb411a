//! What readers see of pictures whose numbers are no sRGB: for print, grey, of wide gamut, turned or not.

use std::io::Cursor;

use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage};
use img_parts::jpeg::Jpeg;
use img_parts::webp::WebP;
use img_parts::{ImageEXIF, ImageICC};
use moxcms::ColorProfile;

use super::delivery::resize;
use super::intake::check::{CheckedFile, check};
use super::variants::Variant;

/// A TIFF head that says: turn to the right.
const TURN_RIGHT: &[u8] = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";

/// How the numbers of a JPEG for print are written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Written {
    /// With Adobe's segment, which says that they are inks.
    Inks,
    /// As Photoshop does: as brightness and two colours, and black.
    BrightnessAndBlack,
    /// Without the segment.
    Plain,
}

/// A JPEG of blocks of 8 by 8 pixels of one colour each, side by side: inks, 255 for all of one.
fn cmyk_jpeg(blocks: &[[u8; 4]], written: Written, icc: Option<Vec<u8>>) -> Vec<u8> {
    let segment = |marker: u8, contents: &[u8]| {
        [&[0xff, marker][..], &(contents.len() as u16 + 2).to_be_bytes(), contents].concat()
    };
    let width = (blocks.len() as u16 * 8).to_be_bytes();
    let frame = [&[8, 0, 8, width[0], width[1], 4][..], &(1..=4).flat_map(|id| [id, 0x11, 0]).collect::<Vec<_>>()];
    let transform = if written == Written::BrightnessAndBlack { 2 } else { 0 };
    let adobe = [&b"Adobe\0\x64\0\0\0\0"[..], &[transform]].concat();
    // Codes of four bits for the size of a difference, and one of one bit for the end of a block.
    let codes = [&[0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &[0, 1, 2, 3, 4, 5, 6, 7, 8]].concat();
    let ends = [&[0x10, 1][..], &[0; 15], &[0]].concat();
    let mut bits = String::new();
    let mut before = [0; 4];
    for inks in blocks {
        let [cyan, magenta, yellow, black] = inks.map(f64::from);
        let numbers = match written {
            Written::BrightnessAndBlack => {
                let y = 0.299 * cyan + 0.587 * magenta + 0.114 * yellow;
                [y, 128.0 + (yellow - y) / 1.772, 128.0 + (cyan - y) / 1.402, 255.0 - black]
            }
            _ => [cyan, magenta, yellow, black].map(|ink| 255.0 - ink),
        };
        for (number, before) in numbers.into_iter().zip(&mut before) {
            let number = number.round().clamp(0.0, 255.0) as i32 - 128;
            let difference = number - std::mem::replace(before, number);
            let size = 32 - difference.unsigned_abs().leading_zeros();
            bits += &format!("{size:04b}");
            let value = if difference < 0 { difference + (1 << size) - 1 } else { difference };
            if size > 0 {
                bits += &format!("{value:0width$b}", width = size as usize);
            }
            bits.push('0');
        }
    }
    let bytes = bits.as_bytes().chunks(8).flat_map(|byte| {
        let byte = byte.iter().chain(&[b'1'; 8]).take(8).fold(0u8, |byte, bit| (byte << 1) | (bit - b'0'));
        if byte == 0xff { vec![0xff, 0] } else { vec![byte] }
    });
    let scan = [&[4][..], &(1..=4).flat_map(|id| [id, 0]).collect::<Vec<_>>(), &[0, 63, 0]].concat();
    let mut jpeg = vec![0xff, 0xd8];
    if written != Written::Plain {
        jpeg.extend(segment(0xee, &adobe));
    }
    jpeg.extend(segment(0xdb, &[&[0][..], &[8; 64]].concat()));
    jpeg.extend(segment(0xc0, &frame.concat()));
    jpeg.extend(segment(0xc4, &codes));
    jpeg.extend(segment(0xc4, &ends));
    jpeg.extend(segment(0xda, &scan));
    jpeg.extend(bytes);
    jpeg.extend([0xff, 0xd9]);
    let mut jpeg = Jpeg::from_bytes(jpeg.into()).unwrap();
    jpeg.set_icc_profile(icc.map(Into::into));
    jpeg.encoder().bytes().to_vec()
}

/// The profile of a press: what each full ink and each pair looks like, in CIELAB; black covers all.
fn press_profile() -> Vec<u8> {
    let solid = |inks: usize| match inks {
        // Paper, yellow, magenta, red, cyan, green, blue, all three.
        0b000 => [100.0, 0.0, 0.0],
        0b001 => [89.0, -5.0, 93.0],
        0b010 => [48.0, 74.0, -3.0],
        0b011 => [47.0, 68.0, 48.0],
        0b100 => [62.0, -31.0, -48.0],
        0b101 => [50.0, -65.0, 27.0],
        0b110 => [24.0, 22.0, -46.0],
        _ => [23.0, 0.0, 0.0],
    };
    let nodes = (0..16).flat_map(|node| {
        let [light, a, b] = if node % 2 == 1 { [14.0, 0.0, 0.0] } else { solid(node / 2) };
        [light * 2.55, a + 128.0, b + 128.0f64].map(|number| number.round() as u8)
    });
    let ramp: Vec<u8> = (0..=255).collect();
    let one = 0x0001_0000u32.to_be_bytes();
    let matrix: Vec<u8> = (0..9).flat_map(|at| if at % 4 == 0 { one } else { [0; 4] }).collect();
    let table =
        [&b"mft1\0\0\0\0\x04\x03\x02\0"[..], &matrix, &ramp.repeat(4), &nodes.collect::<Vec<_>>(), &ramp.repeat(3)]
            .concat();
    let white = [&b"XYZ \0\0\0\0"[..], &[0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d]].concat();
    let size = 128 + 4 + 2 * 12 + white.len() + table.len();
    let mut profile = vec![0; 128];
    profile[..4].copy_from_slice(&(size as u32).to_be_bytes());
    profile[8] = 2;
    profile[12..24].copy_from_slice(b"prtrCMYKLab ");
    profile[36..40].copy_from_slice(b"acsp");
    profile[68..80].copy_from_slice(&white[8..]);
    profile.extend(2u32.to_be_bytes());
    let mut at = 128 + 4 + 2 * 12;
    for (name, contents) in [(b"wtpt", &white), (b"A2B0", &table)] {
        profile.extend(name);
        profile.extend((at as u32).to_be_bytes());
        profile.extend((contents.len() as u32).to_be_bytes());
        at += contents.len();
    }
    profile.extend(white);
    profile.extend(table);
    profile
}

/// What the press prints, in sRGB (littlecms 2.16, relative colorimetric). A fifth and a sixth: black, and less of two.
const INKS: [[u8; 4]; 6] =
    [[255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 255, 0], [0, 0, 0, 0], [0, 0, 0, 255], [128, 64, 0, 0]];
const PRINTED: [[u8; 3]; 6] =
    [[0, 167, 234], [216, 10, 122], [248, 224, 0], [255, 255, 255], [36, 36, 36], [151, 174, 220]];

/// The copy of a file that loses nothing.
fn copy(file: &[u8]) -> Vec<u8> {
    resize(file.to_vec(), Variant::Mail { width: 1_200, transparent: true }).unwrap().unwrap()
}

fn decoded(file: &[u8]) -> DynamicImage {
    image::load_from_memory(file).unwrap()
}

#[track_caller]
fn assert_near(found: [u8; 3], wanted: [u8; 3], by: u8) {
    let is_near = found.iter().zip(wanted).all(|(found, wanted)| found.abs_diff(wanted) <= by);
    assert!(is_near, "{found:?} for {wanted:?}");
}

fn has_profile(file: &[u8]) -> bool {
    [&b"ICC_PROFILE"[..], b"iCCP", b"ICCP"].iter().any(|name| file.windows(name.len()).any(|part| part == *name))
}

/// A picture of one colour, larger than a block of a format that loses.
fn flat(colour: [u8; 3]) -> DynamicImage {
    RgbImage::from_pixel(64, 32, Rgb(colour)).into()
}

fn file_with_profile(picture: &DynamicImage, format: ImageFormat, icc: Vec<u8>, turned: bool) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    match format {
        ImageFormat::Png => {
            let mut encoder = image::codecs::png::PngEncoder::new(&mut file);
            encoder.set_icc_profile(icc).unwrap();
            if turned {
                encoder.set_exif_metadata(TURN_RIGHT.to_vec()).unwrap();
            }
            picture.write_with_encoder(encoder).unwrap();
            file.into_inner()
        }
        ImageFormat::WebP => {
            let rgb = picture.to_rgb8();
            let encoded = webp::Encoder::from_rgb(&rgb, rgb.width(), rgb.height()).encode(90.0);
            let mut webp = WebP::from_bytes(encoded.to_vec().into()).unwrap();
            webp.set_icc_profile(Some(icc.into()));
            webp.set_exif(turned.then(|| TURN_RIGHT.into()));
            webp.encoder().bytes().to_vec()
        }
        _ => {
            picture.write_to(&mut file, ImageFormat::Jpeg).unwrap();
            let mut jpeg = Jpeg::from_bytes(file.into_inner().into()).unwrap();
            jpeg.set_icc_profile(Some(icc.into()));
            jpeg.set_exif(turned.then(|| TURN_RIGHT.into()));
            jpeg.encoder().bytes().to_vec()
        }
    }
}

#[test]
fn a_photograph_for_print_is_converted_by_its_profile() {
    for written in [Written::Inks, Written::BrightnessAndBlack, Written::Plain] {
        let checked = check(cmyk_jpeg(&INKS, written, Some(press_profile())), "jpg").unwrap();
        assert!(has_profile(&checked.bytes), "the original keeps it");
        let copy = copy(&checked.bytes);
        assert!(!has_profile(&copy) && copy.len() < 2_000);
        let copy = decoded(&copy).to_rgb8();
        for (block, printed) in PRINTED.into_iter().enumerate() {
            assert_near(copy.get_pixel(block as u32 * 8 + 4, 4).0, printed, 6);
        }
    }
    let hash = check(cmyk_jpeg(&[[255, 0, 0, 0]; 4], Written::Inks, Some(press_profile())), "jpg").unwrap().thumbhash;
    let hash = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, hash.unwrap()).unwrap();
    let (red, green, _, _) = thumbhash::thumb_hash_to_average_rgba(&hash).unwrap();
    assert!(red < 0.1 && (0.5..0.75).contains(&green), "its placeholder too: {red} {green}");
}

#[test]
fn inks_of_no_known_press_are_shown_as_browsers_do() {
    for icc in [None, Some(b"no profile".to_vec()), Some(ColorProfile::new_adobe_rgb().encode().unwrap())] {
        let copy = decoded(&copy(&cmyk_jpeg(&INKS, Written::Inks, icc))).to_rgb8();
        assert_near(copy.get_pixel(4, 4).0, [0, 255, 255], 2);
        assert_near(copy.get_pixel(36, 4).0, [0, 0, 0], 2);
    }
}

#[test]
fn a_turned_photograph_for_print_keeps_its_inks_and_stands_upright() {
    let mut jpeg = Jpeg::from_bytes(cmyk_jpeg(&INKS, Written::Inks, Some(press_profile())).into()).unwrap();
    let place = [TURN_RIGHT, b"Nairobi"].concat();
    jpeg.set_exif(Some(place.into()));
    let checked = check(jpeg.encoder().bytes().to_vec(), "jpg").unwrap();
    assert_eq!(checked.size, Some((8, 48)));
    assert!(has_profile(&checked.bytes) && !checked.bytes.windows(7).any(|part| part == b"Nairobi"));
    let inks = super::intake::decode::read(&checked.bytes, ImageFormat::Jpeg, super::intake::decode::limits()).unwrap();
    assert_eq!(inks.picture.to_rgba8().get_pixel(4, 4).0, INKS[0]);
    let copy = decoded(&copy(&checked.bytes)).to_rgb8();
    assert_eq!(copy.dimensions(), (8, 48));
    for (block, printed) in PRINTED.into_iter().enumerate() {
        assert_near(copy.get_pixel(4, block as u32 * 8 + 4).0, printed, 6);
    }
    // Cleaned once more, as an import does: it stands as it stood.
    let again = check(checked.bytes.clone(), "jpg").unwrap();
    assert_eq!(CheckedFile { upload_sha256: checked.upload_sha256.clone(), ..again }, checked);
}

#[test]
fn wide_gamut_is_converted_and_the_original_keeps_its_profile_turned_or_not() {
    let adobe = || ColorProfile::new_adobe_rgb().encode().unwrap();
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        for turned in [false, true] {
            let extension = format.extensions_str()[0];
            let file = file_with_profile(&flat([60, 160, 80]), format, adobe(), turned);
            let checked = check(file, extension).unwrap();
            assert_eq!(checked.size, Some(if turned { (32, 64) } else { (64, 32) }));
            assert!(has_profile(&checked.bytes), "{format:?} {turned}");
            assert_near(decoded(&checked.bytes).to_rgb8().get_pixel(9, 9).0, [60, 160, 80], 3);
            let copy = copy(&checked.bytes);
            assert!(!has_profile(&copy));
            assert_near(decoded(&copy).to_rgb8().get_pixel(9, 9).0, [0, 161, 74], 4);
        }
    }
}

#[test]
fn a_grey_profile_is_converted_in_every_format_that_has_greys() {
    let grey = |format, turned| {
        let picture = DynamicImage::from(image::GrayImage::from_pixel(64, 32, image::Luma([128])));
        file_with_profile(&picture, format, ColorProfile::new_gray_with_gamma(1.0).encode().unwrap(), turned)
    };
    for format in [ImageFormat::Jpeg, ImageFormat::Png] {
        for turned in [false, true] {
            let checked = check(grey(format, turned), format.extensions_str()[0]).unwrap();
            assert!(has_profile(&checked.bytes));
            assert_eq!(decoded(&checked.bytes).color(), image::ColorType::L8);
            assert_near(decoded(&copy(&checked.bytes)).to_rgb8().get_pixel(9, 9).0, [188, 188, 188], 1);
        }
    }
    let mut lightness = ColorProfile::new_gray_with_gamma(1.0);
    lightness.pcs = moxcms::DataColorSpace::Lab;
    let picture = DynamicImage::from(image::GrayImage::from_pixel(64, 32, image::Luma([160])));
    let file = file_with_profile(&picture, ImageFormat::Png, lightness.encode().unwrap(), false);
    assert_near(decoded(&copy(&file)).to_rgb8().get_pixel(9, 9).0, [152, 152, 152], 1);
}

#[test]
fn a_png_says_what_its_numbers_mean_in_four_ways_and_the_strongest_holds() {
    let chunk = |kind: &[u8; 4], contents: &[u8]| -> Vec<u8> {
        let checked = [&kind[..], contents].concat();
        let crc = checked.iter().fold(!0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
        });
        [&(contents.len() as u32).to_be_bytes()[..], &checked, &(!crc).to_be_bytes()].concat()
    };
    let p3 = chunk(b"cICP", &[12, 13, 0, 1]);
    let linear = chunk(b"gAMA", &100_000u32.to_be_bytes());
    let wide: Vec<u8> = [31_270u32, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
        .iter()
        .flat_map(|number| number.to_be_bytes())
        .collect();
    let wide = [chunk(b"gAMA", &45_455u32.to_be_bytes()), chunk(b"cHRM", &wide)].concat();
    for (chunks, colour, shown) in [
        (vec![], [60, 160, 80], [60, 160, 80]),
        (p3.clone(), [180, 120, 90], [190, 118, 85]),
        (linear.clone(), [128, 55, 10], [188, 127, 55]),
        (wide, [60, 160, 80], [0, 161, 74]),
        ([chunk(b"sRGB", &[0]), linear.clone()].concat(), [128, 55, 10], [128, 55, 10]),
        ([linear.clone(), p3.clone()].concat(), [180, 120, 90], [190, 118, 85]),
        // Numbers that nobody knows, and narrow ones.
        (chunk(b"cICP", &[200, 13, 0, 1]), [60, 160, 80], [60, 160, 80]),
        (chunk(b"cICP", &[12, 13, 0, 0]), [60, 160, 80], [60, 160, 80]),
        // White of a screen of high range is no white of paper.
        (chunk(b"cICP", &[9, 16, 0, 1]), [148, 148, 148], [255, 255, 255]),
    ] {
        for turned in [false, true] {
            let mut file = Cursor::new(Vec::new());
            let mut encoder = image::codecs::png::PngEncoder::new(&mut file);
            if turned {
                encoder.set_exif_metadata(TURN_RIGHT.to_vec()).unwrap();
            }
            flat(colour).write_with_encoder(encoder).unwrap();
            let mut file = file.into_inner();
            file.splice(33..33, chunks.clone());
            let checked = check(file, "png").unwrap();
            assert!(chunks.is_empty() || checked.bytes.windows(chunks.len()).any(|part| part == chunks));
            assert_eq!(decoded(&checked.bytes).to_rgb8().get_pixel(9, 9).0, colour);
            assert_near(decoded(&copy(&checked.bytes)).to_rgb8().get_pixel(9, 9).0, shown, 2);
        }
    }
}

#[test]
fn a_turned_lossy_webp_is_about_as_large_as_before() {
    let waves = RgbImage::from_fn(300, 200, |x, y| {
        let wave = |at: u32, length: f32| (127.0 + 127.0 * (at as f32 / length).sin()) as u8;
        Rgb([wave(x + y, 17.0), wave(y, 11.0), wave(x * 3, 29.0)])
    });
    let file = file_with_profile(&waves.into(), ImageFormat::WebP, ColorProfile::new_srgb().encode().unwrap(), true);
    let turned = check(file.clone(), "webp").unwrap();
    assert_eq!(turned.size, Some((200, 300)));
    assert!(turned.bytes.len() < file.len() * 5 / 4, "{} of {}", turned.bytes.len(), file.len());
}

#[test]
fn a_picture_beside_a_link_is_small_whatever_it_shows() {
    let mut state = 1u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut file = |width, height, is_seen_through: bool| {
        let picture = image::RgbaImage::from_fn(width, height, |_, _| {
            image::Rgba([noise(), noise(), noise(), if is_seen_through { noise() } else { 255 }])
        });
        let picture = if is_seen_through { picture.into() } else { DynamicImage::from(picture).to_rgb8().into() };
        let mut file = Cursor::new(Vec::new());
        DynamicImage::write_to(&picture, &mut file, ImageFormat::Png).unwrap();
        file.into_inner()
    };
    let share = |file: Vec<u8>| resize(file, Variant::Share).unwrap().unwrap();
    for is_seen_through in [false, true] {
        let wide = share(file(1_300, 800, is_seen_through));
        assert!(wide.len() <= 300_000 && image::guess_format(&wide).unwrap() == ImageFormat::Jpeg);
        assert_eq!((decoded(&wide).width(), decoded(&wide).height()), (1_200, 738));
    }
    assert!(share(file(200, 2_600, false)).len() <= 300_000);
    let small = share(file(90, 60, false));
    assert_eq!((decoded(&small).width(), decoded(&small).height()), (90, 60), "nothing is enlarged");
}

//! Draws the pictures of the demo publication: flat layered illustrations of one thing in one warm light. The post
//! names the motif, its category determines the hue, the picture's name the composition and the time of day, so
//! pictures are deterministic and unique. The subject is in the central square, to which small cards crop.
//!
//! The server takes them as files, and no other crate needs this one. After a change of a motif, or of what a post
//! shows: `cargo run --release -p mwanga-covers -- crates/demo/publication`.
//!
//! - `scene` with `shapes`, `palette`, `props` and `rng`: drawing, and what many motifs contain.
//! - `devices`, `home`, `land`, `locks`, `network`, `paper`, `power`, `road`, `shop`, `shore`, `street`, `trade`,
//!   `voice` and `weather`: the motifs.

mod devices;
mod home;
mod land;
mod locks;
mod network;
mod palette;
mod paper;
mod power;
mod props;
mod rng;
mod road;
mod scene;
mod shapes;
mod shop;
mod shore;
mod street;
mod trade;
mod voice;
mod weather;

use std::fs;
use std::path::Path;

use anyhow::Context;
use mwanga_core::media::{self, variants::Variant};
use mwanga_demo::Picture;

use palette::TimeOfDay;
use rng::Rng;
use scene::Scene;

/// WebP quality, 0 to 100: without visible artifacts; a 1200 by 800 cover takes 10 to 60 kB.
const QUALITY: f32 = 82.0;

/// What a picture shows.
struct Motif {
    name: &'static str,
    times_of_day: &'static [TimeOfDay],
    paint: fn(&mut Scene),
}

const ANY: &[TimeOfDay] = &[TimeOfDay::Day, TimeOfDay::Dusk, TimeOfDay::Night];
const LIGHT: &[TimeOfDay] = &[TimeOfDay::Day, TimeOfDay::Dusk];
const DARK: &[TimeOfDay] = &[TimeOfDay::Dusk, TimeOfDay::Night];

/// All motifs, by name.
static MOTIFS: [Motif; 82] = [
    Motif { name: "aeroplane", times_of_day: LIGHT, paint: Scene::aeroplane },
    Motif { name: "battery", times_of_day: ANY, paint: Scene::battery },
    Motif { name: "billboard", times_of_day: ANY, paint: Scene::billboard },
    Motif { name: "book", times_of_day: ANY, paint: Scene::book },
    Motif { name: "bread", times_of_day: LIGHT, paint: Scene::bread },
    Motif { name: "bulb", times_of_day: DARK, paint: Scene::bulb },
    Motif { name: "bus", times_of_day: ANY, paint: Scene::bus },
    Motif { name: "calendar", times_of_day: ANY, paint: Scene::calendar },
    Motif { name: "carton", times_of_day: ANY, paint: Scene::carton },
    Motif { name: "charger", times_of_day: ANY, paint: Scene::charger },
    Motif { name: "chat", times_of_day: ANY, paint: Scene::chat },
    Motif { name: "checklist", times_of_day: ANY, paint: Scene::checklist },
    Motif { name: "chip", times_of_day: DARK, paint: Scene::chip },
    Motif { name: "city-heat", times_of_day: ANY, paint: Scene::city_heat },
    Motif { name: "clocks", times_of_day: ANY, paint: Scene::clocks },
    Motif { name: "coins", times_of_day: ANY, paint: Scene::coins },
    Motif { name: "computer", times_of_day: ANY, paint: Scene::computer },
    Motif { name: "contract", times_of_day: ANY, paint: Scene::contract },
    Motif { name: "counter", times_of_day: ANY, paint: Scene::counter },
    Motif { name: "courtyard-screen", times_of_day: DARK, paint: Scene::courtyard_screen },
    Motif { name: "culvert", times_of_day: LIGHT, paint: Scene::culvert },
    Motif { name: "dashboard", times_of_day: LIGHT, paint: Scene::dashboard },
    Motif { name: "desk-lamp", times_of_day: DARK, paint: Scene::desk_lamp },
    Motif { name: "drives", times_of_day: ANY, paint: Scene::drives },
    Motif { name: "envelope", times_of_day: ANY, paint: Scene::envelope },
    Motif { name: "filing-cabinet", times_of_day: ANY, paint: Scene::filing_cabinet },
    Motif { name: "flood", times_of_day: DARK, paint: Scene::flood },
    Motif { name: "folding-panel", times_of_day: LIGHT, paint: Scene::folding_panel },
    Motif { name: "fridge", times_of_day: ANY, paint: Scene::fridge },
    Motif { name: "game", times_of_day: ANY, paint: Scene::game },
    Motif { name: "harbour", times_of_day: ANY, paint: Scene::harbour },
    Motif { name: "hard-disk", times_of_day: ANY, paint: Scene::hard_disk },
    Motif { name: "headphones", times_of_day: ANY, paint: Scene::headphones },
    Motif { name: "hills", times_of_day: ANY, paint: Scene::hills },
    Motif { name: "hostel", times_of_day: DARK, paint: Scene::hostel },
    Motif { name: "invoice", times_of_day: ANY, paint: Scene::invoice },
    Motif { name: "keys", times_of_day: ANY, paint: Scene::keys },
    Motif { name: "kiosk", times_of_day: ANY, paint: Scene::kiosk },
    Motif { name: "laptop", times_of_day: ANY, paint: Scene::laptop },
    Motif { name: "laptop-stack", times_of_day: ANY, paint: Scene::laptop_stack },
    Motif { name: "lens", times_of_day: ANY, paint: Scene::lens },
    Motif { name: "maize", times_of_day: LIGHT, paint: Scene::maize },
    Motif { name: "mango", times_of_day: LIGHT, paint: Scene::mango },
    Motif { name: "market-stall", times_of_day: LIGHT, paint: Scene::market_stall },
    Motif { name: "media-kit", times_of_day: ANY, paint: Scene::media_kit },
    Motif { name: "microphone", times_of_day: ANY, paint: Scene::microphone },
    Motif { name: "monitor", times_of_day: ANY, paint: Scene::monitor },
    Motif { name: "motorbike", times_of_day: ANY, paint: Scene::motorbike },
    Motif { name: "notice-board", times_of_day: ANY, paint: Scene::notice_board },
    Motif { name: "padlock", times_of_day: ANY, paint: Scene::padlock },
    Motif { name: "parliament", times_of_day: ANY, paint: Scene::parliament },
    Motif { name: "payment-code", times_of_day: ANY, paint: Scene::payment_code },
    Motif { name: "phone", times_of_day: ANY, paint: Scene::phone },
    Motif { name: "phone-camera", times_of_day: ANY, paint: Scene::phone_camera },
    Motif { name: "player", times_of_day: DARK, paint: Scene::player },
    Motif { name: "power-bank", times_of_day: ANY, paint: Scene::power_bank },
    Motif { name: "power-station", times_of_day: ANY, paint: Scene::power_station },
    Motif { name: "power-strip", times_of_day: ANY, paint: Scene::power_strip },
    Motif { name: "projector", times_of_day: DARK, paint: Scene::projector },
    Motif { name: "puzzle", times_of_day: ANY, paint: Scene::puzzle },
    Motif { name: "radio", times_of_day: ANY, paint: Scene::radio },
    Motif { name: "rain-tank", times_of_day: LIGHT, paint: Scene::rain_tank },
    Motif { name: "receipt-printer", times_of_day: ANY, paint: Scene::receipt_printer },
    Motif { name: "repair-bench", times_of_day: ANY, paint: Scene::repair_bench },
    Motif { name: "router", times_of_day: ANY, paint: Scene::router },
    Motif { name: "safe", times_of_day: ANY, paint: Scene::safe },
    Motif { name: "scales", times_of_day: ANY, paint: Scene::scales },
    Motif { name: "server-rack", times_of_day: DARK, paint: Scene::server_rack },
    Motif { name: "shelves", times_of_day: ANY, paint: Scene::shelves },
    Motif { name: "sim-card", times_of_day: ANY, paint: Scene::sim_card },
    Motif { name: "solar-panel", times_of_day: LIGHT, paint: Scene::solar_panel },
    Motif { name: "storm", times_of_day: DARK, paint: Scene::storm },
    Motif { name: "subtitles", times_of_day: DARK, paint: Scene::subtitles },
    Motif { name: "tide", times_of_day: DARK, paint: Scene::tide },
    Motif { name: "till", times_of_day: ANY, paint: Scene::till },
    Motif { name: "utility-pole", times_of_day: DARK, paint: Scene::utility_pole },
    Motif { name: "voices", times_of_day: ANY, paint: Scene::voices },
    Motif { name: "water-pump", times_of_day: LIGHT, paint: Scene::water_pump },
    Motif { name: "waves", times_of_day: ANY, paint: Scene::waves },
    Motif { name: "web-page", times_of_day: ANY, paint: Scene::web_page },
    Motif { name: "weighing-scale", times_of_day: ANY, paint: Scene::weighing_scale },
    Motif { name: "word-tiles", times_of_day: ANY, paint: Scene::word_tiles },
];

/// Draws what the sample posts name into `pictures/` in the folder of the first argument, emptied before, and describes
/// it in `pictures.toml` there.
fn main() -> anyhow::Result<()> {
    let publication = std::env::args_os().nth(1).context("call it with the folder of the publication")?;
    let publication = Path::new(&publication);
    let folder = publication.join("pictures");
    let pictures = mwanga_demo::pictures()?;
    fs::remove_dir_all(&folder)?;
    let mut descriptions = String::new();
    for picture in &pictures {
        let Picture { name, motif: motif_name, category, size: (width, height) } = picture;
        let motif = motif(motif_name).with_context(|| format!("{name} names no motif: {motif_name}"))?;
        let bytes = webp(motif, category, name, *width, *height);
        write(&folder.join(picture.file_name()), &bytes)?;
        for width in picture.widths() {
            let variant = media::resize(bytes.clone(), Variant::Page { width })?.context("it is animated")?;
            write(&folder.join(picture.variant_path(width)), &variant)?;
        }
        descriptions.push_str(&mwanga_demo::describe_drawn(picture, bytes)?);
    }
    fs::write(publication.join("pictures.toml"), descriptions)?;
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::create_dir_all(path.parent().context("it has no folder")?)?;
    Ok(fs::write(path, bytes)?)
}

/// The motif called `name`.
fn motif(name: &str) -> Option<&'static Motif> {
    MOTIFS.iter().find(|motif| motif.name == name)
}

/// Draws `motif` for the post or picture `seed` in `category` (a slug; an unknown one gets a hue from its name).
///
/// Returns `width * height * 3` bytes: rows from the top, red, green and blue with 8 bits each. Deterministic.
///
/// # Panics
///
/// If `width` or `height` is 0, or the pixels do not fit into memory.
fn draw(motif: &Motif, category: &str, seed: &str, width: u32, height: u32) -> Vec<u8> {
    let rng = Rng::new(category, seed);
    let time_of_day = rng.pick(motif.times_of_day);
    let mut scene = Scene::new(width, height, hue(category), time_of_day, rng);
    (motif.paint)(&mut scene);
    scene.into_rgb()
}

/// [`draw`] as a WebP file.
///
/// # Panics
///
/// As [`draw`].
fn webp(motif: &Motif, category: &str, seed: &str, width: u32, height: u32) -> Vec<u8> {
    webp::Encoder::from_rgb(&draw(motif, category, seed, width, height), width, height).encode(QUALITY).to_vec()
}

/// OKLCH hue in degrees: that of the site's label of the category.
fn hue(category: &str) -> f32 {
    match category {
        "tech" => 262.0,
        "business" => 160.0,
        "politics" => 15.0,
        "science" => 220.0,
        "ai" => 300.0,
        "deals" => 55.0,
        "security" => 340.0,
        "entertainment" => 350.0,
        "digital-finance" => 185.0,
        "imports" => 245.0,
        "exports" => 135.0,
        "buying-guide" => 75.0,
        "electronics" => 275.0,
        "review" => 320.0,
        "video" => 5.0,
        "services" => 205.0,
        "advertise" => 35.0,
        "the-big-story" => 28.0,
        "sponsored" => 110.0,
        "trending" => 330.0,
        "latest-news" => 230.0,
        other => Rng::new(other, "").float(0.0, 360.0),
    }
}

// `cargo test --release -p mwanga-covers --bins`: the tests of the workspace leave them out.
#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn covers_are_deterministic_and_unique() {
        let mut seen = HashSet::new();
        for motif in &MOTIFS {
            for (category, seed) in [("tech", "a"), ("tech", "b"), ("no-such-category", "a")] {
                let cover = draw(motif, category, seed, 60, 40);
                assert_eq!(cover.len(), 60 * 40 * 3, "{} {category} {seed}", motif.name);
                assert_eq!(cover, draw(motif, category, seed, 60, 40), "{} {category} {seed}", motif.name);
                assert!(seen.insert(cover), "{} {category} {seed}", motif.name);
            }
        }
    }

    #[test]
    fn every_motif_is_drawn_at_every_size() {
        for (width, height) in [(1, 1), (60, 90), (120, 40)] {
            for motif in &MOTIFS {
                for time_of_day in motif.times_of_day {
                    let mut scene = Scene::new(width, height, 160.0, *time_of_day, Rng::new("test", motif.name));
                    (motif.paint)(&mut scene);
                    assert!(
                        scene.pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255),
                        "{} {time_of_day:?} {width}x{height}",
                        motif.name
                    );
                }
            }
        }
    }

    #[test]
    fn motifs_have_names_of_their_own() {
        let names: HashSet<&str> = MOTIFS.iter().map(|motif| motif.name).collect();
        assert_eq!(names.len(), MOTIFS.len());
        assert!(motif("router").is_some());
        assert!(motif("no-such-motif").is_none());
    }
}

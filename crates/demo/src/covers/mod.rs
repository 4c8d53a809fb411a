//! Cover images of the demo publication, generated instead of embedded: flat layered illustrations with one warm light
//! source. The category determines hue and motifs, the seed (a slug) everything else, so covers are deterministic and
//! unique. The subject is in the central square, to which small cards crop.
//!
//! - `scene` with `shapes`, `palette` and `rng`: drawing; `civic`, `cloth`, `land`, `machines`, `shore`, `signals` and
//!   `trade`: the motifs.

mod civic;
mod cloth;
mod land;
mod machines;
mod palette;
mod rng;
mod scene;
mod shapes;
mod shore;
mod signals;
mod trade;

use palette::TimeOfDay;
use rng::Rng;
use scene::Scene;

/// WebP quality, 0 to 100: without visible artifacts; a 1200 by 800 cover takes 10 to 60 kB, woven cloth up to 150.
const QUALITY: f32 = 82.0;

/// Draws the cover of the post `seed` in `category` (a slug; an unknown one gets a hue and motifs from its name).
///
/// Returns `width * height * 3` bytes: rows from the top, red, green and blue with 8 bits each. Deterministic. Takes
/// about 30 ms at 1200 by 800 in a release build, so async code calls it from `spawn_blocking`.
///
/// # Panics
///
/// If `width` or `height` is 0, or the pixels do not fit into memory.
#[must_use]
pub fn draw(category: &str, seed: &str, width: u32, height: u32) -> Vec<u8> {
    let rng = Rng::new(category, seed);
    let (hue, motifs) = category_style(category);
    let motif = rng.pick(motifs);
    let (times_of_day, paint) = motif.style();
    let time_of_day = rng.pick(times_of_day);
    let mut scene = Scene::new(width, height, hue, time_of_day, rng);
    paint(&mut scene);
    scene.into_rgb()
}

/// [`draw`] as a WebP file.
///
/// # Panics
///
/// As [`draw`].
#[must_use]
pub fn webp(category: &str, seed: &str, width: u32, height: u32) -> Vec<u8> {
    webp::Encoder::from_rgb(&draw(category, seed, width, height), width, height).encode(QUALITY).to_vec()
}

/// OKLCH hue in degrees and the motifs of a category. The hues are those of the site's category labels.
fn category_style(category: &str) -> (f32, &'static [Motif]) {
    use Motif::{
        Assembly, Bars, Circuit, Coins, Devices, Film, Harbour, Hills, Leaves, Ledger, Lens, Network, Orbits, Rings,
        Shield, Skyline, Sound, Tags, Waves, Woven,
    };
    match category {
        "tech" => (262.0, &[Circuit, Devices, Network, Skyline]),
        "business" => (160.0, &[Bars, Skyline, Ledger, Hills]),
        "politics" => (15.0, &[Assembly, Assembly, Ledger, Skyline]),
        "science" => (220.0, &[Orbits, Waves, Hills, Lens]),
        "ai" => (300.0, &[Network, Rings, Circuit, Sound, Orbits]),
        "deals" => (55.0, &[Tags, Coins, Devices, Lens]),
        "security" => (340.0, &[Shield, Shield, Circuit, Rings, Network]),
        "entertainment" => (350.0, &[Film, Film, Sound, Woven, Skyline]),
        "digital-finance" => (185.0, &[Coins, Devices, Bars]),
        "imports" => (245.0, &[Harbour, Harbour, Waves, Ledger]),
        "exports" => (135.0, &[Leaves, Harbour, Woven, Waves]),
        "buying-guide" => (75.0, &[Tags, Lens, Devices]),
        "electronics" => (275.0, &[Devices, Devices, Circuit, Sound]),
        "review" => (320.0, &[Lens, Devices, Orbits, Ledger, Tags]),
        "video" => (5.0, &[Film, Film, Sound, Waves]),
        "services" => (205.0, &[Network, Ledger, Shield]),
        "advertise" => (35.0, &[Rings, Skyline, Woven, Bars]),
        "the-big-story" => (28.0, &[Hills, Waves, Assembly, Skyline]),
        "sponsored" => (110.0, &[Leaves, Leaves, Woven, Hills]),
        "trending" => (330.0, &[Sound, Bars, Rings, Orbits]),
        "latest-news" => (230.0, &[Hills, Ledger, Skyline, Rings]),
        other => (Rng::new(other, "").float(0.0, 360.0), &[Hills, Woven, Waves, Network, Leaves, Skyline]),
    }
}

/// Subject of a cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Motif {
    Assembly,
    Bars,
    Circuit,
    Coins,
    Devices,
    Film,
    Harbour,
    Hills,
    Leaves,
    Ledger,
    Lens,
    Network,
    Orbits,
    Rings,
    Shield,
    Skyline,
    Sound,
    Tags,
    Waves,
    Woven,
}

impl Motif {
    /// Times of day it is drawn at, and the function that draws it.
    fn style(self) -> (&'static [TimeOfDay], fn(&mut Scene)) {
        use TimeOfDay::{Day, Dusk, Night};
        match self {
            Self::Assembly => (&[Day, Dusk, Night], Scene::assembly),
            Self::Bars => (&[Day, Dusk, Night], Scene::bars),
            Self::Circuit => (&[Night, Dusk], Scene::circuit),
            Self::Coins => (&[Day, Dusk, Night], Scene::coins),
            Self::Devices => (&[Day, Dusk, Night], Scene::devices),
            Self::Film => (&[Night, Dusk], Scene::film),
            Self::Harbour => (&[Day, Dusk, Dusk, Night], Scene::harbour),
            Self::Hills => (&[Day, Dusk, Dusk, Night], Scene::hills),
            Self::Leaves => (&[Day, Dusk, Dusk], Scene::leaves),
            Self::Ledger => (&[Day, Dusk, Night], Scene::ledger),
            Self::Lens => (&[Day, Dusk, Night], Scene::lens),
            Self::Network => (&[Night, Dusk, Day], Scene::network),
            Self::Orbits => (&[Night, Night, Dusk], Scene::orbits),
            Self::Rings => (&[Dusk, Night, Day], Scene::rings),
            Self::Shield => (&[Night, Dusk, Day], Scene::shield),
            Self::Skyline => (&[Dusk, Night, Dusk, Day], Scene::skyline),
            Self::Sound => (&[Night, Dusk, Day], Scene::sound),
            Self::Tags => (&[Day, Dusk, Night], Scene::tags),
            Self::Waves => (&[Day, Dusk, Night], Scene::waves),
            Self::Woven => (&[Day, Dusk], Scene::woven),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATEGORIES: [&str; 22] = [
        "tech",
        "business",
        "politics",
        "science",
        "ai",
        "deals",
        "security",
        "entertainment",
        "digital-finance",
        "imports",
        "exports",
        "buying-guide",
        "electronics",
        "review",
        "video",
        "services",
        "advertise",
        "the-big-story",
        "sponsored",
        "trending",
        "latest-news",
        "no-such-category",
    ];

    #[test]
    fn covers_are_deterministic_and_unique() {
        let mut seen = std::collections::HashSet::new();
        for category in CATEGORIES {
            for seed in ["a", "b", "c"] {
                let cover = draw(category, seed, 90, 60);
                assert_eq!(cover.len(), 90 * 60 * 3, "{category} {seed}");
                assert_eq!(cover, draw(category, seed, 90, 60), "{category} {seed}");
                assert!(seen.insert(cover), "{category} {seed}");
            }
        }
    }

    #[test]
    fn every_motif_is_drawn_at_every_size() {
        for (width, height) in [(1, 1), (120, 80), (80, 120), (64, 64), (160, 50)] {
            for motif in [
                Motif::Assembly,
                Motif::Bars,
                Motif::Circuit,
                Motif::Coins,
                Motif::Devices,
                Motif::Film,
                Motif::Harbour,
                Motif::Hills,
                Motif::Leaves,
                Motif::Ledger,
                Motif::Lens,
                Motif::Network,
                Motif::Orbits,
                Motif::Rings,
                Motif::Shield,
                Motif::Skyline,
                Motif::Sound,
                Motif::Tags,
                Motif::Waves,
                Motif::Woven,
            ] {
                let (times_of_day, paint) = motif.style();
                for (number, time_of_day) in times_of_day.iter().enumerate() {
                    let rng = Rng::new("test", &number.to_string());
                    let mut scene = Scene::new(width, height, 160.0, *time_of_day, rng);
                    paint(&mut scene);
                    assert!(
                        scene.pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255),
                        "{motif:?} {time_of_day:?} {width}x{height}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_cover_is_a_readable_webp_below_60_kb() {
        let file = webp("tech", "a-post", 600, 400);
        assert_eq!(&file[8..12], b"WEBP");
        assert!(file.len() < 60_000, "{} bytes", file.len());
        let picture = image::load_from_memory(&file).unwrap();
        assert_eq!((picture.width(), picture.height()), (600, 400));
    }
}

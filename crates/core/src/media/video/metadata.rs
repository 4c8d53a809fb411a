//! Removal of metadata from videos: places, people and devices are overwritten in place, so that no offset changes.
//!
//! MP4 and QuickTime (ISO/IEC 14496-12) are rows of boxes. Those that playing needs are named here, every other one
//! becomes `free` space of zeros: `udta` with `©xyz` and `loci`, `meta` with `com.apple.quicktime.location.ISO6709`,
//! `uuid` with XMP, makers' notes, and what nobody knows. Tracks of timed metadata (GPS of action cameras) go with
//! their samples, and so do subtitles within the file: drones write their places there. Of WebM (RFC 9559) tags,
//! attachments, title and file name become `Void`.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

/// Boxes that playback needs, by their parent; boxes that are no parent here stay whole.
const KEPT_BOXES: [(&[u8; 4], &[&[u8; 4]]); 10] = [
    (FILE, &[b"ftyp", b"styp", b"moov", b"moof", b"mdat", b"sidx", b"ssix", b"mfra", b"prft"]),
    (b"moov", &[b"mvhd", b"trak", b"mvex", b"iods", b"pssh"]),
    (b"mvex", &[b"mehd", b"trex", b"leva", b"trep"]),
    (b"trak", &[b"tkhd", b"edts", b"tref", b"tapt", b"trgr", b"clip", b"load", b"mdia"]),
    (b"mdia", &[b"mdhd", b"hdlr", b"elng", b"minf"]),
    (b"minf", &[b"vmhd", b"smhd", b"hmhd", b"nmhd", b"sthd", b"gmhd", b"hdlr", b"dinf", b"stbl"]),
    (
        b"stbl",
        &[
            b"stsd", b"stts", b"ctts", b"cslg", b"stsc", b"stsz", b"stz2", b"stco", b"co64", b"stss", b"stsh", b"stps",
            b"sdtp", b"sbgp", b"sgpd", b"subs", b"saiz", b"saio", b"padb", b"stdp",
        ],
    ),
    (b"mfra", &[b"tfra", b"mfro"]),
    (b"moof", &[b"mfhd", b"traf", b"pssh"]),
    (b"traf", &[b"tfhd", b"tfdt", b"trun", b"sbgp", b"sgpd", b"subs", b"saiz", b"saio", b"senc"]),
];
/// The parent of top-level boxes: the file itself.
const FILE: &[u8; 4] = b"\0\0\0\0";
/// Handlers of tracks that are seen or heard; all others are metadata.
const PLAYED_TRACKS: [&[u8; 4]; 3] = [b"vide", b"soun", b"auxv"];
/// Most boxes and elements of a file: more than the fragments of a day.
const MAX_BOXES: usize = 1_000_000;
/// Most bytes of a table of a metadata track: a million samples.
const MAX_TABLE_BYTES: u64 = 4 * 1024 * 1024;

const WEBM_SEGMENT: u32 = 0x1853_8067;
const WEBM_CLUSTER: u32 = 0x1f43_b675;
const WEBM_TAGS: u32 = 0x1254_c367;
const WEBM_ATTACHMENTS: u32 = 0x1941_a469;
const WEBM_INFO: u32 = 0x1549_a966;
const WEBM_TITLE: u32 = 0x7ba9;
const WEBM_FILE_NAME: u32 = 0x7384;
const WEBM_VOID: u8 = 0xec;

/// Overwrites the metadata of a video, and returns whether it had any. `sync` syncs the file.
///
/// Content is overwritten first and its headers last, so that an interrupted run can be repeated.
///
/// # Errors
///
/// [`io::ErrorKind::InvalidData`]: its structure does not match its extension.
pub fn clean<F: Read + Write + Seek>(
    file: &mut F,
    extension: &str,
    sync: impl Fn(&mut F) -> io::Result<()>,
) -> io::Result<bool> {
    let end = file.seek(SeekFrom::End(0))?;
    let mut walk = Cleaner { file, parts: 0, changes: Vec::new(), data: Vec::new() };
    if extension == "webm" {
        walk.elements(0..end)?;
    } else {
        walk.file(end)?;
    }
    let samples = walk.metadata_samples()?;
    let changes = std::mem::take(&mut walk.changes);
    let mut any = false;
    for range in samples {
        any |= walk.zero(range)?;
    }
    sync(walk.file)?;
    for change in &changes {
        any |= walk.zero(change.content())?;
    }
    sync(walk.file)?;
    for change in &changes {
        any |= walk.rename(change)?;
    }
    sync(walk.file)?;
    Ok(any)
}

/// An overwrite.
#[derive(Debug)]
enum Change {
    /// A box that becomes `free`.
    Free(BoxRange),
    /// An element that becomes `Void`: its position and content.
    Void(u64, Range<u64>),
    /// Data after the last box.
    Rest(Range<u64>),
}

impl Change {
    fn content(&self) -> Range<u64> {
        match self {
            Self::Free(part) => part.content.clone(),
            Self::Void(_, content) | Self::Rest(content) => content.clone(),
        }
    }
}

/// A box.
#[derive(Clone, Debug)]
struct BoxRange {
    kind: [u8; 4],
    at: u64,
    /// After its size and kind.
    content: Range<u64>,
}

struct Cleaner<'a, F> {
    file: &'a mut F,
    parts: usize,
    changes: Vec<Change>,
    /// Content of the media data boxes, in their order.
    data: Vec<Range<u64>>,
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the video is not built as its kind is")
}

impl<F: Read + Write + Seek> Cleaner<'_, F> {
    fn read<const N: usize>(&mut self, at: u64) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn count(&mut self) -> io::Result<()> {
        self.parts += 1;
        if self.parts > MAX_BOXES { Err(invalid()) } else { Ok(()) }
    }

    /// The boxes in a range of the file, and the rest, which is no box.
    fn boxes_and_rest(&mut self, range: Range<u64>) -> io::Result<(Vec<BoxRange>, Range<u64>)> {
        let (mut at, mut parts) = (range.start, Vec::new());
        while range.end - at >= 8 {
            self.count()?;
            let [a, b, c, d, kind @ ..] = self.read::<8>(at)?;
            let (head, size) = match u32::from_be_bytes([a, b, c, d]) {
                0 => (8, range.end - at),
                1 if range.end - at >= 16 => (16, u64::from_be_bytes(self.read(at + 8)?)),
                size => (8, u64::from(size)),
            };
            if size < head || size > range.end - at {
                break;
            }
            parts.push(BoxRange { kind, at, content: at + head..at + size });
            at += size;
        }
        Ok((parts, at..range.end))
    }

    fn parts(&mut self, range: Range<u64>) -> io::Result<Vec<BoxRange>> {
        match self.boxes_and_rest(range)? {
            (_, rest) if rest.end - rest.start >= 8 => Err(invalid()),
            (parts, _) => Ok(parts),
        }
    }

    /// Plans the changes of a file of boxes. Data that some recorders write after them is overwritten.
    fn file(&mut self, end: u64) -> io::Result<()> {
        let (parts, rest) = self.boxes_and_rest(0..end)?;
        if rest.end - rest.start >= 8 && !parts.iter().any(|part| matches!(&part.kind, b"moov" | b"moof")) {
            return Err(invalid());
        }
        self.data = parts.iter().filter(|part| &part.kind == b"mdat").map(|part| part.content.clone()).collect();
        self.retain_known(FILE, parts)?;
        self.changes.push(Change::Rest(rest));
        Ok(())
    }

    fn boxes(&mut self, parent: &[u8; 4], range: Range<u64>) -> io::Result<()> {
        if KEPT_BOXES.iter().any(|(kind, _)| *kind == parent) {
            let parts = self.parts(range)?;
            self.retain_known(parent, parts)?;
        }
        Ok(())
    }

    fn retain_known(&mut self, parent: &[u8; 4], parts: Vec<BoxRange>) -> io::Result<()> {
        let kept = KEPT_BOXES.iter().find(|(kind, _)| *kind == parent).map_or(&[][..], |(_, kept)| *kept);
        for part in parts {
            let is_kept = kept.contains(&&part.kind) && (&part.kind != b"trak" || self.is_played(&part)?);
            if is_kept {
                self.boxes(&part.kind, part.content)?;
            } else {
                self.changes.push(Change::Free(part));
            }
        }
        Ok(())
    }

    /// The first box on a path of nested kinds.
    fn find(&mut self, within: &BoxRange, path: &[&[u8; 4]]) -> io::Result<Option<BoxRange>> {
        let Some((first, rest)) = path.split_first() else { return Ok(Some(within.clone())) };
        match self.parts(within.content.clone())?.into_iter().find(|part| part.kind == **first) {
            Some(found) => self.find(&found, rest),
            None => Ok(None),
        }
    }

    /// Whether a track is seen or heard, by its handler (after version, flags and a field of QuickTime).
    fn is_played(&mut self, track: &BoxRange) -> io::Result<bool> {
        let Some(handler) = self.find(track, &[b"mdia", b"hdlr"])? else { return Ok(false) };
        if handler.content.end - handler.content.start < 12 {
            return Err(invalid());
        }
        let kind: [u8; 4] = self.read(handler.content.start + 8)?;
        Ok(PLAYED_TRACKS.contains(&&kind))
    }

    /// The ranges of the samples of metadata tracks within the media data; each byte once, whatever the tables say.
    fn metadata_samples(&mut self) -> io::Result<Vec<Range<u64>>> {
        let hidden = self
            .changes
            .iter()
            .filter_map(|change| if let Change::Free(part) = change { Some(part.clone()) } else { None });
        let hidden: Vec<BoxRange> = hidden.filter(|part| &part.kind == b"trak").collect();
        let mut chunks = Vec::new();
        for track in &hidden {
            chunks.extend(self.chunks(track)?);
            if chunks.len() > MAX_BOXES {
                return Err(invalid());
            }
        }
        chunks.sort_unstable_by_key(|chunk: &Range<u64>| chunk.start);
        let (mut samples, mut data, mut done) = (Vec::new(), self.data.iter().peekable(), 0);
        for chunk in chunks {
            let mut at = chunk.start.max(done);
            while let Some(within) = data.peek().filter(|_| at < chunk.end) {
                let range = at.max(within.start)..chunk.end.min(within.end);
                if !range.is_empty() {
                    samples.push(range);
                }
                if within.end > chunk.end {
                    break;
                }
                at = at.max(within.end);
                data.next();
            }
            done = done.max(chunk.end);
        }
        Ok(samples)
    }

    /// The ranges of the chunks of a track (8.7.3 to 8.7.5); none when a table is missing.
    fn chunks(&mut self, track: &BoxRange) -> io::Result<Vec<Range<u64>>> {
        let Some(tables) = self.find(track, &[b"mdia", b"minf", b"stbl"])? else { return Ok(Vec::new()) };
        let sizes = self.table(&tables, b"stsz")?;
        let runs = self.table(&tables, b"stsc")?;
        let (offsets, width) = match self.table(&tables, b"stco")? {
            offsets if offsets.is_empty() => (self.table(&tables, b"co64")?, 8),
            offsets => (offsets, 4),
        };
        let number = |bytes: &[u8]| bytes.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        let field = |table: &[u8], at: usize| table.get(at..at + 4).map_or(0, number);
        // Samples in each chunk: (first chunk, samples), from there to the next entry.
        let runs: Vec<(u64, u64)> = runs
            .get(8..)
            .unwrap_or_default()
            .chunks_exact(12)
            .map(|run| (number(&run[..4]), number(&run[4..8])))
            .collect();
        let alike = field(&sizes, 4);
        let mut each = sizes.get(12..).unwrap_or_default().chunks_exact(4).map(number);
        let (mut chunks, mut run) = (Vec::new(), 0);
        for (index, offset) in (1..).zip(offsets.get(8..).unwrap_or_default().chunks_exact(width).map(number)) {
            while runs.get(run + 1).is_some_and(|(first, _)| *first <= index) {
                run += 1;
            }
            let samples = runs.get(run).map_or(1, |(_, samples)| *samples);
            let length = match alike {
                0 => each.by_ref().take(usize::try_from(samples).unwrap_or(usize::MAX)).fold(0u64, u64::saturating_add),
                size => size.saturating_mul(samples),
            };
            chunks.push(offset..offset.saturating_add(length));
        }
        Ok(chunks)
    }

    fn table(&mut self, tables: &BoxRange, kind: &[u8; 4]) -> io::Result<Vec<u8>> {
        let Some(found) = self.find(tables, &[kind])? else { return Ok(Vec::new()) };
        let length = found.content.end - found.content.start;
        if length > MAX_TABLE_BYTES {
            return Err(invalid());
        }
        let mut bytes = vec![0; length as usize];
        self.file.seek(SeekFrom::Start(found.content.start))?;
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Plans the changes of the elements of a WebM, also within segment, info, and clusters of unknown size.
    fn elements(&mut self, range: Range<u64>) -> io::Result<()> {
        let mut at = range.start;
        while at < range.end {
            self.count()?;
            let mut head = [0; 12];
            let there = (range.end - at).min(12) as usize;
            self.file.seek(SeekFrom::Start(at))?;
            self.file.read_exact(&mut head[..there])?;
            let head = &head[..there];
            let id_length = head[0].leading_zeros() as usize + 1;
            let size_byte = *head.get(id_length).filter(|_| id_length <= 4).ok_or_else(invalid)?;
            let id = head[..id_length].iter().fold(0u32, |id, byte| id << 8 | u32::from(*byte));
            let size_length = size_byte.leading_zeros() as usize + 1;
            let size_bytes =
                head.get(id_length + 1..id_length + size_length).filter(|_| size_length <= 8).ok_or_else(invalid)?;
            let most = (1u64 << (7 * size_length)) - 1;
            let size = size_bytes
                .iter()
                .fold(u64::from(size_byte) & (0xff >> size_length), |size, byte| size << 8 | u64::from(*byte));
            let content = at + (id_length + size_length) as u64;
            if matches!(id, WEBM_SEGMENT | WEBM_INFO) || id == WEBM_CLUSTER && size == most {
                at = content;
                continue;
            }
            let end = content.checked_add(size).filter(|end| size != most && *end <= range.end).ok_or_else(invalid)?;
            if matches!(id, WEBM_TAGS | WEBM_ATTACHMENTS | WEBM_TITLE | WEBM_FILE_NAME) {
                self.changes.push(Change::Void(at, content..end));
            }
            at = end;
        }
        Ok(())
    }

    /// Rewrites the header of a box or element as empty, after its content was overwritten. Returns whether it changed.
    fn rename(&mut self, change: &Change) -> io::Result<bool> {
        let (at, head) = match change {
            Change::Free(part) if &part.kind != b"free" => (part.at + 4, b"free".to_vec()),
            Change::Free(_) | Change::Rest(_) => return Ok(false),
            Change::Void(at, content) => {
                // The longest size field keeps the length; an element has 3 bytes at least.
                let length = content.end - at;
                let mut head = vec![WEBM_VOID];
                if length >= 9 {
                    head.extend_from_slice(&(1u64 << 56 | (length - 9)).to_be_bytes());
                } else {
                    head.push(0x80 | (length - 2) as u8);
                }
                head.resize(head.len().max((content.start - at) as usize), 0);
                (*at, head)
            }
        };
        self.file.seek(SeekFrom::Start(at))?;
        self.file.write_all(&head)?;
        Ok(true)
    }

    /// Overwrites a range with zeros. Returns whether it changed.
    fn zero(&mut self, range: Range<u64>) -> io::Result<bool> {
        const PIECE: u64 = 64 * 1024;
        let (mut at, mut any, mut piece) = (range.start, false, vec![0; PIECE as usize]);
        while at < range.end {
            let length = (range.end - at).min(PIECE) as usize;
            self.file.seek(SeekFrom::Start(at))?;
            self.file.read_exact(&mut piece[..length])?;
            if piece[..length].iter().any(|byte| *byte != 0) {
                piece[..length].fill(0);
                self.file.seek(SeekFrom::Start(at))?;
                self.file.write_all(&piece[..length])?;
                any = true;
            }
            at += length as u64;
        }
        Ok(any)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn part(kind: &[u8], content: &[&[u8]]) -> Vec<u8> {
        let content = content.concat();
        [&(content.len() as u32 + 8).to_be_bytes(), kind, &content].concat()
    }

    /// A track whose samples (two chunks, of two samples and one) lie at these offsets.
    fn track(handler: &[u8; 4], offsets: [u32; 2], extra: &[u8]) -> Vec<u8> {
        let hdlr = part(b"hdlr", &[&[0; 8], handler, &[0; 13]]);
        let stsz = part(
            b"stsz",
            &[&[0; 4], &[0; 4], &3u32.to_be_bytes(), &2u32.to_be_bytes(), &3u32.to_be_bytes(), &4u32.to_be_bytes()],
        );
        let runs: Vec<u8> = [1u32, 2, 1, 2, 1, 1].iter().flat_map(|number| number.to_be_bytes()).collect();
        let stsc = part(b"stsc", &[&[0; 4], &2u32.to_be_bytes(), &runs]);
        let stco = part(b"stco", &[&[0; 4], &2u32.to_be_bytes(), &offsets[0].to_be_bytes(), &offsets[1].to_be_bytes()]);
        let stbl = part(b"stbl", &[&stsz, &stsc, &stco]);
        let mdia = part(b"mdia", &[&part(b"mdhd", &[b"date"]), &hdlr, &part(b"minf", &[&stbl])]);
        part(b"trak", &[&part(b"tkhd", &[b"date"]), &mdia, extra])
    }

    fn cleaned(file: &[u8], extension: &str) -> (Vec<u8>, bool) {
        let mut file = Cursor::new(file.to_vec());
        let any = clean(&mut file, extension, |_| Ok(())).unwrap();
        (file.into_inner(), any)
    }

    const GPS: &[u8] = b"-01.2921+036.8219/";

    #[test]
    fn mp4_metadata_is_overwritten_in_place() {
        let ftyp = part(b"ftyp", &[b"mp42isom"]);
        let data_at = (ftyp.len() + 8) as u32;
        let mdat = part(b"mdat", &[b"AABBBCCCC", b"aabbbcccc"]);
        let notes = part(b"udta", &[&part(b"\xa9xyz", &[GPS]), &part(b"loci", &[GPS])]);
        let film = track(b"vide", [data_at, data_at + 5], &notes);
        let places = track(b"meta", [data_at + 9, data_at + 14], &[]);
        let keys = part(b"meta", &[&part(b"keys", &[b"com.apple.quicktime.location.ISO6709"]), &part(b"ilst", &[GPS])]);
        let moov = part(b"moov", &[&part(b"mvhd", &[b"date"]), &film, &places, &notes, &keys]);
        let rest = [
            part(b"uuid", &[b"0123456789abcdef<x:xmpmeta/>", GPS]),
            part(b"free", &[GPS]),
            part(b"Xtra", &[GPS]),
            b"\0\0\0".to_vec(),
        ]
        .concat();
        let file = [ftyp.clone(), mdat, moov, rest].concat();

        let (clean, any) = cleaned(&file, "mp4");
        assert!(any && clean.len() == file.len());
        let exists = |text: &[u8]| clean.windows(text.len()).any(|window| window == text);
        for gone in [GPS, b"xmpmeta", b"ISO6709", b"udta", b"uuid", b"Xtra", b"aabbbcccc"] {
            assert!(!exists(gone), "{}", String::from_utf8_lossy(gone));
        }
        // The remaining boxes keep their offsets.
        assert_eq!(clean[..ftyp.len() + 8 + 9], file[..ftyp.len() + 8 + 9], "the film itself");
        let different: usize = file.iter().zip(&clean).filter(|(before, after)| before != after).count();
        assert!(different > 0 && exists(b"vide") && exists(b"stco") && !exists(b"meta"));
        assert_eq!(cleaned(&clean, "mov"), (clean.clone(), false), "a second time there is nothing");
    }

    /// Fails every write from the n-th on, as if the process were killed there.
    struct Killed {
        file: Cursor<Vec<u8>>,
        writes: usize,
    }

    impl Read for Killed {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.file.read(buffer)
        }
    }

    impl Write for Killed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.writes = self.writes.checked_sub(1).ok_or(io::ErrorKind::Other)?;
            self.file.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Killed {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.file.seek(to)
        }
    }

    #[test]
    fn interrupted_cleaning_of_a_video_can_be_repeated() {
        let ftyp = part(b"ftyp", &[b"mp42isom"]);
        let data_at = (ftyp.len() + 8) as u32;
        let places = track(b"meta", [data_at, data_at + 5], &part(b"udta", &[GPS]));
        let film = track(b"vide", [data_at + 9, data_at + 14], &part(b"udta", &[GPS]));
        let mp4 = [
            ftyp,
            part(b"mdat", &[b"aabbbcccc", b"AABBBCCCC"]),
            part(b"moov", &[&places, &film]),
            part(b"free", &[GPS]),
        ]
        .concat();
        let element = |id: &[u8], content: &[u8]| [id, &[0x80 | content.len() as u8], content].concat();
        let tags = element(&WEBM_TAGS.to_be_bytes(), GPS);
        let webm = [
            element(b"\x1a\x45\xdf\xa3", b"webm"),
            WEBM_SEGMENT.to_be_bytes().to_vec(),
            vec![0x80 | tags.len() as u8],
            tags,
        ]
        .concat();
        for (file, extension) in [(mp4, "mp4"), (webm, "webm")] {
            let (whole, _) = cleaned(&file, extension);
            let mut kills = 0;
            loop {
                let mut killed = Killed { file: Cursor::new(file.clone()), writes: kills };
                if clean(&mut killed, extension, |_| Ok(())).is_ok() {
                    break;
                }
                let (again, _) = cleaned(&killed.file.into_inner(), extension);
                for gone in [GPS, b"aabbb", b"cccc"] {
                    assert!(
                        !again.windows(gone.len()).any(|window| window == gone),
                        "{extension}, killed at write {kills}"
                    );
                }
                assert_eq!(again.len(), whole.len());
                kills += 1;
            }
            assert!(kills >= 2, "{extension}: {kills} writes");
        }
    }

    #[test]
    fn chunk_tables_with_repeated_offsets_overwrite_each_byte_once() {
        let ftyp = part(b"ftyp", &[b"mp42isom"]);
        let chunks = 400_000u32;
        let stsz = part(b"stsz", &[&[0; 4], &8_000_000u32.to_be_bytes(), &chunks.to_be_bytes()]);
        let offsets: Vec<u8> = (0..chunks).flat_map(|_| 24u32.to_be_bytes()).collect();
        let stbl = part(b"stbl", &[&stsz, &part(b"stco", &[&[0; 4], &chunks.to_be_bytes(), &offsets])]);
        let mdia = part(b"mdia", &[&part(b"hdlr", &[&[0; 8], b"meta", &[0; 13]]), &part(b"minf", &[&stbl])]);
        let file = [ftyp, part(b"mdat", &[&vec![1; 8_000_000]]), part(b"moov", &[&part(b"trak", &[&mdia])])].concat();
        let mut counted = Killed { file: Cursor::new(file), writes: usize::MAX };
        assert!(clean(&mut counted, "mp4", |_| Ok(())).unwrap());
        assert!(usize::MAX - counted.writes < 1_000, "{} writes", usize::MAX - counted.writes);
    }

    #[test]
    fn data_after_the_last_box_is_overwritten() {
        let moov = part(b"moov", &[&part(b"mvhd", &[b"date"])]);
        let file = [part(b"ftyp", &[b"mp42isom"]), moov, b"\0\0\0\x05note".to_vec(), GPS.to_vec()].concat();
        let (clean_file, _) = cleaned(&file, "mp4");
        assert!(clean_file.len() == file.len() && !clean_file.windows(GPS.len()).any(|window| window == GPS));
        let no_movie = [part(b"ftyp", &[b"mp42isom"]), b"\0\0\0\x05note".to_vec(), GPS.to_vec()].concat();
        assert!(clean(&mut Cursor::new(no_movie), "mp4", |_| Ok(())).is_err());
    }

    #[test]
    fn boxes_with_64_bit_or_open_sizes_are_cleaned() {
        let long = [b"\0\0\0\x01udta".as_slice(), &34u64.to_be_bytes(), GPS].concat();
        let file = [part(b"ftyp", &[b"mp42"]), long, [b"\0\0\0\0skip".as_slice(), GPS].concat()].concat();
        let (clean, any) = cleaned(&file, "mp4");
        assert!(any && !clean.windows(GPS.len()).any(|window| window == GPS));
    }

    #[test]
    fn cleaning_a_fragmented_mp4_keeps_its_media_data() {
        let moof = part(
            b"moof",
            &[&part(b"mfhd", &[b"1234"]), &part(b"traf", &[&part(b"tfhd", &[b"1234"]), &part(b"uuid", &[GPS])])],
        );
        let file = [part(b"ftyp", &[b"iso5"]), moof, part(b"mdat", &[b"film"])].concat();
        let (clean, _) = cleaned(&file, "mp4");
        assert!(!clean.windows(GPS.len()).any(|window| window == GPS) && clean.ends_with(b"film"));
    }

    #[test]
    fn webm_tags_are_replaced_by_void_elements() {
        let element = |id: &[u8], content: &[u8]| [id, &[0x80 | content.len() as u8], content].concat();
        let tags = element(&WEBM_TAGS.to_be_bytes(), GPS);
        let live = [&WEBM_CLUSTER.to_be_bytes()[..], b"\xff", &element(&[0xe7], b"\x01"), &element(&[0xa3], b"block")]
            .concat();
        for segment_size in
            [b"\x01\xff\xff\xff\xff\xff\xff\xff".to_vec(), vec![0x80 | (tags.len() + 5 + live.len()) as u8]]
        {
            let short = element(&WEBM_ATTACHMENTS.to_be_bytes(), b"");
            let file = [
                &element(b"\x1a\x45\xdf\xa3", b"webm")[..],
                &WEBM_SEGMENT.to_be_bytes(),
                &segment_size,
                &tags,
                &short,
                &live,
            ]
            .concat();
            let (clean, any) = cleaned(&file, "webm");
            assert!(any && clean.len() == file.len() && !clean.windows(GPS.len()).any(|window| window == GPS));
            assert!(clean.ends_with(&live));
            assert_eq!(cleaned(&clean, "webm"), (clean.clone(), false));
        }
    }

    #[test]
    fn cleaning_damaged_videos_never_panics() {
        let ftyp = part(b"ftyp", &[b"mp42isom"]);
        let places = track(b"meta", [30, u32::MAX], &part(b"udta", &[GPS]));
        let file = [ftyp, part(b"mdat", &[b"aabbbcccc"]), part(b"moov", &[&places])].concat();
        for at in 0..file.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut damaged = file.clone();
                damaged[at] = byte;
                for extension in ["mp4", "webm"] {
                    let _ = clean(&mut Cursor::new(damaged.clone()), extension, |_| Ok(()));
                }
            }
            for extension in ["mp4", "webm"] {
                let _ = clean(&mut Cursor::new(file[..at].to_vec()), extension, |_| Ok(()));
            }
        }
    }
}

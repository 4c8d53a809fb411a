//! What the file of a picture says of it: words that fill the empty fields of its row, and whose rights it is, which
//! stays in the file when everything else is removed. Agencies write both as XMP, IPTC (IIM) and Exif.

use std::collections::BTreeMap;

use bytes::Bytes;
use image::ImageFormat;
use img_parts::ImageEXIF;
use img_parts::jpeg::{Jpeg, JpegSegment, markers};
use img_parts::png::{Png, PngChunk};
use img_parts::webp::WebP;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;

/// Most bytes of one kind of metadata that is read, and most characters of one of its texts.
const MAX_BYTES: usize = 1024 * 1024;
const MAX_CHARS: usize = 2_000;

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XML: &str = "http://www.w3.org/XML/1998/namespace";
const DC: &str = "http://purl.org/dc/elements/1.1/";
const PHOTOSHOP: &str = "http://ns.adobe.com/photoshop/1.0/";
const IPTC: &str = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/";
const RIGHTS: &str = "http://ns.adobe.com/xap/1.0/rights/";
const PLUS: &str = "http://ns.useplus.org/ldf/xmp/1.0/";

/// Where XMP lies in a JPEG and in a PNG.
const JPEG_XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
const PNG_XMP: &[u8] = b"XML:com.adobe.xmp\0";
const PHOTOSHOP_SEGMENT: &[u8] = b"Photoshop 3.0\0";

/// Datasets of IIM, of its second record.
const BY_LINE: u8 = 80;
const CREDIT: u8 = 110;
const COPYRIGHT: u8 = 116;
const CAPTION: u8 = 120;

/// Tags of Exif.
const EXIF_DESCRIPTION: u16 = 0x010e;
const EXIF_ARTIST: u16 = 0x013b;
const EXIF_COPYRIGHT: u16 = 0x8298;

/// A text in its languages: tag (BCP 47 or `x-default`) and words.
type Languages = Vec<(String, String)>;

/// What the file of a picture says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileWords {
    alt: Languages,
    caption: Languages,
    creators: Vec<String>,
    credit: String,
    copyright: Languages,
    /// Conditions of use.
    terms: Languages,
    /// Page about the rights, address and name of who gives licences.
    statement: String,
    licensor_url: String,
    licensor: String,
    owner: String,
}

impl FileWords {
    /// Reads them; none of what is damaged.
    pub(super) fn read(file: &[u8], format: ImageFormat) -> Self {
        let found = Found::of(file, format).unwrap_or_default();
        let mut words = of_xmp(&found.xmp);
        let iptc = of_iptc(&found.iptc);
        let exif = of_exif(&found.exif);
        // XMP is the newest of the three; the others fill what it leaves empty.
        let other = |dataset: u8, tag: u16, keyword: &str| {
            let texts = [iptc.get(&dataset).map(|texts| texts.join(", ")), exif.get(&tag).cloned()];
            let text = texts.into_iter().chain([found.texts.get(keyword).cloned()]).flatten();
            text.map(|text| text.trim().to_owned()).find(|text| !text.is_empty())
        };
        let any = |text: String| (String::new(), text);
        if words.caption.is_empty() {
            words.caption.extend(other(CAPTION, EXIF_DESCRIPTION, "Description").map(any));
        }
        if words.copyright.is_empty() {
            words.copyright.extend(other(COPYRIGHT, EXIF_COPYRIGHT, "Copyright").map(any));
        }
        if words.creators.is_empty() {
            words.creators.extend(other(BY_LINE, EXIF_ARTIST, "Author"));
        }
        if words.credit.is_empty() {
            words.credit = iptc.get(&CREDIT).map(|texts| texts.join(", ")).unwrap_or_default();
        }
        // Cameras call what they write by their own names.
        words.caption.retain(|(_, text)| !is_of_device(text));
        words
    }

    /// What people who do not see the picture are told, in this language where it has it.
    pub(super) fn alt(&self, language: &str) -> &str {
        in_language(&self.alt, language)
    }

    pub(super) fn caption(&self, language: &str) -> &str {
        in_language(&self.caption, language)
    }

    /// Who made the picture, and whom to name for it.
    pub(super) fn credit(&self) -> String {
        let (by, credit) = (self.creators.join(", "), &self.credit);
        let names = |whole: &str, part: &str| whole.to_lowercase().contains(&part.to_lowercase());
        match (by.is_empty(), credit.is_empty()) {
            (false, false) if names(&by, credit) => by,
            (false, false) if names(credit, &by) => credit.clone(),
            (false, false) => format!("{by} / {credit}"),
            _ => format!("{by}{credit}"),
        }
    }

    /// The file with the words that say whose rights it is, and no others.
    pub(super) fn write_rights(&self, file: Vec<u8>, format: ImageFormat) -> Vec<u8> {
        let Some(xmp) = self.rights_xmp() else { return file };
        let file = Bytes::from(file);
        let written = match format {
            ImageFormat::Jpeg => self.write_into_jpeg(file.clone(), &xmp),
            ImageFormat::Png => write_into_png(file.clone(), &xmp),
            ImageFormat::WebP => write_into_webp(file.clone(), &xmp),
            _ => None,
        };
        written.unwrap_or_else(|| file.to_vec())
    }

    /// The XMP of the rights; none without any.
    fn rights_xmp(&self) -> Option<String> {
        let mut properties = String::new();
        let languages = |name: &str, texts: &Languages| {
            let items: String = texts
                .iter()
                .map(|(language, text)| {
                    let language = if language.is_empty() { "x-default" } else { language };
                    format!("<rdf:li xml:lang=\"{}\">{}</rdf:li>", escaped(language), escaped(text))
                })
                .collect();
            if items.is_empty() { items } else { format!("<{name}><rdf:Alt>{items}</rdf:Alt></{name}>") }
        };
        let text = |name: &str, text: &str| {
            if text.is_empty() { String::new() } else { format!("<{name}>{}</{name}>", escaped(text)) }
        };
        let list = |name: &str, kind: &str, texts: &[String]| {
            let items: String = texts.iter().map(|text| format!("<rdf:li>{}</rdf:li>", escaped(text))).collect();
            if items.is_empty() { items } else { format!("<{name}><rdf:{kind}>{items}</rdf:{kind}></{name}>") }
        };
        properties += &list("dc:creator", "Seq", &self.creators);
        properties += &languages("dc:rights", &self.copyright);
        properties += &text("photoshop:Credit", &self.credit);
        properties += &text("xmpRights:WebStatement", &self.statement);
        properties += &languages("xmpRights:UsageTerms", &self.terms);
        properties += &list(
            "xmpRights:Owner",
            "Bag",
            if self.owner.is_empty() { &[] } else { std::slice::from_ref(&self.owner) },
        );
        let licensor = text("plus:LicensorName", &self.licensor) + &text("plus:LicensorURL", &self.licensor_url);
        if !licensor.is_empty() {
            properties += &format!(
                "<plus:Licensor><rdf:Seq><rdf:li rdf:parseType=\"Resource\">{licensor}</rdf:li></rdf:Seq></plus:Licensor>"
            );
        }
        if properties.is_empty() {
            return None;
        }
        Some(format!(
            "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
             <rdf:RDF xmlns:rdf=\"{RDF}\"><rdf:Description rdf:about=\"\" xmlns:dc=\"{DC}\" \
             xmlns:photoshop=\"{PHOTOSHOP}\" xmlns:xmpRights=\"{RIGHTS}\" xmlns:plus=\"{PLUS}\">{properties}\
             </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
        ))
    }

    fn write_into_jpeg(&self, file: Bytes, xmp: &str) -> Option<Vec<u8>> {
        let mut picture = Jpeg::from_bytes(file).ok()?;
        let stays_first = |segment: &JpegSegment| matches!(segment.marker(), markers::APP0 | markers::APP1);
        let at = picture.segments().iter().take_while(|segment| stays_first(segment)).count();
        let segment = |marker, head: &[u8], contents: &[u8]| {
            JpegSegment::new_with_contents(marker, [head, contents].concat().into())
        };
        picture.segments_mut().insert(at, segment(markers::APP1, JPEG_XMP, xmp.as_bytes()));
        let mut iptc = b"\x1c\x01\x5a\0\x03\x1b%G".to_vec();
        let head = iptc.len();
        let copyright = in_language(&self.copyright, "");
        let texts = self.creators.iter().map(|creator| (BY_LINE, &**creator));
        for (dataset, text) in texts.chain([(CREDIT, &*self.credit), (COPYRIGHT, copyright)]) {
            if !text.is_empty() {
                iptc.extend([0x1c, 2, dataset]);
                iptc.extend((text.len() as u16).to_be_bytes());
                iptc.extend(text.as_bytes());
            }
        }
        if iptc.len() > head {
            let size = (iptc.len() as u32).to_be_bytes();
            iptc.extend(vec![0; iptc.len() % 2]);
            let resource = [&b"8BIM\x04\x04\0\0"[..], &size, &iptc].concat();
            picture.segments_mut().insert(at + 1, segment(markers::APP13, PHOTOSHOP_SEGMENT, &resource));
        }
        Some(picture.encoder().bytes().to_vec())
    }
}

fn write_into_png(file: Bytes, xmp: &str) -> Option<Vec<u8>> {
    let mut picture = Png::from_bytes(file).ok()?;
    let contents = [PNG_XMP, &[0; 4], xmp.as_bytes()].concat();
    let at = picture.chunks().iter().position(|chunk| chunk.kind() == *b"IDAT")?;
    picture.chunks_mut().insert(at, PngChunk::new(*b"iTXt", contents.into()));
    Some(picture.encoder().bytes().to_vec())
}

fn write_into_webp(file: Bytes, xmp: &str) -> Option<Vec<u8>> {
    // The crate knows where Exif lies: what it writes there is renamed.
    let mut picture = WebP::from_bytes(file).ok()?;
    picture.set_exif(Some(xmp.as_bytes().to_vec().into()));
    let mut written = picture.encoder().bytes().to_vec();
    let mut at = 12;
    while let Some(head) = written.get(at..at + 8) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        if head.starts_with(b"EXIF") {
            written[at..at + 4].copy_from_slice(b"XMP ");
            let flags = super::decode::flags(&mut written)?;
            *flags = (*flags & !super::decode::WEBP_EXIF_AND_XMP) | WEBP_XMP;
            return Some(written);
        }
        at += 8 + length + length % 2;
    }
    None
}

/// The flag in the header of a WebP that names the chunk `XMP `.
const WEBP_XMP: u8 = 0x04;

fn escaped(text: &str) -> String {
    let legal: String = text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect();
    quick_xml::escape::escape(legal).into_owned()
}

/// The words in this language, else those that hold where no language does, else the first.
fn in_language<'a>(texts: &'a Languages, language: &str) -> &'a str {
    let base = |tag: &str| tag.split('-').next().unwrap_or_default().to_lowercase();
    let wanted = |(tag, _): &&(String, String)| !language.is_empty() && base(tag) == base(language);
    let default = |(tag, _): &&(String, String)| tag.is_empty() || tag == "x-default";
    let chosen = texts.iter().find(wanted).or_else(|| texts.iter().find(default)).or(texts.first());
    chosen.map_or("", |(_, text)| text)
}

/// Whether a caption is what a camera writes into each of its files.
fn is_of_device(text: &str) -> bool {
    let text = text.trim().to_uppercase();
    text.contains("DIGITAL CAMERA") || ["SONY DSC", "SAMSUNG", "DCIM", "DEFAULT", "DAV", "BTF"].contains(&&*text)
}

/// The metadata of a file, as it lies there.
#[derive(Default)]
struct Found {
    xmp: Vec<u8>,
    iptc: Vec<u8>,
    exif: Vec<u8>,
    /// Of a PNG, by their keywords.
    texts: BTreeMap<String, String>,
}

impl Found {
    fn of(file: &[u8], format: ImageFormat) -> Option<Self> {
        let mut found = Self::default();
        let file = Bytes::copy_from_slice(file);
        match format {
            ImageFormat::Jpeg => {
                let picture = Jpeg::from_bytes(file).ok()?;
                for segment in picture.segments() {
                    match (segment.marker(), &segment.contents()[..]) {
                        (markers::APP1, xmp) if xmp.starts_with(JPEG_XMP) => {
                            found.xmp = xmp[JPEG_XMP.len()..].to_vec();
                        }
                        (markers::APP13, part) if part.starts_with(PHOTOSHOP_SEGMENT) => {
                            found.iptc.extend_from_slice(&part[PHOTOSHOP_SEGMENT.len()..]);
                        }
                        _ => {}
                    }
                }
                found.exif = picture.exif().unwrap_or_default().to_vec();
            }
            ImageFormat::Png => {
                for chunk in Png::from_bytes(file).ok()?.chunks() {
                    let contents = chunk.contents();
                    match &chunk.kind() {
                        // Neither packed nor in a language; what follows the keyword are four empty fields.
                        b"iTXt" if contents.starts_with(PNG_XMP) => {
                            let rest = &contents[PNG_XMP.len()..];
                            let ends = rest.iter().enumerate().skip(2).filter(|(_, byte)| **byte == 0);
                            let start = ends.map(|(at, _)| at + 1).nth(1).filter(|_| rest.first() == Some(&0));
                            found.xmp = start.map(|start| rest[start..].to_vec()).unwrap_or_default();
                        }
                        b"tEXt" => {
                            if let Some(end) = contents.iter().position(|byte| *byte == 0) {
                                found.texts.insert(latin(&contents[..end]), latin(&contents[end + 1..]));
                            }
                        }
                        b"eXIf" => found.exif = contents.to_vec(),
                        _ => {}
                    }
                }
            }
            ImageFormat::WebP => {
                for chunk in WebP::from_bytes(file).ok()?.chunks() {
                    let contents = chunk.content().data().cloned().unwrap_or_default();
                    match &chunk.id() {
                        b"XMP " => found.xmp = contents.to_vec(),
                        b"EXIF" => {
                            found.exif = contents.strip_prefix(b"Exif\0\0").unwrap_or(&contents).to_vec();
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        for part in [&mut found.xmp, &mut found.iptc, &mut found.exif] {
            if part.len() > MAX_BYTES {
                part.clear();
            }
        }
        Some(found)
    }
}

/// Text of an application that says nothing of its letters: UTF-8 where it can be, else Latin-1 as Windows has it.
fn latin(bytes: &[u8]) -> String {
    /// 0x80 to 0x9f of code page 1252.
    const WINDOWS: [char; 32] = [
        '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}',
        '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
    ];
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes
            .iter()
            .map(|byte| if (0x80..0xa0).contains(byte) { WINDOWS[usize::from(byte - 0x80)] } else { char::from(*byte) })
            .collect(),
    }
}

/// The datasets of IIM in what Photoshop calls image resources, by their numbers in the second record.
///
/// Source: IPTC-NAA IIM 4.2; Adobe Photoshop File Formats, "Image Resource Blocks".
fn of_iptc(mut resources: &[u8]) -> BTreeMap<u8, Vec<String>> {
    let mut texts: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    let mut read = || -> Option<()> {
        loop {
            let rest = resources.strip_prefix(b"8BIM")?;
            let id = u16::from_be_bytes(*rest.first_chunk()?);
            let name = usize::from(*rest.get(2)?) + 1;
            let rest = rest.get(2 + name + name % 2..)?;
            let size = u32::from_be_bytes(*rest.first_chunk()?) as usize;
            let contents = rest.get(4..4usize.checked_add(size)?)?;
            if id == 0x0404 {
                read_datasets(contents, &mut texts);
            }
            resources = rest.get(4 + size + size % 2..).unwrap_or_default();
        }
    };
    let _: Option<()> = read();
    texts
}

fn read_datasets(mut datasets: &[u8], texts: &mut BTreeMap<u8, Vec<String>>) {
    while let [0x1c, record, number, high, low, rest @ ..] = datasets {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        // Longer ones hold no text.
        let Some(contents) = rest.get(..length).filter(|_| *high < 0x80) else { return };
        // What says that texts are UTF-8 (1:90) may be missing where they are: they are tried as that first.
        if *record == 2 && [BY_LINE, CREDIT, COPYRIGHT, CAPTION].contains(number) {
            texts.entry(*number).or_default().push(shortened(&latin(contents)));
        }
        datasets = &rest[length..];
    }
}

/// The texts of the first directory of Exif, by their tags.
fn of_exif(tiff: &[u8]) -> BTreeMap<u16, String> {
    let mut texts = BTreeMap::new();
    let is_little = tiff.starts_with(b"II");
    let short = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let long = |at: usize| {
        let bytes = *tiff.get(at..)?.first_chunk()?;
        Some(if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) } as usize)
    };
    let mut read = || -> Option<()> {
        let directory = long(4)?;
        for entry in 0..usize::from(short(directory)?) {
            let at = directory.checked_add(2 + entry * 12)?;
            let (tag, kind, length) = (short(at)?, short(at + 2)?, long(at + 4)?);
            if kind == 2 && [EXIF_DESCRIPTION, EXIF_ARTIST, EXIF_COPYRIGHT].contains(&tag) {
                let start = if length <= 4 { at + 8 } else { long(at + 8)? };
                let contents = tiff.get(start..start.checked_add(length)?)?;
                // Photographer and editor of a copyright are parted by a NUL.
                let parts: Vec<String> =
                    contents.split(|byte| *byte == 0).map(|part| latin(part).trim().to_owned()).collect();
                let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
                texts.insert(tag, shortened(&parts.join(", ")));
            }
        }
        Some(())
    };
    let _: Option<()> = read();
    texts
}

fn shortened(text: &str) -> String {
    text.trim().chars().filter(|letter| *letter != '\0').take(MAX_CHARS).collect()
}

/// An element on the way to a text.
struct Element {
    namespace: String,
    name: String,
    language: Option<String>,
}

/// Source: XMP, part 1; each property stands as an element or as an attribute.
fn of_xmp(xmp: &[u8]) -> FileWords {
    let mut words = FileWords::default();
    let mut reader = NsReader::from_reader(xmp);
    reader.config_mut().expand_empty_elements = true;
    let (mut path, mut text) = (Vec::<Element>::new(), String::new());
    // Whatever comes before a place where it is no XML holds.
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(tag) => {
                text.clear();
                let (namespace, name) = reader.resolver().resolve_element(tag.name());
                let (namespace, name) = (namespace_of(&namespace), name.as_ref().to_owned());
                let language = read_attributes(&reader, &tag, &mut words);
                path.push(Element { namespace, name, language });
            }
            Event::Text(part) => text.push_str(&part.xml10_content()),
            Event::CData(part) => text.push_str(&part.xml10_content()),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(letter)) => text.push(letter),
                _ => text
                    .push_str(quick_xml::escape::resolve_predefined_entity(&name.xml10_content()).unwrap_or_default()),
            },
            Event::End(_) => {
                // The property, with its list or without.
                let property = path.iter().rev().find(|element| element.namespace != RDF);
                if let Some(Element { namespace, name, .. }) = property {
                    let language = path.last().and_then(|element| element.language.clone()).unwrap_or_default();
                    words.set(namespace, name, language, &text);
                }
                text.clear();
                path.pop();
            }
            Event::Eof => break,
            _ => {}
        }
    }
    words
}

/// Reads the properties that an element has as attributes, and returns its language.
fn read_attributes(reader: &NsReader<&[u8]>, tag: &BytesStart<'_>, words: &mut FileWords) -> Option<String> {
    let mut language = None;
    for attribute in tag.attributes().flatten() {
        let (namespace, name) = reader.resolver().resolve_attribute(attribute.key);
        let (namespace, name) = (namespace_of(&namespace), name.as_ref().to_owned());
        let Ok(value) = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0) else { continue };
        if name == "lang" && (namespace == XML || attribute.key.as_ref() == "xml:lang") {
            language = Some(value.into_owned());
        } else {
            words.set(&namespace, &name, String::new(), &value);
        }
    }
    language
}

fn namespace_of(resolved: &ResolveResult<'_>) -> String {
    match resolved {
        ResolveResult::Bound(namespace) => namespace.as_ref().to_owned(),
        _ => String::new(),
    }
}

impl FileWords {
    /// Takes a property of XMP, if it is one of those.
    fn set(&mut self, namespace: &str, name: &str, language: String, text: &str) {
        let text = shortened(text);
        if text.is_empty() {
            return;
        }
        let target = match (namespace, name) {
            (IPTC, "AltTextAccessibility") => return self.alt.push((language, text)),
            (DC, "description") => return self.caption.push((language, text)),
            (DC, "rights") => return self.copyright.push((language, text)),
            (RIGHTS, "UsageTerms") => return self.terms.push((language, text)),
            (DC, "creator") => return self.creators.push(text),
            (PHOTOSHOP, "Credit") => &mut self.credit,
            (RIGHTS, "WebStatement") => &mut self.statement,
            (RIGHTS, "Owner") | (PLUS, "CopyrightOwnerName") => &mut self.owner,
            (PLUS, "LicensorURL") => &mut self.licensor_url,
            (PLUS, "LicensorName") => &mut self.licensor,
            _ => return,
        };
        if target.is_empty() {
            *target = text;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::DynamicImage;

    use super::*;
    use crate::media::intake::check::check;

    const FORMATS: [(ImageFormat, &str); 3] =
        [(ImageFormat::Jpeg, "jpg"), (ImageFormat::Png, "png"), (ImageFormat::WebP, "webp")];

    /// As an agency writes it: properties as elements and as attributes, texts in two languages.
    const AGENCY: &str = r#"<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
        xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
        xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
        photoshop:Credit="Sun &amp; Moon" photoshop:City="Kilimani" exif:GPSLatitude="1,17S" tiff:Model="Pentax"
        xmpRights:WebStatement="https://agency.example/licence?a=1&amp;b=2">
        <d:description><rdf:Alt><rdf:li xml:lang="x-default">Lamps &lt;at&gt; dusk</rdf:li><rdf:li xml:lang="sw">Taa jioni</rdf:li></rdf:Alt></d:description>
        <d:creator><rdf:Seq><rdf:li>Amina Otieno</rdf:li></rdf:Seq></d:creator>
        <d:rights><rdf:Alt><rdf:li xml:lang="x-default">© 2026 Sun &amp; Moon</rdf:li></rdf:Alt></d:rights>
        <Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="en-GB">Three lamps</rdf:li><rdf:li xml:lang="sw">Taa tatu</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
        <Iptc4xmpCore:CreatorContactInfo><rdf:Description Iptc4xmpCore:CiAdrCity="Kilimani"/></Iptc4xmpCore:CreatorContactInfo>
        <plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorURL>https://agency.example/buy</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>
      </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"#;

    fn file(format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(24, 16).write_to(&mut file, format).unwrap();
        file.into_inner()
    }

    fn with_xmp(format: ImageFormat, xmp: &str) -> Vec<u8> {
        let file = Bytes::from(file(format));
        match format {
            ImageFormat::Jpeg => with_segment(markers::APP1, &[JPEG_XMP, xmp.as_bytes()].concat()),
            ImageFormat::Png => write_into_png(file, xmp).unwrap(),
            _ => write_into_webp(file, xmp).unwrap(),
        }
    }

    fn with_segment(marker: u8, contents: &[u8]) -> Vec<u8> {
        let mut picture = Jpeg::from_bytes(file(ImageFormat::Jpeg).into()).unwrap();
        let segment = JpegSegment::new_with_contents(marker, contents.to_vec().into());
        picture.segments_mut().insert(1, segment);
        picture.encoder().bytes().to_vec()
    }

    /// IIM as Photoshop keeps it, behind a resource of another kind with a name.
    fn iptc(datasets: &[(u8, u8, &[u8])]) -> Vec<u8> {
        let datasets: Vec<u8> = datasets
            .iter()
            .flat_map(|(record, number, text)| {
                [&[0x1c, *record, *number][..], &(text.len() as u16).to_be_bytes(), text].concat()
            })
            .collect();
        let size = (datasets.len() as u32).to_be_bytes();
        let other = b"8BIM\x03\xed\x02ab\0\0\0\0\x03xyz\0";
        [PHOTOSHOP_SEGMENT, other, b"8BIM\x04\x04\0\0", &size, &datasets].concat()
    }

    fn has(file: &[u8], text: &str) -> bool {
        file.windows(text.len()).any(|part| part == text.as_bytes())
    }

    #[test]
    fn an_agencys_words_are_read_and_only_its_rights_stay_in_the_file() {
        for (format, extension) in FORMATS {
            let checked = check(with_xmp(format, AGENCY), extension).unwrap();
            let words = &checked.words;
            assert_eq!((words.alt("en"), words.alt("sw")), ("Three lamps", "Taa tatu"), "{format:?}");
            assert_eq!((words.caption("en"), words.caption("sw")), ("Lamps <at> dusk", "Taa jioni"), "{format:?}");
            assert_eq!(words.credit(), "Amina Otieno / Sun & Moon");
            for right in [
                "Amina Otieno",
                "Sun &amp; Moon",
                "© 2026 Sun &amp; Moon",
                "https://agency.example/licence?a=1&amp;b=2",
                "https://agency.example/buy",
            ] {
                assert!(has(&checked.bytes, right), "{format:?}: {right}");
            }
            for gone in ["Kilimani", "GPS", "Pentax", "lamps", "dusk"] {
                assert!(!has(&checked.bytes, gone), "{format:?}: {gone}");
            }
            assert!(image::load_from_memory(&checked.bytes).is_ok(), "{format:?}");
            let again = check(checked.bytes.clone(), extension).unwrap();
            assert_eq!((again.words.credit(), again.words.caption("en")), (words.credit(), ""));
            assert!(again.bytes == checked.bytes, "{format:?}: cleaned once more it stays");
        }
    }

    #[test]
    fn iptc_is_read_as_utf_8_or_as_latin_1_and_xmp_goes_before_it() {
        let marked = (1, 90, &b"\x1b%G"[..]);
        for (datasets, caption, credit) in [
            (
                vec![marked, (2, CAPTION, "Café à Genève".as_bytes()), (2, BY_LINE, "Zoë".as_bytes())],
                "Café à Genève",
                "Zoë",
            ),
            (vec![(2, CAPTION, &b"Caf\xe9 \x96 Gen\xe8ve"[..]), (2, CREDIT, b"Agence")], "Café – Genève", "Agence"),
            (vec![(2, CAPTION, "Unmarked é".as_bytes())], "Unmarked é", ""),
            (vec![(2, BY_LINE, b"Zoe"), (2, BY_LINE, b"Max"), (2, CREDIT, b"Zoe, Max/AP")], "", "Zoe, Max/AP"),
        ] {
            let checked = check(with_segment(markers::APP13, &iptc(&datasets)), "jpg").unwrap();
            assert_eq!((checked.words.caption("en"), &*checked.words.credit()), (caption, credit));
            assert!(caption.is_empty() || !has(&checked.bytes, caption));
        }
        let mut both = Jpeg::from_bytes(with_xmp(ImageFormat::Jpeg, AGENCY).into()).unwrap();
        let iptc = iptc(&[(2, CAPTION, b"Old words"), (2, COPYRIGHT, b"Old rights")]);
        both.segments_mut().insert(1, JpegSegment::new_with_contents(markers::APP13, iptc.into()));
        let checked = check(both.encoder().bytes().to_vec(), "jpg").unwrap();
        assert_eq!(checked.words.caption("en"), "Lamps <at> dusk");
        let kept = of_iptc(&Found::of(&checked.bytes, ImageFormat::Jpeg).unwrap().iptc);
        assert_eq!(
            (&*kept[&BY_LINE][0], &*kept[&CREDIT][0], &*kept[&COPYRIGHT][0]),
            ("Amina Otieno", "Sun & Moon", "© 2026 Sun & Moon")
        );
    }

    /// A directory of texts, as cameras and phones write it.
    fn exif(texts: &[(u16, &str)]) -> Vec<u8> {
        let mut directory = [&b"MM\0*\0\0\0\x08"[..], &(texts.len() as u16).to_be_bytes()].concat();
        let mut values = Vec::new();
        for (tag, text) in texts {
            let at = 8 + 2 + texts.len() * 12 + 4 + values.len();
            directory.extend(tag.to_be_bytes());
            directory.extend([0, 2]);
            directory.extend((text.len() as u32).to_be_bytes());
            directory.extend((at as u32).to_be_bytes());
            values.extend(text.as_bytes());
        }
        [directory, vec![0; 4], values].concat()
    }

    #[test]
    fn a_camera_names_who_it_belongs_to_and_its_own_name_is_no_caption() {
        let tags = [
            (EXIF_DESCRIPTION, "OLYMPUS DIGITAL CAMERA\0"),
            (0x0110, "Pentax\0"),
            (EXIF_ARTIST, "Amina\0"),
            (EXIF_COPYRIGHT, "Amina\0The News\0"),
        ];
        for (format, extension) in FORMATS {
            let plain = Bytes::from(file(format));
            let tiff = Bytes::from(exif(&tags));
            let file = match format {
                ImageFormat::Jpeg => {
                    let mut picture = Jpeg::from_bytes(plain).unwrap();
                    picture.set_exif(Some(tiff));
                    picture.encoder().bytes()
                }
                ImageFormat::Png => {
                    let mut picture = Png::from_bytes(plain).unwrap();
                    picture.set_exif(Some(tiff));
                    picture.encoder().bytes()
                }
                _ => {
                    let mut picture = WebP::from_bytes(plain).unwrap();
                    picture.set_exif(Some(tiff));
                    picture.encoder().bytes()
                }
            };
            let checked = check(file.to_vec(), extension).unwrap();
            assert_eq!((checked.words.caption("en"), &*checked.words.credit()), ("", "Amina"), "{format:?}");
            assert!(has(&checked.bytes, "Amina, The News") && !has(&checked.bytes, "Pentax"), "{format:?}");
        }
    }

    #[test]
    fn a_file_without_rights_gets_no_words_and_damaged_ones_harm_nothing() {
        for (format, extension) in FORMATS {
            assert_eq!(check(file(format), extension).unwrap().words, FileWords::default());
            for xmp in ["", "<", "<x:xmpmeta", "<a>&#x110000;&nope;</b>", &"<a>".repeat(5_000)] {
                assert!(check(with_xmp(format, xmp), extension).is_ok());
            }
        }
        let segment = iptc(&[(2, CAPTION, b"Words"), (2, CREDIT, b"Agency")]);
        let tiff = exif(&[(EXIF_ARTIST, "Amina\0")]);
        for cut in 0..segment.len() {
            of_iptc(&segment[..cut]);
        }
        for at in 0..tiff.len() {
            of_exif(&tiff[..at]);
            let mut damaged = tiff.clone();
            damaged[at] = 0xff;
            of_exif(&damaged);
        }
    }
}

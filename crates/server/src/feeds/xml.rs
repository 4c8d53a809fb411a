//! XML writer: escapes texts, and drops characters that XML 1.0 does not allow.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

pub struct Xml(Writer<Vec<u8>>);

type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    pub fn new() -> Self {
        let mut xml = Self(Writer::new(Vec::with_capacity(16 * 1024)));
        xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml
    }

    /// Writes an element whose content is written by `inside`.
    pub fn within(&mut self, name: &str, attributes: Attributes, inside: impl FnOnce(&mut Self)) {
        self.write(Event::Start(start(name, attributes)));
        inside(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// Writes an element with text content.
    pub fn text(&mut self, name: &str, attributes: Attributes, text: &str) {
        self.within(name, attributes, |xml| xml.write(Event::Text(BytesText::new(&allowed(text)))));
    }

    /// Writes an empty element with attributes.
    pub fn empty(&mut self, name: &str, attributes: Attributes) {
        self.write(Event::Empty(start(name, attributes)));
    }

    pub fn finish(self) -> Vec<u8> {
        self.0.into_inner()
    }

    fn write(&mut self, event: Event) {
        self.0.write_event(event).expect("a vector takes every byte");
    }
}

fn start<'a>(name: &'a str, attributes: Attributes<'a>) -> BytesStart<'a> {
    let mut start = BytesStart::new(name);
    for (name, value) in attributes {
        start.push_attribute((*name, &*allowed(value)));
    }
    start
}

/// Drops characters that XML 1.0 does not allow, escaped or not (section 2.2, "Char").
fn allowed(text: &str) -> String {
    text.chars()
        .filter(|c| matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_text_and_attributes_are_escaped() {
        let mut xml = Xml::new();
        xml.within("a", &[("b", "\"<\u{1}&'")], |xml| xml.text("c", &[], "]]><script>\u{0}\u{b}\u{ffff} & 🌅"));
        let text = String::from_utf8(xml.finish()).unwrap();
        assert_eq!(
            text,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a b=\"&quot;&lt;&amp;&apos;\"><c>]]&gt;&lt;script&gt; &amp; 🌅</c></a>"
        );
    }
}

//! Decoding of compressed responses.

use std::io::Read;

use super::Reply;

/// The text of an answer in whatever encoding it came.
#[track_caller]
pub fn decoded(reply: &Reply) -> String {
    let mut bytes = Vec::new();
    match reply.header("content-encoding") {
        "" => bytes = reply.body.to_vec(),
        "gzip" => {
            flate2::read::GzDecoder::new(&reply.body[..]).read_to_end(&mut bytes).expect("gzip");
        }
        "br" => brotli::BrotliDecompress(&mut &reply.body[..], &mut bytes).expect("brotli"),
        other => panic!("nobody asked for {other}"),
    }
    String::from_utf8(bytes).expect("text")
}

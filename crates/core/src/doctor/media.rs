use std::io;

use super::check::Outcome;
use crate::library::{self, BrokenMediaError};
use crate::{Core, secrets};

/// A held copy too deletes what it has just written itself.
pub async fn write_read_delete(core: &Core) -> Outcome {
    let key = format!("doctor-{}.txt", secrets::random_token(22));
    let outcome = async {
        core.media().write(&key, b"mwanga doctor".to_vec()).await?;
        let read = core.media().read(&key, 13).await;
        core.media().remove(&key).await?;
        if read?.as_ref() == b"mwanga doctor" { Ok(()) } else { Err(io::Error::other("another file was read")) }
    };
    match outcome.await {
        Ok(()) => Outcome::well("A file was written, read and deleted."),
        Err(e) => {
            let advice = match core.media().bucket() {
                Some(_) => "Compare MWANGA_MEDIA_URL and its keys with the bucket's: they must write, read and delete.",
                None => "See whether the disk is full, and who owns media/ in the data folder.",
            };
            Outcome::broken(format!("A file could not be written, read and deleted: {}", describe(&e)), advice)
        }
    }
}

pub async fn marker(core: &Core) -> Outcome {
    match library::check_marker(core).await {
        Ok(()) => Outcome::well("These are the files of this site."),
        Err(BrokenMediaError::WrongStore) => {
            let advice = "Mount the right disk or name the right bucket. `mwanga serve` marks an empty one; \
                          `mwanga doctor --adopt-bucket` takes one over that is another site's.";
            Outcome::broken("The media store does not carry this site's marker.", advice)
        }
        Err(e) => {
            let finding = format!("The marker could not be read: {}", describe(&e));
            Outcome::broken(finding, "See the line above.")
        }
    }
}

/// An error without the body of an answer: S3's names the key that it refused.
fn describe(error: &impl std::fmt::Display) -> String {
    let text = error.to_string();
    let Some((words, body)) = text.split_once('<') else { return text };
    let code = body.split_once("<Code>").and_then(|(_, rest)| rest.split_once('<'));
    format!("{} {}", words.trim_end(), code.map_or("", |(code, _)| code)).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_bucket_is_told_without_the_body_of_its_answer() {
        let refused = "Error performing PUT: 403 Forbidden: <?xml version=\"1.0\"?><Error><Code>InvalidAccessKeyId</Code>\
                       <AWSAccessKeyId>AKIAEXAMPLE</AWSAccessKeyId></Error>";
        assert_eq!(describe(&refused), "Error performing PUT: 403 Forbidden: InvalidAccessKeyId");
        assert_eq!(describe(&"502 Bad Gateway: <html>no</html>"), "502 Bad Gateway:");
        assert_eq!(describe(&"No space left on device"), "No space left on device");
    }
}

//! An S3-compatible object store, behind a network link that can be cut.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use axum::http::Method;
use mwanga_core::config::{Config, ConfigSource, MediaLocation};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::served::{browser, reply};
use super::{Reply, python};

/// One store for all tests of this process, and a bucket for each; it ends with the process, whose pipe it reads.
fn port() -> u16 {
    static STORE: OnceLock<(Child, u16)> = OnceLock::new();
    let start = || {
        let mut command = python("s3/store.py").into_std();
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("Python runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let port = line.trim().strip_prefix("port ").and_then(|port| port.parse().ok()).expect("it says its port");
        (child, port)
    };
    STORE.get_or_init(start).1
}

/// A bucket, and a network link to it that can be cut.
pub struct S3 {
    pub name: String,
    /// Address of this end of the link.
    pub endpoint: String,
    link: watch::Sender<Link>,
    /// Pieces that were received while the link hung.
    hanging_pieces: watch::Sender<u32>,
    client: reqwest::Client,
}

/// The state of the link.
#[derive(PartialEq)]
enum Link {
    Up,
    /// Until so many more pieces went either way: a small request is one, and a small answer.
    Lasts(u32),
    Cut,
    /// Requests are received and never answered.
    Hangs,
}

/// Forwards data for as long as the link lasts.
async fn send(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    link: &watch::Sender<Link>,
) -> std::io::Result<()> {
    let mut piece = vec![0; 1 << 16];
    loop {
        let size = from.read(&mut piece).await?;
        if size == 0 {
            return to.shutdown().await;
        }
        link.send_if_modified(|link| match link {
            Link::Lasts(0) => {
                *link = Link::Cut;
                true
            }
            Link::Lasts(left) => {
                *left -= 1;
                false
            }
            _ => false,
        });
        if *link.borrow() == Link::Cut {
            return Err(std::io::ErrorKind::ConnectionReset.into());
        }
        to.write_all(&piece[..size]).await?;
    }
}

impl S3 {
    pub async fn new() -> Self {
        let to = tokio::task::spawn_blocking(port).await.expect("a port");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let (link, watched) = watch::channel(Link::Up);
        let hanging_pieces = watch::Sender::new(0);
        let (wear, pieces) = (link.clone(), hanging_pieces.clone());
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (mut watched, wear, pieces) = (watched.clone(), wear.clone(), pieces.clone());
                tokio::spawn(async move {
                    let both = async {
                        let far = TcpStream::connect(("127.0.0.1", to)).await?;
                        let ((mut near_in, mut near_out), (mut far_in, mut far_out)) = (near.split(), far.into_split());
                        tokio::try_join!(
                            send(&mut near_in, &mut far_out, &wear),
                            send(&mut far_in, &mut near_out, &wear)
                        )
                    };
                    // A cut link ends what is under way too.
                    tokio::select! { _ = both => {}, _ = watched.wait_for(|link| matches!(link, Link::Cut | Link::Hangs)) => {} }
                    let hold = async {
                        let mut piece = vec![0; 1 << 16];
                        while near.read(&mut piece).await.is_ok_and(|size| size > 0) {
                            pieces.send_modify(|pieces| *pieces += 1);
                        }
                        std::future::pending::<()>().await;
                    };
                    tokio::select! { () = hold => {}, _ = watched.wait_for(|link| *link != Link::Hangs) => {} }
                });
            }
        });
        let this = Self {
            name: format!("media-{}", mwanga_core::secrets::random_token(12).to_lowercase()),
            endpoint,
            link,
            hanging_pieces,
            client: browser(),
        };
        assert!(this.send(Method::PUT, "", Vec::new()).await.status.is_success(), "the bucket");
        this
    }

    pub fn cut(&self) {
        self.link.send_replace(Link::Cut);
    }

    /// Cuts the link in the middle of what comes, after so many pieces: on the way there, or after the store has done
    /// it.
    pub fn cut_after(&self, pieces: u32) {
        self.link.send_replace(Link::Lasts(pieces));
    }

    /// Whether it was cut.
    pub fn is_cut(&self) -> bool {
        *self.link.borrow() == Link::Cut
    }

    pub fn hang(&self) {
        self.link.send_replace(Link::Hangs);
    }

    /// Waits until the hanging link received this many small requests.
    pub async fn wait_for_hanging_requests(&self, requests: u32) {
        let mut hanging_pieces = self.hanging_pieces.subscribe();
        let wait = hanging_pieces.wait_for(|pieces| *pieces >= requests);
        tokio::time::timeout(Duration::from_secs(10), wait).await.expect("it was asked").expect("it lives");
    }

    pub fn mend(&self) {
        self.link.send_replace(Link::Up);
    }

    /// The variables that name it.
    pub fn variables(&self) -> [(&'static str, String); 5] {
        [
            ("MWANGA_MEDIA_URL", format!("s3://{}/site/one", self.name)),
            ("AWS_ENDPOINT_URL", self.endpoint.clone()),
            ("AWS_ACCESS_KEY_ID", "key".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "secret".to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
        ]
    }

    pub fn place(&self) -> MediaLocation {
        let own = self.variables().map(|(name, value)| (name.trim_start_matches("MWANGA_").to_lowercase(), value));
        let secret = ("secret_key".to_owned(), "a key that only the tests know, 44 characters".to_owned());
        Config::from_source(&ConfigSource::from_pairs(own.into_iter().chain([secret])))
            .expect("a configuration")
            .media
            .place
    }

    /// Asks the store itself about `key` of the bucket, by another way than the server's.
    pub async fn send(&self, method: Method, key: &str, body: Vec<u8>) -> Reply {
        let port = tokio::task::spawn_blocking(port).await.expect("a port");
        // It wants to see a signature and does not check it.
        let signed =
            "AWS4-HMAC-SHA256 Credential=key/20261122/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=00";
        reply(
            self.client
                .request(method, format!("http://127.0.0.1:{port}/{}/{key}", self.name))
                .header("authorization", signed)
                .body(body),
        )
        .await
    }

    /// Keys under the site's prefix.
    pub async fn keys(&self) -> Vec<String> {
        let listed = self.send(Method::GET, "?list-type=2", Vec::new()).await;
        let keys = listed.text().split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next());
        keys.filter_map(|key| Some(key.strip_prefix("site/one/")?.to_owned())).collect()
    }

    /// As a browser puts a file to a presigned address.
    pub async fn put(&self, url: &str, content_type: &str, bytes: Vec<u8>) -> Reply {
        reply(self.client.put(url).header("content-type", content_type).body(bytes)).await
    }
}

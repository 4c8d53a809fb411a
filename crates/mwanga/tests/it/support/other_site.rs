//! Another site on this machine, which the site under test asks for links and pictures.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::handler::Handler;

/// What an answer notes of its request.
pub type NotedRequests = Arc<Mutex<Vec<String>>>;

/// A site that answers by a handler, whose state is what it notes of each request.
pub struct OtherSite {
    address: SocketAddr,
    requests: NotedRequests,
}

impl OtherSite {
    pub async fn start<H: Handler<T, NotedRequests>, T: 'static>(answer: H) -> Self {
        let requests = NotedRequests::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let site = Router::new().fallback(answer).with_state(requests.clone());
        tokio::spawn(async move { axum::serve(listener, site).await });
        Self { address, requests }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What was noted since the last call.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.requests.lock().expect("no test panicked"))
    }
}

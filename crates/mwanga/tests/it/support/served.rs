//! The site on a real socket, with a plain HTTP client.

use axum::http::Method;
use mwanga_server::AppState;
use tokio::task::JoinHandle;

use super::Reply;

/// A site on a free port of this machine, and a browser that follows and unpacks nothing by itself.
pub struct Served {
    pub url: String,
    client: reqwest::Client,
    task: JoinHandle<()>,
}

impl Served {
    pub async fn start(state: &AppState) -> Self {
        let listening = mwanga_server::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listening.address);
        let state = state.clone();
        let task = tokio::spawn(async move {
            mwanga_server::serve(listening, state, std::future::pending()).await;
        });
        Self { url, client: browser(), task }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(Method::GET, path, headers).await
    }

    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = self.client.request(method, format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        reply(request).await
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A client that follows no redirect and unpacks no encoding.
pub fn browser() -> reqwest::Client {
    // The client wants a TLS library although nothing here speaks TLS; of several tests, one installs it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().expect("a client")
}

pub async fn reply(request: reqwest::RequestBuilder) -> Reply {
    let response = request.send().await.expect("an answer");
    Reply {
        status: response.status(),
        headers: response.headers().clone(),
        body: response.bytes().await.expect("a whole body"),
    }
}

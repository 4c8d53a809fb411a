use std::net::SocketAddr;
use std::time::Duration;

use hickory_resolver::config::{NameServerConfig, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::rr::RData;
use hickory_resolver::{Resolver, TokioResolver};

/// How long one try waits for a server.
const TRY_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a lookup may take, with its repeats, all servers, and TCP where UDP's answer was cut.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Looks up TXT records.
#[derive(Clone)]
pub struct TxtResolver(Result<TokioResolver, String>);

impl TxtResolver {
    /// Asks `server`, or the servers of this machine.
    pub fn new(server: Option<SocketAddr>) -> Self {
        Self(build(server).map_err(|e| e.to_string()))
    }

    /// The texts at a name, each with its strings joined; none where the name or its texts do not exist.
    ///
    /// # Errors
    ///
    /// Why there was no answer.
    pub async fn lookup(&self, name: &str) -> Result<Vec<String>, String> {
        let resolver = self.0.as_ref().map_err(String::clone)?;
        // With a dot at its end no search domain is tried.
        let name = format!("{name}.");
        let records = match tokio::time::timeout(TIMEOUT, resolver.txt_lookup(name)).await {
            Err(_) | Ok(Err(NetError::Timeout)) => return Err("it did not answer in time".to_owned()),
            Ok(Err(NetError::Dns(DnsError::NoRecordsFound(_)))) => return Ok(Vec::new()),
            Ok(Err(e)) => return Err(e.to_string()),
            Ok(Ok(records)) => records,
        };
        let texts = records.answers().iter().filter_map(|record| match &record.data {
            RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
            _ => None,
        });
        Ok(texts.collect())
    }
}

fn build(server: Option<SocketAddr>) -> Result<TokioResolver, NetError> {
    let mut builder = match server {
        None => Resolver::builder_tokio()?,
        Some(server) => {
            let mut server_config = NameServerConfig::udp_and_tcp(server.ip());
            for connection in &mut server_config.connections {
                connection.port = server.port();
            }
            let config = ResolverConfig::from_name_servers(vec![server_config]);
            Resolver::builder_with_config(config, TokioRuntimeProvider::default())
        }
    };
    let options = builder.options_mut();
    (options.timeout, options.attempts) = (TRY_TIMEOUT, 1);
    // What was just published is seen by the next check.
    options.cache_size = 0;
    builder.build()
}

use std::time::Duration;

/// Error of a call into the bundle. The messages are for the log only.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SsrError {
    /// The queue is full. Nothing ran; the engines are not affected.
    #[error("{waiting} renders are waiting already")]
    QueueFull { waiting: usize },
    /// The bundle does not compile or evaluate, or lacks an export.
    #[error("the server bundle cannot be used: {message}")]
    Bundle { message: String, stack: String },
    /// The bundle threw an exception.
    #[error("{message}")]
    Script { message: String, stack: String },
    /// The bundle ran for longer than `limit`; `stack` is where it was interrupted.
    #[error("stopped after running for {limit:?}")]
    Deadline { limit: Duration, stack: String },
    /// The bundle exceeded the memory limit of an engine.
    #[error("more than {limit_bytes} bytes of memory wanted")]
    Memory { limit_bytes: usize, stack: String },
    /// One call queued more than `limit` promise jobs: most likely one that queues itself.
    #[error("more than {limit} pending jobs after one call")]
    PendingJobs { limit: usize },
    /// The bundle returned no page: not JSON of the expected shape, no markup, or a failed Suspense boundary.
    #[error("{message}")]
    Output { message: String },
    /// Rust code of the render panicked, or QuickJS could not be set up.
    #[error("the render thread failed: {message}")]
    Internal { message: String },
}

impl SsrError {
    /// JavaScript stack trace, one frame per line; empty where the error has none.
    #[must_use]
    pub fn stack(&self) -> &str {
        match self {
            Self::Bundle { stack, .. }
            | Self::Script { stack, .. }
            | Self::Deadline { stack, .. }
            | Self::Memory { stack, .. } => stack,
            Self::QueueFull { .. } | Self::PendingJobs { .. } | Self::Output { .. } | Self::Internal { .. } => "",
        }
    }

    /// Stable name of the error, for a metric label.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::QueueFull { .. } => "queue_full",
            Self::Bundle { .. } => "bundle",
            Self::Script { .. } => "script",
            Self::Deadline { .. } => "deadline",
            Self::Memory { .. } => "memory",
            Self::PendingJobs { .. } => "pending_jobs",
            Self::Output { .. } => "output",
            Self::Internal { .. } => "internal",
        }
    }
}

use std::time::Duration;

/// Why a call into the bundle gave no result. The texts are for the log; no reader ever sees them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SsrError {
    /// As many renders wait as the queue holds. Nothing ran; the engines are fine.
    #[error("{waiting} renders are waiting already")]
    QueueFull { waiting: usize },
    /// The bundle cannot be used: it does not compile or evaluate, or lacks an export.
    #[error("the server bundle cannot be used: {message}")]
    Bundle { message: String, stack: String },
    /// The bundle threw.
    #[error("{message}")]
    Script { message: String, stack: String },
    /// The bundle ran for longer than `limit`; `stack` is where it was stopped.
    #[error("stopped after running for {limit:?}")]
    Deadline { limit: Duration, stack: String },
    /// The bundle wanted more memory than an engine may have.
    #[error("more than {limit_bytes} bytes of memory wanted")]
    Memory { limit_bytes: usize, stack: String },
    /// More than `limit` promise jobs were queued by one call: most likely one that queues itself.
    #[error("more than {limit} pending jobs after one call")]
    PendingJobs { limit: usize },
    /// The bundle answered, but not with a page: no JSON of the agreed shape, no markup, or a failed Suspense boundary.
    #[error("{message}")]
    Output { message: String },
    /// Rust code under the render panicked, or QuickJS could not be set up.
    #[error("the render thread failed: {message}")]
    Internal { message: String },
}

impl SsrError {
    /// The stack of the script, one frame a line; empty when the failure has none.
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

    /// A short stable word for the label of a metric.
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

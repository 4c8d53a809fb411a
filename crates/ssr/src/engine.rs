//! A QuickJS engine with the evaluated bundle, and its limits.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use rquickjs::convert::Coerced;
use rquickjs::promise::PromiseState;
use rquickjs::{CaughtError, Context, Ctx, Function, Module, Persistent, Runtime, Value, WriteOptions};

use crate::error::SsrError;
use crate::polyfill;

/// Maximum number of promise jobs that one call may queue. React queues none; libraries may queue a few.
const PENDING_JOBS_LIMIT: usize = 10_000;

/// Resource limits of an engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub memory_bytes: usize,
    pub stack_bytes: usize,
    pub deadline: Duration,
}

/// Bytecode of polyfills and bundle, shared by all engines of this process and never stored.
#[derive(Debug)]
pub(crate) struct Bytecode {
    polyfill: Vec<u8>,
    bundle: Vec<u8>,
}

impl Bytecode {
    /// Compiles without evaluating. Keeps line numbers, strips the source text.
    pub(crate) fn compile(bundle: &str, limits: Limits) -> Result<Self, SsrError> {
        let (_runtime, context) = create_runtime(limits)?;
        context.with(|ctx| {
            let compile = |name: &str, source: &str| {
                Module::declare(ctx.clone(), name, source)
                    .and_then(|module| module.write(WriteOptions { strip_source: true, ..WriteOptions::default() }))
                    .map_err(|error| {
                        let (message, stack) = message_and_stack(&ctx, error);
                        SsrError::Bundle { message, stack }
                    })
            };
            Ok(Self { polyfill: compile("mwanga:polyfill", polyfill::SOURCE)?, bundle: compile("ssr.js", bundle)? })
        })
    }
}

/// The functions that a bundle exports.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Export {
    Pages,
    Calls,
    Render,
}

/// A running engine. Not `Send`: created, used and dropped on one thread.
///
/// QuickJS requires this order of fields, in which they are dropped: values, then context, then runtime.
pub(crate) struct Engine {
    pages: Persistent<Function<'static>>,
    calls: Persistent<Function<'static>>,
    render: Persistent<Function<'static>>,
    context: Context,
    runtime: Runtime,
    timer: Rc<DeadlineTimer>,
    limits: Limits,
}

impl Engine {
    /// Loads and evaluates the bytecode under the same limits as a render.
    pub(crate) fn start(bytecode: &Bytecode, limits: Limits) -> Result<Self, SsrError> {
        let (runtime, context) = create_runtime(limits)?;
        let timer = Rc::new(DeadlineTimer::default());
        let handler = Rc::clone(&timer);
        runtime.set_interrupt_handler(Some(Box::new(move || handler.should_interrupt())));
        let execution = Execution { runtime: &runtime, context: &context, timer: &timer, limits };
        let guard = timer.start(limits.deadline);

        context.with(|ctx| polyfill::install(&ctx).map_err(|error| execution.to_ssr_error(&ctx, error)))?;
        execution.evaluate(&bytecode.polyfill)?;
        let [pages, calls, render] = execution
            .evaluate(&bytecode.bundle)
            .and_then(|namespace| {
                let find = |name| execution.exported_function(&namespace, name);
                Ok([find("pages")?, find("calls")?, find("render")?])
            })
            .map_err(|error| match error {
                SsrError::Script { message, stack } => SsrError::Bundle { message, stack },
                other => other,
            })?;
        drop(guard);
        Ok(Self { pages, calls, render, context, runtime, timer, limits })
    }

    /// Calls an export with strings, runs the promise jobs it queued, and answers its string.
    ///
    /// The engine must not be used again after an error.
    pub(crate) fn call(&self, export: Export, url: &str, answers: &str) -> Result<String, SsrError> {
        let execution =
            Execution { runtime: &self.runtime, context: &self.context, timer: &self.timer, limits: self.limits };
        let _guard = self.timer.start(self.limits.deadline);
        let function = match export {
            Export::Pages => &self.pages,
            Export::Calls => &self.calls,
            Export::Render => &self.render,
        };
        let answer = self.context.with(|ctx| {
            let value: Value<'_> = function
                .clone()
                .restore(&ctx)
                .and_then(|function| match export {
                    Export::Pages => function.call(()),
                    Export::Calls => function.call((url,)),
                    Export::Render => function.call((url, answers)),
                })
                .map_err(|error| execution.to_ssr_error(&ctx, error))?;
            let Some(text) = value.as_string() else {
                return Err(SsrError::Output {
                    message: format!("the bundle gave back {}, not a string", value.type_name()),
                });
            };
            text.to_string().map_err(|error| execution.to_ssr_error(&ctx, error))
        })?;
        execution.run_pending_jobs()?;
        Ok(answer)
    }
}

/// Borrows an engine's parts while it executes something.
struct Execution<'a> {
    runtime: &'a Runtime,
    context: &'a Context,
    timer: &'a DeadlineTimer,
    limits: Limits,
}

impl Execution<'_> {
    /// Evaluates a compiled module and answers its namespace.
    fn evaluate(&self, bytecode: &[u8]) -> Result<Persistent<rquickjs::Object<'static>>, SsrError> {
        let (namespace, promise) = self.context.with(|ctx| {
            // SAFETY: the bytes come from `Bytecode::compile` in this process, by the same QuickJS.
            let module = unsafe { Module::load(ctx.clone(), bytecode) };
            module
                .and_then(Module::eval)
                .and_then(|(module, promise)| {
                    Ok((Persistent::save(&ctx, module.namespace()?), Persistent::save(&ctx, promise)))
                })
                .map_err(|error| self.to_ssr_error(&ctx, error))
        })?;
        self.run_pending_jobs()?;
        self.context.with(|ctx| {
            let promise = promise.restore(&ctx).map_err(|error| self.to_ssr_error(&ctx, error))?;
            match promise.state() {
                PromiseState::Resolved => Ok(namespace),
                PromiseState::Pending => Err(SsrError::Bundle {
                    message: "its top level waits for something that never comes".into(),
                    stack: String::new(),
                }),
                PromiseState::Rejected => match promise.finish::<Value<'_>>() {
                    Ok(_) => Ok(namespace),
                    Err(error) => Err(self.to_ssr_error(&ctx, error)),
                },
            }
        })
    }

    fn exported_function(
        &self,
        namespace: &Persistent<rquickjs::Object<'static>>,
        name: &str,
    ) -> Result<Persistent<Function<'static>>, SsrError> {
        self.context.with(|ctx| {
            let value: Value<'_> = namespace
                .clone()
                .restore(&ctx)
                .and_then(|namespace| namespace.get(name))
                .map_err(|error| self.to_ssr_error(&ctx, error))?;
            match value.into_function() {
                Some(function) => Ok(Persistent::save(&ctx, function)),
                None => {
                    Err(SsrError::Bundle { message: format!("it exports no function `{name}`"), stack: String::new() })
                }
            }
        })
    }

    /// Runs the queued promise jobs. Bounded, because a job may queue itself forever.
    fn run_pending_jobs(&self) -> Result<(), SsrError> {
        for _ in 0..PENDING_JOBS_LIMIT {
            match self.runtime.execute_pending_job() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(exception) => {
                    return Err(exception.0.with(|ctx| self.to_ssr_error(&ctx, rquickjs::Error::Exception)));
                }
            }
        }
        Err(SsrError::PendingJobs { limit: PENDING_JOBS_LIMIT })
    }

    fn to_ssr_error(&self, ctx: &Ctx<'_>, error: rquickjs::Error) -> SsrError {
        let out_of_memory = matches!(error, rquickjs::Error::Allocation);
        let (message, stack) = message_and_stack(ctx, error);
        if self.timer.is_expired.get() {
            SsrError::Deadline { limit: self.limits.deadline, stack }
        } else if out_of_memory || message.ends_with("out of memory") || message == "null" {
            // Without memory for the error object QuickJS throws null.
            SsrError::Memory { limit_bytes: self.limits.memory_bytes, stack }
        } else {
            SsrError::Script { message, stack }
        }
    }
}

/// Creates an empty runtime with limits on memory and stack.
fn create_runtime(limits: Limits) -> Result<(Runtime, Context), SsrError> {
    let failed = |error: rquickjs::Error| SsrError::Internal { message: error.to_string() };
    let runtime = Runtime::new().map_err(failed)?;
    runtime.set_memory_limit(limits.memory_bytes);
    runtime.set_max_stack_size(limits.stack_bytes);
    let context = Context::full(&runtime).map_err(failed)?;
    Ok((runtime, context))
}

/// Message and stack trace of an error; clears the pending exception of the context.
fn message_and_stack(ctx: &Ctx<'_>, error: rquickjs::Error) -> (String, String) {
    match CaughtError::from_error(ctx, error) {
        CaughtError::Error(error) => (error.to_string(), String::new()),
        CaughtError::Exception(exception) => {
            let name = exception.as_object().get::<_, Coerced<String>>("name").map(|name| name.0);
            let message = exception.message().unwrap_or_default();
            let message = match name {
                Ok(name) if message.is_empty() => name,
                Ok(name) => format!("{name}: {message}"),
                Err(_) => message,
            };
            (message, exception.stack().unwrap_or_default().trim_end().to_owned())
        }
        CaughtError::Value(value) => {
            let shown = value.get::<Coerced<String>>().map_or_else(|_| value.type_name().to_owned(), |text| text.0);
            (shown, String::new())
        }
    }
}

/// Deadline of a call. Measures the thread's CPU time where the system provides it, so that no render fails because a
/// busy machine let it wait for a core.
#[derive(Default)]
struct DeadlineTimer {
    expires_at: Cell<Option<Duration>>,
    is_expired: Cell<bool>,
}

impl DeadlineTimer {
    /// Starts the timer; dropping the guard stops it.
    fn start(&self, limit: Duration) -> DeadlineGuard<'_> {
        self.is_expired.set(false);
        self.expires_at.set(Some(cpu_time() + limit));
        DeadlineGuard(self)
    }

    /// Interrupt handler, called by QuickJS every few thousand operations: `true` stops the script, which cannot catch
    /// it.
    fn should_interrupt(&self) -> bool {
        let is_over = self.expires_at.get().is_some_and(|at| cpu_time() >= at);
        if is_over {
            self.is_expired.set(true);
        }
        is_over
    }
}

struct DeadlineGuard<'a>(&'a DeadlineTimer);

impl Drop for DeadlineGuard<'_> {
    fn drop(&mut self) {
        self.0.expires_at.set(None);
    }
}

/// CPU time of this thread.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Elapsed time, where the CPU time of a thread is unknown.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

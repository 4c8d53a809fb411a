//! One QuickJS engine with the bundle evaluated in it, and the limits it runs under.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use rquickjs::convert::Coerced;
use rquickjs::promise::PromiseState;
use rquickjs::{CaughtError, Context, Ctx, Function, Module, Persistent, Runtime, Value, WriteOptions};

use crate::error::SsrError;
use crate::polyfill;

/// Promise jobs that one call may leave behind. React queues none; a few may come from a library's bookkeeping.
const PENDING_JOBS_LIMIT: usize = 10_000;

/// What one engine may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub memory_bytes: usize,
    pub stack_bytes: usize,
    pub deadline: Duration,
}

/// Polyfills and bundle as bytecode, shared by all engines of this process and never stored.
#[derive(Debug)]
pub(crate) struct Program {
    polyfill: Vec<u8>,
    bundle: Vec<u8>,
}

impl Program {
    /// Compiles without evaluating. Line information stays in, the source text does not.
    pub(crate) fn compile(bundle: &str, limits: Limits) -> Result<Self, SsrError> {
        let (_runtime, context) = machine(limits)?;
        context.with(|ctx| {
            let compile = |name: &str, source: &str| {
                Module::declare(ctx.clone(), name, source)
                    .and_then(|module| module.write(WriteOptions { strip_source: true, ..WriteOptions::default() }))
                    .map_err(|error| {
                        let (message, stack) = describe(&ctx, error);
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

/// A running engine. It is not `Send`: it is made, used and dropped on one thread.
///
/// The fields are dropped in this order, and QuickJS needs it: values, then context, then runtime.
pub(crate) struct Engine {
    pages: Persistent<Function<'static>>,
    calls: Persistent<Function<'static>>,
    render: Persistent<Function<'static>>,
    context: Context,
    runtime: Runtime,
    watch: Rc<Watch>,
    limits: Limits,
}

impl Engine {
    /// Loads and evaluates the program under the same limits as a render.
    pub(crate) fn start(program: &Program, limits: Limits) -> Result<Self, SsrError> {
        let (runtime, context) = machine(limits)?;
        let watch = Rc::new(Watch::default());
        let handler = Rc::clone(&watch);
        runtime.set_interrupt_handler(Some(Box::new(move || handler.check())));
        let session = Session { runtime: &runtime, context: &context, watch: &watch, limits };
        let armed = watch.arm(limits.deadline);

        context.with(|ctx| polyfill::install(&ctx).map_err(|error| session.explain(&ctx, error)))?;
        session.evaluate(&program.polyfill)?;
        let [pages, calls, render] = session
            .evaluate(&program.bundle)
            .and_then(|namespace| {
                let find = |name| session.export(&namespace, name);
                Ok([find("pages")?, find("calls")?, find("render")?])
            })
            .map_err(|error| match error {
                SsrError::Script { message, stack } => SsrError::Bundle { message, stack },
                other => other,
            })?;
        drop(armed);
        Ok(Self { pages, calls, render, context, runtime, watch, limits })
    }

    /// Calls an export with strings and gives back its string, with the promise jobs it queued done.
    ///
    /// The engine must not be used again after an error.
    pub(crate) fn call(&self, export: Export, url: &str, answers: &str) -> Result<String, SsrError> {
        let session =
            Session { runtime: &self.runtime, context: &self.context, watch: &self.watch, limits: self.limits };
        let _armed = self.watch.arm(self.limits.deadline);
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
                .map_err(|error| session.explain(&ctx, error))?;
            let Some(text) = value.as_string() else {
                return Err(SsrError::Output {
                    message: format!("the bundle gave back {}, not a string", value.type_name()),
                });
            };
            text.to_string().map_err(|error| session.explain(&ctx, error))
        })?;
        session.drain()?;
        Ok(answer)
    }
}

/// An engine's parts while something runs in it.
struct Session<'a> {
    runtime: &'a Runtime,
    context: &'a Context,
    watch: &'a Watch,
    limits: Limits,
}

impl Session<'_> {
    /// Evaluates a compiled module and gives back its namespace.
    fn evaluate(&self, bytecode: &[u8]) -> Result<Persistent<rquickjs::Object<'static>>, SsrError> {
        let (namespace, promise) = self.context.with(|ctx| {
            // SAFETY: the bytes come from `Program::compile` in this very process, made by the same QuickJS.
            let module = unsafe { Module::load(ctx.clone(), bytecode) };
            module
                .and_then(Module::eval)
                .and_then(|(module, promise)| {
                    Ok((Persistent::save(&ctx, module.namespace()?), Persistent::save(&ctx, promise)))
                })
                .map_err(|error| self.explain(&ctx, error))
        })?;
        self.drain()?;
        self.context.with(|ctx| {
            let promise = promise.restore(&ctx).map_err(|error| self.explain(&ctx, error))?;
            match promise.state() {
                PromiseState::Resolved => Ok(namespace),
                PromiseState::Pending => Err(SsrError::Bundle {
                    message: "its top level waits for something that never comes".into(),
                    stack: String::new(),
                }),
                PromiseState::Rejected => match promise.finish::<Value<'_>>() {
                    Ok(_) => Ok(namespace),
                    Err(error) => Err(self.explain(&ctx, error)),
                },
            }
        })
    }

    fn export(
        &self,
        namespace: &Persistent<rquickjs::Object<'static>>,
        name: &str,
    ) -> Result<Persistent<Function<'static>>, SsrError> {
        self.context.with(|ctx| {
            let value: Value<'_> = namespace
                .clone()
                .restore(&ctx)
                .and_then(|namespace| namespace.get(name))
                .map_err(|error| self.explain(&ctx, error))?;
            match value.into_function() {
                Some(function) => Ok(Persistent::save(&ctx, function)),
                None => {
                    Err(SsrError::Bundle { message: format!("it exports no function `{name}`"), stack: String::new() })
                }
            }
        })
    }

    /// Runs what promises have queued. Bounded, because a job may queue itself for ever.
    fn drain(&self) -> Result<(), SsrError> {
        for _ in 0..PENDING_JOBS_LIMIT {
            match self.runtime.execute_pending_job() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(exception) => {
                    return Err(exception.0.with(|ctx| self.explain(&ctx, rquickjs::Error::Exception)));
                }
            }
        }
        Err(SsrError::PendingJobs { limit: PENDING_JOBS_LIMIT })
    }

    fn explain(&self, ctx: &Ctx<'_>, error: rquickjs::Error) -> SsrError {
        let out_of_memory = matches!(error, rquickjs::Error::Allocation);
        let (message, stack) = describe(ctx, error);
        if self.watch.expired.get() {
            SsrError::Deadline { limit: self.limits.deadline, stack }
        } else if out_of_memory || message.ends_with("out of memory") || message == "null" {
            // Without memory for the error itself QuickJS throws null.
            SsrError::Memory { limit_bytes: self.limits.memory_bytes, stack }
        } else {
            SsrError::Script { message, stack }
        }
    }
}

/// An empty engine with its memory and stack limited.
fn machine(limits: Limits) -> Result<(Runtime, Context), SsrError> {
    let failed = |error: rquickjs::Error| SsrError::Internal { message: error.to_string() };
    let runtime = Runtime::new().map_err(failed)?;
    runtime.set_memory_limit(limits.memory_bytes);
    runtime.set_max_stack_size(limits.stack_bytes);
    let context = Context::full(&runtime).map_err(failed)?;
    Ok((runtime, context))
}

/// Message and stack of a failure; takes a waiting exception off the context.
fn describe(ctx: &Ctx<'_>, error: rquickjs::Error) -> (String, String) {
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

/// Says when a call has run for too long. Counts the thread's own CPU time where the system tells it, so that a busy
/// machine fails no render that merely waited for a core.
#[derive(Default)]
struct Watch {
    ends_at: Cell<Option<Duration>>,
    expired: Cell<bool>,
}

impl Watch {
    /// Starts counting; dropping the guard stops it.
    fn arm(&self, limit: Duration) -> Armed<'_> {
        self.expired.set(false);
        self.ends_at.set(Some(running_time() + limit));
        Armed(self)
    }

    /// Called by QuickJS every few thousand operations; true stops the script, which cannot catch that.
    fn check(&self) -> bool {
        let over = self.ends_at.get().is_some_and(|end| running_time() >= end);
        if over {
            self.expired.set(true);
        }
        over
    }
}

struct Armed<'a>(&'a Watch);

impl Drop for Armed<'_> {
    fn drop(&mut self) {
        self.0.ends_at.set(None);
    }
}

#[cfg(unix)]
fn running_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[cfg(not(unix))]
fn running_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

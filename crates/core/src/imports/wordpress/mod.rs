//! WordPress exports.
mod wxr;

mod subscribe;

pub use subscribe::*;

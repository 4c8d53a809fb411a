//! What the newsroom's desk begins with: the day, and the calendar of a month. Each call reads a few rows by an index
//! and runs no slow check.

mod calendar;
mod today;

pub use calendar::{Month, MonthError, MonthRange, month};
pub use today::{Daily, DailyState, NewsroomDay, Today, today};

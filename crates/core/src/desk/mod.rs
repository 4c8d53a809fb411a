//! The newsroom's desk: the day, the calendar of a month, and the list of posts. Each call reads a few rows by an index
//! and runs no slow check.

mod calendar;
mod list;
mod today;

pub use calendar::{Month, MonthError, MonthRange, month};
pub use list::{DeskOrder, DeskPage, DeskQuery, list};
pub use today::{Daily, DailyState, NewsroomDay, Today, today};

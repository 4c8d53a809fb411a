mod by_category;
mod public;
mod scheduled;
mod todays_picks;

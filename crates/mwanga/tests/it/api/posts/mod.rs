mod by_category;
mod full;
mod public;
mod scheduled;
mod todays_picks;

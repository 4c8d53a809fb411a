mod related;
mod slug;

mod slug;

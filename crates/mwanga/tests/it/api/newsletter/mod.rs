mod subscribe;

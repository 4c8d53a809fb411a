import { setupServer } from 'msw/node';

/** The API as a test declares it with `server.use(...)`; a request nobody declared fails the test. */
export const server = setupServer();

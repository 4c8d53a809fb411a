import { resolve } from 'node:path';

/** The build under test: dist, or the folder named by MWANGA_FRONTEND_DIR. */
export const dist = resolve(process.env.MWANGA_FRONTEND_DIR ?? new URL('../dist', import.meta.url).pathname);

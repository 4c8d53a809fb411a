import { startServer } from './server.ts';

/** Fills one store with the demo publication; every server of a journey that wants it starts on a copy. */
export default async function seed(): Promise<() => Promise<void>> {
  const server = await startServer({ demo: true });
  await server.end();
  process.env.MWANGA_JOURNEY_SEED = server.dataDir;
  return server.stop;
}

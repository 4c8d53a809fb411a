import { config, z } from 'zod';

// A schema would otherwise ask, by `Function('')`, whether it may compile itself: our policy says no, and reports it on
// every screen.
config({ jitless: true });

export { z };

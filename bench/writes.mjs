// 50 writes a second until it is ended: prints the time of each answer when SIGTERM comes, and whom it was promised.
//   node bench/writes.mjs URL FILE      FILE gets a line for each acknowledged address: its time and the address
import { appendFileSync } from 'node:fs';

const [base, file] = process.argv.slice(2);
const times = [];
let failed = 0;
let number = 0;

async function write() {
  const email = `write-${process.pid}-${++number}@example.com`;
  const began = performance.now();
  const answer = await fetch(`${base}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  await answer.text();
  times.push(performance.now() - began);
  if (answer.ok) appendFileSync(file, `${Date.now()} ${email}\n`);
  else failed += 1;
}

const timer = setInterval(() => {
  write().catch(() => {
    failed += 1;
  });
}, 20);
process.on('SIGTERM', () => {
  clearInterval(timer);
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))]?.toFixed(0);
  console.log(`${times.length} writes, ${failed} failed: median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
  process.exit(0);
});

// Serves the demo publication with React's development build and restarts on every change: `make dev`.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const environment = { ...process.env, MWANGA_FRONTEND_DIR: 'frontend/dist-dev' };
let server;
let pending;
let stale = { frontend: true, server: true };

function build() {
  if (stale.frontend) {
    console.log('== building the frontend');
    if (spawnSync('npm', ['run', '--silent', 'build', '--', '--dev'], { cwd: `${root}/frontend`, stdio: 'inherit' }).status) return false;
    stale.frontend = false;
  }
  if (stale.server) {
    console.log('== building the server');
    if (spawnSync('cargo', ['build', '-p', 'mwanga'], { cwd: root, stdio: 'inherit' }).status) return false;
    stale.server = false;
  }
  return true;
}

function restart() {
  // What does not build leaves the last good server running.
  if (!build()) return;
  const start = () => {
    server = spawn('target/debug/mwanga', ['serve', '--demo'], { cwd: root, env: environment, stdio: 'inherit' });
  };
  if (!server || server.exitCode !== null) return start();
  server.once('exit', start);
  server.kill('SIGTERM');
}

function changed(part) {
  stale = { ...stale, [part]: true };
  clearTimeout(pending);
  pending = setTimeout(restart, 200);
}

watch(`${root}/frontend/src`, { recursive: true }, () => changed('frontend'));
watch(`${root}/crates`, { recursive: true }, () => changed('server'));
process.on('SIGINT', () => {
  server?.kill('SIGTERM');
  process.exit(0);
});
restart();

// The base of both builds (scripts/build.mjs) and of the tests. Each build adds its entries and its output folder.
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export const screens = (build: 'browser' | 'server') =>
  fileURLToPath(new URL(`./src/site/screens.${build}.ts`, import.meta.url));

const lateBox = (build: 'browser' | 'server') =>
  fileURLToPath(new URL(`./src/site/newsletter-sign-up/late-box.${build}.ts`, import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '#screens': screens('browser'), '#late-box': lateBox('browser') } },
});

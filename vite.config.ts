import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wireContracts } from './src/app/wire-contracts.ts';

/** With `npm run dev` the server listens beside us and answers everything that is not a page. */
const api = process.env.PERITUS_API;

export default defineConfig({
  root: fileURLToPath(new URL('src/app/web', import.meta.url)),
  plugins: [react(), wireContracts(fileURLToPath(new URL('.', import.meta.url)))],
  server: api ? { proxy: { '/api': api, '/live': { target: api, ws: true } } } : {},
  // the server replaces it by the nonce of each answer
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    sourcemap: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2024',
    chunkSizeWarningLimit: 700,
  },
});

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Many small files would each wait their turn on a slow network. Each group needs only the ones before it,
          // so that no two files wait for each other: sign-in; data and routes; the glyphs of several pages.
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 3 },
            { name: 'data', test: /[\\/]node_modules[\\/](@tanstack|use-sync-external-store)[\\/]/, priority: 2 },
            { name: 'glyphs', test: /[\\/]@tabler[\\/]/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});

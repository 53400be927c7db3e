import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('src/app/web', import.meta.url)),
  plugins: [react()],
  // the server replaces it by the nonce of each answer
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    sourcemap: true,
    target: 'es2024',
    chunkSizeWarningLimit: 700,
  },
});

import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { SAMPLES, makeSamples } from './samples.ts';

/** The policy the app is to be served with; the built harness runs under it, workers included. */
const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** Serves the samples with byte ranges, as the download route does. */
function serve(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const name = /^\/samples\/([a-z]+\.pdf)/.exec(request.url ?? '')?.[1];
  if (name === undefined) {
    next();
    return;
  }
  const path = join(SAMPLES, name);
  let size = 0;
  try {
    ({ size } = statSync(path));
  } catch {
    response.writeHead(404).end();
    return;
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const from = Number(range?.[1] ?? 0);
  const to = Math.min(size - 1, range?.[2] ? Number(range[2]) : size - 1);
  response.writeHead(range ? 206 : 200, {
    'content-type': 'application/pdf',
    'content-length': to - from + 1,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    ...(range ? { 'content-range': `bytes ${from}-${to}/${size}` } : {}),
  });
  createReadStream(path, { start: from, end: to }).pipe(response);
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(SAMPLES, 'vite-cache'),
  plugins: [
    react(),
    {
      name: 'samples',
      buildStart: makeSamples,
      configureServer(server) {
        server.middlewares.use(serve);
      },
      configurePreviewServer(server) {
        server.middlewares.use((request, response, next) => {
          response.setHeader('content-security-policy', CSP);
          serve(request, response, next);
        });
      },
    },
  ],
  // Small fonts must not become data addresses, which the policy refuses.
  build: {
    assetsInlineLimit: 0,
    outDir: join(SAMPLES, 'dist'),
    emptyOutDir: true,
    target: 'es2024',
    chunkSizeWarningLimit: 700,
  },
  server: { host: '127.0.0.1', port: 5187, strictPort: true },
  preview: { host: '127.0.0.1', port: 5187, strictPort: true },
});

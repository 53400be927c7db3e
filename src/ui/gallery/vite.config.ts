import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Development only: shows every part of the kit at once. Not part of the build. */
export default defineConfig({
  root: 'src/ui/gallery',
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5391, strictPort: true },
  build: { outDir: '../../../dist/gallery', emptyOutDir: true },
});

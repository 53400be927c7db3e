import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/app/web',
  plugins: [react()],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    manifest: true,
    target: 'es2024',
    chunkSizeWarningLimit: 700,
  },
});

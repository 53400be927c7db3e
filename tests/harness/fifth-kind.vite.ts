import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vite';
import product from '../../vite.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The product's pages, with one more kind of review. */
export default mergeConfig(product, {
  plugins: [
    {
      name: 'fifth-kind',
      enforce: 'pre',
      resolveId: (id: string, importer?: string) =>
        id === './kinds.ts' && importer?.endsWith('/src/app/web/main.tsx') ? here('screening-pages.ts') : null,
    },
  ],
});

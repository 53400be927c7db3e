import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wireContracts } from './src/app/wire-contracts.ts';

/** With `npm run dev` the server listens beside us and answers everything that is not a page. */
const api = process.env.PERITUS_API;

/** What most pages behind sign-in draw with, besides the program's own parts. */
const KIT =
  /[\\/](ui[\\/](parts[\\/](flyout|notice|status|tabs|use-media)|time|form[\\/]tick)|reviews[\\/]web[\\/]shared[\\/](face|review-due|states|use-live))(\.module)?\.\w+$/;

/** What pages about one review draw with besides. */
const MATTER =
  /[\\/](ui[\\/](parts[\\/](page-header|split-view|confirm-dialog|follows|sla)|shell[\\/]layouts)|reviews[\\/]web[\\/]shared[\\/]route-parameters)(\.module)?\.\w+$/;

/** Rules and contracts the program and the list need, and nothing else of what these import. */
const FIRST =
  /[\\/](accounts[\\/](contract[\\/]security-paths|rules[\\/]people)|conversations[\\/](contract|rules[\\/]access)|experts[\\/](rules|contract[\\/]specialties)|notifications[\\/](contract|rules[\\/]announcements)|organizations[\\/]rules[\\/]standing|subscriptions[\\/]rules[\\/]permission|reviews[\\/](rules[\\/]list|contract[\\/](catalogue|commands|list|up-next)))\.ts$/;

/** All others, and schemas: each comes with the pages that need it. */
const RULES = /[\\/](node_modules[\\/]zod|src[\\/]core|features[\\/]\w+[\\/](rules|contract|kinds))[\\/.]/;

/** Parts are fetched before they are imported, so that one that does not arrive can be had later: `fetch-parts.ts`. */
const FETCH_PARTS = fileURLToPath(new URL('src/app/web/fetch-parts.ts', import.meta.url));
const fetchParts = {
  name: 'peritus-fetch-parts',
  apply: 'build' as const,
  enforce: 'pre' as const,
  load: (id: string) =>
    id === '\0vite/preload-helper.js'
      ? `export { fetchParts as __vitePreload } from ${JSON.stringify(FETCH_PARTS)};`
      : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('src/app/web', import.meta.url)),
  plugins: [react(), fetchParts, wireContracts(fileURLToPath(new URL('.', import.meta.url)))],
  server: api ? { proxy: { '/api': api, '/live': { target: api, ws: true } } } : {},
  // the picture of sign-in is drawn once, when the pages are built: with all it needs in one file
  ssr: { noExternal: true },
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
          // Many small files would each wait their turn on a slow network. Each group takes what its files import, unless a
          // group above has it, and needs only those above, so that no two files wait for each other: sign-in; data and
          // routes; rules, each where it is used; the program around every page; what most pages draw with; the list; the
          // glyphs of several pages.
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 8 },
            { name: 'data', test: /[\\/]node_modules[\\/](@tanstack|use-sync-external-store)[\\/]/, priority: 7 },
            { name: 'first-rules', test: FIRST, includeDependenciesRecursively: false, priority: 7 },
            { name: 'rules', test: RULES, entriesAware: true, priority: 6 },
            { name: 'program', test: /[\\/]app[\\/]web[\\/]app\.tsx$/, priority: 5 },
            { name: 'kit', test: KIT, priority: 4 },
            { name: 'matter', test: MATTER, priority: 2 },
            { name: 'review-list', test: /[\\/]reviews[\\/]web[\\/]list-page\.tsx$/, priority: 3 },
            { name: 'glyphs', test: /[\\/]@tabler[\\/]/, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
});

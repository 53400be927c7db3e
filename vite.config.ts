import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wireContracts } from './src/app/wire-contracts.ts';

/** With `npm run dev` the server listens beside us and answers everything that is not a page. */
const api = process.env.PERITUS_API;

/** What most pages behind sign-in draw with, besides the program's own parts. */
const KIT =
  /[\\/](ui[\\/](parts[\\/](flyout|notice|status|tabs|use-media)|session[\\/]review-route|time)|reviews[\\/]web[\\/]shared[\\/](face|review-due|states|use-live))(\.module)?\.\w+$/;

/** Glyphs of the list that other pages have, too: from the list's own file they would bring the list along. */
const LIST_GLYPHS = /[\\/]Icon(ArrowDown|ArrowUp|CircleDashed|Download|Filter|Plus|User)\.mjs$/;

/** What pages about one review draw with besides. */
const MATTER =
  /[\\/](ui[\\/](parts[\\/](confirm-dialog|follows|menu|page-header|sla|split-view)|shell[\\/]layouts|api[\\/]failure)|reviews[\\/]web[\\/]shared[\\/]route-parameters)(\.module)?\.\w+$/;

/** Where something stands on its way, and small things of a review's page that a few others have, too. */
const WAY =
  /[\\/](ui[\\/]parts[\\/](sla-clock|timeline|what-next)(\.module)?\.\w+|Icon(CalendarQuestion|ClipboardCheck|ClipboardText|FileSearch|MailOpened)\.mjs)$/;

/** What it costs. */
const PRICE = /[\\/](ui[\\/]parts[\\/]money-lines|reviews[\\/]web[\\/]wizard[\\/](quote-rail|wizard))(\.module)?\.\w+$/;

/** What a review's own page shares with the few that end or change it. */
const REVIEW = /[\\/]reviews[\\/](rules[\\/]ending|web[\\/]detail[\\/](actions|detail|use-act)(\.module)?)\.\w+$/;

/** What such a page knows of its kind. */
const MATTER_RULES =
  /[\\/](core[\\/]machine|reviews[\\/](kinds[\\/](steps[\\/]\w+|state-row|tables|options|[\w-]+[\\/](states|lifecycle|process|options|conclusions))|rules[\\/](kinds|statuses|next-status|choice)))\.ts$/;

/** Rules and contracts the program and the list need, and nothing else of what these import. */
const FIRST =
  /[\\/](core[\\/](days-between|durations|money|whole-number)|accounts[\\/](contract[\\/]security-paths|rules[\\/]people)|conversations[\\/](contract|rules[\\/]access)|experts[\\/](rules|contract[\\/]specialties)|notifications[\\/](contract|rules[\\/]announcements)|organizations[\\/]rules[\\/]standing|subscriptions[\\/]rules[\\/]permission|reviews[\\/](rules[\\/]list|contract[\\/](catalogue|commands|detail|list|up-next)))\.ts$/;

/** What the frame of every page draws once the page stands: each is asked for by itself, and they come together. */
const AFTER =
  /[\\/](app[\\/]web[\\/](activity|idle-guard|conversation-news)|accounts[\\/]rules[\\/]idle|conversations[\\/](rules[\\/](channel-id|format|messages)|web[\\/](cache|chat-connection|desktop-news|use-chat-news|use-news))|notifications[\\/]web[\\/]bell)(\.module)?\.\w+$/;

/** What a list draws once its rows stand. */
const LIST_LATER =
  /[\\/](reviews[\\/](rules[\\/]permission\.ts|web[\\/]list[\\/](views|list-tools|list-foot)(\.module)?\.\w+)|Icon(AdjustmentsHorizontal|Bookmark|CalendarMonth|ChartBar|Checklist|LayoutKanban)\.mjs)$/;

/** What the parts of a review's page know of files, times and words. */
const PART_RULES =
  /[\\/](files[\\/](rules[\\/](bates|categories|quotas)|web[\\/]paths)|reviews[\\/]rules[\\/]reading|ui[\\/]api[\\/]uploading)\.tsx?$/;

/** What the pages of an account, and those that lead to one, share. */
const ACCOUNT =
  /[\\/](core[\\/](emails|names|phones)|accounts[\\/]web[\\/](account|account-layout|code-field|unsaved|use-current-user|use-faults|use-kept))(\.module)?\.\w+$/;

/** What a file is by its name. */
const FILE_NAMES = /[\\/](core[\\/](audio-types|file-types)|files[\\/]rules[\\/]names)\.ts$/;

/** Times and calls on a review's page. */
const CALLS =
  /[\\/](scheduling[\\/](contract|web[\\/](call-labels|offer-slots|proposed-time|reason-form|time-choice|use-schedule|who-joins))|ui[\\/]parts[\\/]slot-group)(\.module)?\.\w+$/;

/** The conversation of a review, on its page and by itself. */
const THREAD =
  /[\\/]conversations[\\/](rules[\\/]channels|web[\\/](attach-file|channel-labels|composer|conversation-panel|drafts|message-item|outbox|rich-text|search-messages|thread|use-thread)|Icon(ArrowsDiagonal|At|Bold|Checks|ClockPause|ExclamationCircle|LockOpen|Send2))(\.module)?\.\w+$/;

/** Files on a review's page. */
const FILES =
  /[\\/](files[\\/]web[\\/](confirm-line|file-list|pages-asked|record-row|records-upload|use-files)|ui[\\/]parts[\\/]file-row|Icon(File|FileDigit))(\.module)?\.\w+$/;

/** What takes files in, wherever. */
const UPLOADS =
  /[\\/]files[\\/]web[\\/](drop-zone|file-icon|file-texts|moving-line|upload[\\/]\w[\w-]*)(\.module)?\.\w+$/;

/** Files of which the program itself is made. */
const STANDS_BEFORE = /^assets\/(index|rolldown-runtime|data|first-rules)-/;

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

/**
 * Of the tables of kinds the pages ask which steps there are, and who takes them. What the timeline says of each comes with its
 * rows, and clocks and facets are moved on the server: those words stay there.
 */
const tablesWithoutWords = {
  name: 'peritus-tables-without-words',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /[\\/]reviews[\\/]kinds[\\/]([\w-]+[\\/](lifecycle|process)|steps[\\/]\w+)\.ts$/.test(id)
      ? {
          code: code
            .replaceAll(/\bsays:\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`)(?=\s*[,}])/g, "says: ''")
            .replaceAll(/\b(step_days|facets): \{(?:[^{}]|\{[^{}]*\})*\}/g, '$1: {}'),
          map: null,
        }
      : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('src/app/web', import.meta.url)),
  plugins: [react(), fetchParts, tablesWithoutWords, wireContracts(fileURLToPath(new URL('.', import.meta.url)))],
  server: api ? { proxy: { '/api': api, '/live': { target: api, ws: true } } } : {},
  // the picture of sign-in is drawn once, when the pages are built: with all it needs in one file
  ssr: { noExternal: true },
  // what decodes pictures loads its parts when it meets them
  worker: { format: 'es' },
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
    // what stands before the program does need not be named again beside each page
    modulePreload: {
      // every browser the target names does it by itself
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) =>
        hostId.startsWith('assets/program-') ? files.filter((file) => !STANDS_BEFORE.test(file)) : files,
    },
    rolldownOptions: {
      output: {
        // the builder names what several pages share after all of them; the program lists every file
        // under a short hash, for what tells files apart does not compress: seven signs, the fewest the builder takes
        chunkFileNames: ({ name }) => `assets/${name.startsWith('rules~') ? 'rules' : '[name]'}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Many small files would each wait their turn on a slow network. Each group takes what its files import, unless a
          // group above has it, and needs only those above, so that no two files wait for each other: sign-in; data and
          // routes; rules, each where it is used; the program around every page; what most pages draw with; what comes once
          // a page stands; the list; a review's page; the glyphs of several pages. What many pages have one part of takes
          // nothing along, or each would bring them all.
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 8 },
            { name: 'data', test: /[\\/]node_modules[\\/](@tanstack|use-sync-external-store)[\\/]/, priority: 7 },
            { name: 'first-rules', test: FIRST, includeDependenciesRecursively: false, priority: 7 },
            { name: 'matter-rules', test: MATTER_RULES, includeDependenciesRecursively: false, priority: 7 },
            { name: 'files', test: FILES, includeDependenciesRecursively: false, priority: 7 },
            { name: 'calls', test: CALLS, includeDependenciesRecursively: false, priority: 7 },
            { name: 'thread', test: THREAD, includeDependenciesRecursively: false, priority: 7 },
            { name: 'uploads', test: UPLOADS, includeDependenciesRecursively: false, priority: 7 },
            { name: 'file-names', test: FILE_NAMES, includeDependenciesRecursively: false, priority: 7 },
            { name: 'account', test: ACCOUNT, includeDependenciesRecursively: false, priority: 7 },
            { name: 'part-rules', test: PART_RULES, includeDependenciesRecursively: false, priority: 7 },
            { name: 'list-later', test: LIST_LATER, includeDependenciesRecursively: false, priority: 7 },
            {
              name: 'rules',
              test: (id) => RULES.test(id) && !REVIEW.test(id),
              entriesAware: true,
              minShareCount: 2,
              priority: 6,
            },
            { name: 'program', test: /[\\/]app[\\/]web[\\/]app\.tsx$/, priority: 5 },
            { name: 'kit', test: (id) => KIT.test(id) || LIST_GLYPHS.test(id), priority: 4 },
            { name: 'after', test: AFTER, includeDependenciesRecursively: false, priority: 7 },
            { name: 'matter', test: MATTER, priority: 2 },
            { name: 'way', test: WAY, includeDependenciesRecursively: false, priority: 1 },
            { name: 'price', test: PRICE, includeDependenciesRecursively: false, priority: 1 },
            { name: 'review', test: REVIEW, includeDependenciesRecursively: false, priority: 1 },
            { name: 'review-list', test: /[\\/]reviews[\\/]web[\\/]list-page\.tsx$/, priority: 3 },
            { name: 'glyphs', test: /[\\/]@tabler[\\/]/, minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
});

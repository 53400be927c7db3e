/**
 * The import sentence, enforced: demo → app → features → platform or ui → core, never back; inside a feature server/ and
 * web/ both read contract → rules and never each other; other features see only those two and, from their servers, the
 * types in `ports`, and only of features on the floors below theirs. The demo world acts as a client does: it reads
 * contracts and rules, and no feature's server or pages. Everything not named here is refused. Rooms are computed from
 * folder names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const BUILTIN = new Set(builtinModules.flatMap((m) => [m, `node:${m}`]));

/**
 * The features by floors: each imports from the floors below its own (the rows before) and from no other feature. A new
 * feature takes its place here. What a lower one needs of a higher one it asks for by a port.
 */
const FLOORS = [
  ['organizations', 'experts', 'ratings', 'billing'],
  ['accounts'],
  ['reviews', 'notifications'],
  ['files', 'scheduling', 'subscriptions', 'ledger', 'connected-accounts'],
  [
    'matching',
    'box-import',
    'exams',
    'meetings',
    'engagements',
    'work',
    'matter-dates',
    'purpose-letters',
    'reports',
    'conversations',
    'support',
    'outbox',
    'deadlines',
    'billing-orders',
  ],
  [
    'opinions',
    'interviews',
    'calendars',
    'invoices',
    'spend',
    'budgets',
    'earnings',
    'payouts',
    'hl7',
    'webhooks',
    'api-keys',
    'price-books',
    'continuations',
    'matters',
    'testimony',
    'disclosure',
    'outside',
    'public-reports',
    'examinees',
    'console',
    'queues',
    'exports',
    'oversight',
  ],
] as const;
const floorOf = (feature: string): number =>
  FLOORS.findIndex((floor) => (floor as readonly string[]).includes(feature));

interface Room {
  layer: 'core' | 'platform' | 'ui' | 'feature' | 'app' | 'demo';
  feature?: string;
  part?: 'rules' | 'contract' | 'ports' | 'server' | 'web';
  side: 'both' | 'server' | 'web';
  /** What starts the product, and makes the demo world. */
  starts?: boolean;
}

/** The room a source file stands in, or null when it stands nowhere. */
export function roomOf(file: string): Room | null {
  const path = relative(join(ROOT, 'src'), file).replaceAll('\\', '/');
  if (path.startsWith('../demo/')) return { layer: 'demo', side: 'server' };
  const [layer, name = '', part = ''] = path.split('/');
  if (layer === 'core') return { layer: 'core', side: 'both' };
  if (layer === 'platform') return { layer: 'platform', side: 'server' };
  if (layer === 'ui') return { layer: 'ui', side: 'web' };
  if (layer === 'app')
    return {
      layer: 'app',
      side: name === 'web' ? 'web' : /^(review-words|routes|(has-)?console)\.ts$/.test(name ?? '') ? 'both' : 'server',
      starts: ['start.ts', 'make-demo.ts', 'fill-demo.ts', 'rest-tools.ts'].includes(name ?? ''),
    };
  if (layer !== 'features' || floorOf(name) < 0) return null;
  const room = part.replace(/(\.test)?\.ts$/, '');
  if (room === 'rules' || room === 'kinds') return { layer: 'feature', feature: name, part: 'rules', side: 'both' };
  if (room === 'contract') return { layer: 'feature', feature: name, part: 'contract', side: 'both' };
  if (room === 'ports') return { layer: 'feature', feature: name, part: 'ports', side: 'server' };
  if (room === 'server') return { layer: 'feature', feature: name, part: 'server', side: 'server' };
  if (room === 'web') return { layer: 'feature', feature: name, part: 'web', side: 'web' };
  return null;
}

/** Whether a file in one room may import a file in another; refused unless a line here allows it. */
export function mayImport(from: Room, to: Room): boolean {
  if (from.side === 'server' && to.side === 'web') return false;
  if (from.side === 'web' && to.side === 'server') return false;
  if (from.side === 'both' && to.side !== 'both') return false;
  if (to.layer === 'core') return true;
  switch (from.layer) {
    case 'core':
      return false;
    case 'platform':
      return to.layer === 'platform';
    case 'ui':
      return to.layer === 'ui';
    case 'app':
      return to.layer !== 'demo' || from.starts === true;
    case 'demo':
      return to.layer !== 'feature' || to.part === 'rules' || to.part === 'contract';
    case 'feature': {
      if (to.layer === 'platform') return from.part === 'server' || from.part === 'ports';
      if (to.layer === 'ui') return from.part === 'web';
      if (to.layer !== 'feature') return false;
      if (to.feature !== from.feature && floorOf(to.feature ?? '') >= floorOf(from.feature ?? '')) return false;
      if (to.part === 'rules') return true;
      if (to.part === 'contract') return from.part !== 'rules';
      if (to.part === 'ports') return from.part === 'server' || from.part === 'ports';
      return from.feature === to.feature && from.part === to.part;
    }
  }
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name) && !e.name.endsWith('.d.ts'))
    .map((e) => join(e.parentPath, e.name));
}

/** An import, export or `import()`: what is imported is the first group or the second. */
export const SPECIFIER =
  /(?:^|[^.\w])(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/gm;

/** Every import that breaks the law, as sentences. */
function importFaults(): string[] {
  const faults: string[] = [];
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  for (const file of [join(ROOT, 'src'), join(ROOT, 'demo')].flatMap(sources)) {
    const where = relative(ROOT, file);
    const isTest = /\.test\.tsx?$/.test(file);
    const isDevOnly = /\/(dev|gallery)\//.test(file);
    const from = roomOf(file);
    if (!from) {
      faults.push(`${where} stands in no room of the house`);
      continue;
    }
    for (const match of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
      const target = (match[1] ?? match[2] ?? '').replace(/\?.*$/, '');
      if (target.startsWith('.')) {
        const path = resolve(dirname(file), target);
        if (isTest && path.startsWith(join(ROOT, 'tests'))) continue;
        if (!path.startsWith(join(ROOT, 'src')) && !path.startsWith(join(ROOT, 'demo'))) {
          if (!isTest && !isDevOnly) faults.push(`${where} reaches outside src: ${target}`);
          continue;
        }
        const to = roomOf(path);
        if (!to) faults.push(`${where} imports ${target}, which stands in no room`);
        else if (!isTest && !isDevOnly && !mayImport(from, to))
          faults.push(`${where} may not import ${relative(ROOT, path)}`);
        continue;
      }
      if (isTest || isDevOnly) continue;
      if (BUILTIN.has(target)) {
        if (from.side !== 'server') faults.push(`${where} runs in the browser and imports ${target}`);
        continue;
      }
      const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? '');
      const known =
        from.side === 'web' ? { ...manifest.dependencies, ...manifest.devDependencies } : manifest.dependencies;
      if (!(name in known))
        faults.push(
          `${where} imports ${target}, which package.json does not list for the ${from.side === 'web' ? 'browser' : 'server'}`,
        );
    }
  }
  return faults;
}

if (import.meta.main) {
  const faults = importFaults();
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? 'Imports keep the law.' : `${faults.length} imports break the law.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import { PAGE_ROWS, pageRows, PICTURES, type Pictures } from './load-ahead.ts';

const ROOT = join(import.meta.dirname, '../..');
const gzip = promisify(gzipCompress);
const brotli = promisify(brotliCompress);

/** Which pages are built: where to, by which of Vite's settings, and from what besides the product's own sources. */
interface PageBuild {
  out: string;
  config: string;
  sources: readonly string[];
}

const PRODUCT: PageBuild = { out: 'dist/web', config: 'vite.config.ts', sources: [] };

/** Builds the browser's pages unless what stands in dist/ was built from these very sources; answers their folder. */
export async function buildPages(
  say: (line: string) => void,
  { signal, pages = PRODUCT }: { signal?: AbortSignal; pages?: PageBuild } = {},
): Promise<string> {
  const dist = join(ROOT, pages.out);
  const stampFile = `${dist}.stamp`;
  const stamp = sourceStamp([pages.config, ...pages.sources]);
  if (existsSync(stampFile) && existsSync(join(dist, 'index.html')) && readFileSync(stampFile, 'utf8') === stamp)
    return dist;
  say('Building the pages.');
  await vite(pages, ['--outDir', dist, '--emptyOutDir'], signal);
  writeFileSync(
    join(dist, PAGE_ROWS),
    JSON.stringify(pageRows(readFileSync(join(ROOT, 'src/app/web/pages.tsx'), 'utf8'))),
  );
  writeFileSync(join(dist, PICTURES), JSON.stringify(await draw(pages, signal)));
  await compress(join(dist, 'assets'));
  writeFileSync(stampFile, stamp);
  return dist;
}

/** Draws sign-in, and the frame of the pages behind it, as the browser's own sources draw them. */
async function draw(pages: PageBuild, signal?: AbortSignal): Promise<Pictures> {
  const out = join(ROOT, `${pages.out}-picture`);
  await vite(pages, ['--ssr', 'picture.tsx', '--outDir', out], signal);
  const made = (await import(`${pathToFileURL(join(out, 'picture.js')).href}?${Date.now()}`)) as {
    drawSignIn: () => Pictures['sign_in'];
    drawFrame: () => Pictures['frame'];
  };
  return { sign_in: made.drawSignIn(), frame: made.drawFrame() };
}

/** Smaller copies beside each text asset, served to browsers that take them. The demo world is made meanwhile. */
export async function compress(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/\.(js|mjs|css|svg|wasm)$/.test(name)) continue;
    const content = await readFile(join(assets, name));
    if (content.length < 1024) continue;
    await writeFile(join(assets, `${name}.gz`), await gzip(content, { level: 9 }));
    await writeFile(
      join(assets, `${name}.br`),
      await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: content.length > 400_000 ? 6 : 9 } }),
    );
  }
}

function vite({ config }: PageBuild, args: readonly string[], signal?: AbortSignal): Promise<void> {
  const program = join(ROOT, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'build', '--config', config, '--logLevel=error', ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(signal ? { signal } : {}),
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The pages could not be built; what went wrong is shown above.')),
    );
  });
}

/** Changes whenever a source of the pages does, and with the year. */
function sourceStamp(files: readonly string[]): string {
  // the year is drawn, too
  const hash = createHash('sha256').update(String(new Date().getFullYear()));
  for (const folder of ['src/core', 'src/ui', 'src/features', 'src/app']) {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/\.(tsx?|css|html|svg)$/.test(entry.name) || entry.name.endsWith('.test.ts')) continue;
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path}:${size}:${mtimeMs}\n`);
    }
  }
  for (const file of [...files, 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

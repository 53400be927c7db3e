import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
const m = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'));
const cl = (k, s = new Set()) => {
  const c = m[k];
  if (!c || s.has(k)) return s;
  s.add(k);
  for (const n of c.imports ?? []) cl(n, s);
  return s;
};
const list = Object.keys(m).find((k) => k.endsWith('reviews/web/list-page.tsx'));
const key = Object.keys(m).find((k) => k.endsWith(process.argv[2]));
const entry = Object.keys(m).find((k) => m[k].isEntry);
const have = new Set([...cl(entry), ...cl(list)]);
let t = 0;
for (const k of cl(key))
  if (!have.has(k)) {
    const z = gzipSync(readFileSync('dist/web/' + m[k].file), { level: 9 }).length;
    t += z;
    console.log(z, k, m[k].file);
  }
console.log(t);

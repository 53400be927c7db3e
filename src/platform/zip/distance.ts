import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Centroid, milesBetween, parseCentroids, zipOf } from './centroids.ts';

const FILE = fileURLToPath(new URL('centroids.tsv', import.meta.url));

let known: ReadonlyMap<string, Centroid> | undefined;
/** The packaged centroids, read once they are first asked for. */
const centroids = (): ReadonlyMap<string, Centroid> => (known ??= parseCentroids(readFileSync(FILE, 'utf8')));

/** Whether the packaged data knows where a ZIP code is. */
export const isKnownZip = (zip: string): boolean => centroids().has(zipOf(zip));

/** Miles as the crow flies between the middles of two ZIP codes, whole; null where one of them is not in the data. */
export function milesApart(one: string, other: string): number | null {
  const [a, b] = [centroids().get(zipOf(one)), centroids().get(zipOf(other))];
  return a && b ? Math.round(milesBetween(a, b)) : null;
}

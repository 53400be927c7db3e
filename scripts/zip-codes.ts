import { readFileSync, writeFileSync } from 'node:fs';
import { fromGazetteer } from '../src/platform/zip/centroids.ts';

/*
 * Replaces the packaged middles of ZIP codes by those of a ZCTA file of the Census Gazetteer
 * (https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html), unpacked:
 *   npm run zip-codes -- 2025_Gaz_zcta_national.txt
 */
const [file] = process.argv.slice(2);
if (!file) {
  console.error('Name the ZCTA file of the Census Gazetteer, unpacked.');
  process.exit(1);
}
const made = fromGazetteer(readFileSync(file, 'utf8'));
writeFileSync(new URL('../src/platform/zip/centroids.tsv', import.meta.url), made);
console.log(`${made.split('\n').length - 1} ZIP codes.`);

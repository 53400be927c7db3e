/** The middle of a ZIP code's area, in degrees. */
export interface Centroid {
  latitude: number;
  longitude: number;
}

/** The five digits of a ZIP code by which its area is known. */
export const zipOf = (zip: string): string => zip.trim().slice(0, 5);

/** Lines of `ZIP, latitude, longitude`, parted by tabs, as the packaged file has them. */
export const parseCentroids = (text: string): ReadonlyMap<string, Centroid> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [zip, latitude, longitude] = line.split('\t');
      return zip && latitude && longitude
        ? [[zip, { latitude: Number(latitude), longitude: Number(longitude) }] as const]
        : [];
    }),
  );

/** The packaged file's lines of a ZCTA file of the Census Gazetteer. Throws a sentence where it is none. */
export function fromGazetteer(text: string): string {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const part = head.includes('|') ? '|' : '\t';
  const names = head.split(part).map((name) => name.trim());
  const at = {
    zip: names.indexOf('GEOID'),
    latitude: names.indexOf('INTPTLAT'),
    longitude: names.indexOf('INTPTLONG'),
  };
  if (Object.values(at).includes(-1))
    throw new Error('This is no ZCTA file of the Census Gazetteer: GEOID, INTPTLAT or INTPTLONG is missing.');
  const rows = lines.map((line) => {
    const cells = line.split(part).map((cell) => cell.trim());
    const zip = cells[at.zip] ?? '';
    const [latitude, longitude] = [Number(cells[at.latitude]), Number(cells[at.longitude])];
    if (!/^\d{5}$/.test(zip) || !Number.isFinite(latitude) || !Number.isFinite(longitude))
      throw new Error(`This line cannot be read: ${line}`);
    return [zip, latitude.toFixed(4), longitude.toFixed(4)].join('\t');
  });
  return `${rows.toSorted((a, b) => a.localeCompare(b)).join('\n')}\n`;
}

const EARTH_MILES = 3958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Miles between two places along a great circle. */
export function milesBetween(a: Centroid, b: Centroid): number {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

import { ageText, clock, minutes, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import { prng } from '../prng.ts';
import { PAGE, boldOf } from '../sheet.ts';
import type { Sheet } from '../sheet.ts';

const STREETS = [
  'Harbor Road',
  'Summit Avenue',
  'Linden Parkway',
  'Mill Race Drive',
  'Fairgrounds Boulevard',
  'Old Quarry Lane',
  'Meridian Street',
] as const;

export type Letterhead = { name: string; address: string; phone: string; variant: number; mono: boolean };

/** One source always has the same letterhead. */
export function letterheadOf(c: PageContext): Letterhead {
  const random = prng(`letterhead/${c.record.source}`);
  const city = c.matter.clinical.city;
  return {
    name: c.record.source,
    address: `${random.int(110, 4800)} ${random.pick(STREETS)}, ${city}`,
    phone: `(${random.int(201, 989)}) 555-01${random.int(10, 99)}`,
    variant: random.int(0, 2),
    mono: random.chance(0.18) && !c.record.scan,
  };
}

/** 'FERRANTE, Paul'. */
export function chartName(c: PageContext): string {
  const { first_name, last_name } = c.matter.claimant;
  return `${last_name.toUpperCase()}, ${first_name}`;
}

/** Facility letterhead, document title and the patient banner that stands on every chart page; the writer starts below it. */
export function chartFrame(c: PageContext, s: Sheet, title: string): void {
  const head = letterheadOf(c);
  const { clinical, claimant } = c.matter;
  s.base = head.mono ? 'mono' : 'sans';
  s.size = head.mono ? 9.2 : 10.4;
  if (head.variant === 0) {
    s.at(PAGE.left, 30, head.name, { face: 'serif-bold', size: 13 });
    s.at(PAGE.left, 46, `${head.address}   ${head.phone}`, { size: 7, gray: 0.35 });
    s.atRight(PAGE.right, 34, title, { face: boldOf(s.base), size: 10 });
  } else if (head.variant === 1) {
    s.fill(PAGE.left, 28, PAGE.right - PAGE.left, 20, 0.88);
    s.at(PAGE.left + 6, 33, head.name.toUpperCase(), { face: 'sans-bold', size: 9.5 });
    s.atRight(PAGE.right - 6, 33, title, { face: 'sans-bold', size: 9.5 });
    s.at(PAGE.left, 51, `${head.address}   Tel ${head.phone}`, { size: 6.5, gray: 0.4 });
  } else {
    const mid = (PAGE.left + PAGE.right) / 2;
    s.at(mid - head.name.length * 3.3, 28, head.name, { face: 'sans-bold', size: 12 });
    s.at(PAGE.left, 45, head.address, { size: 7, gray: 0.35 });
    s.atRight(PAGE.right, 45, head.phone, { size: 7, gray: 0.35 });
    s.at(PAGE.left, 55, title.toUpperCase(), { face: boldOf(s.base), size: 8.5 });
  }
  s.y = head.variant === 2 ? 67 : 61;
  s.box(PAGE.left, s.y, PAGE.right - PAGE.left, 27, 0.35);
  const top = s.y + 4;
  s.at(PAGE.left + 5, top, chartName(c), { face: boldOf(s.base), size: 9 });
  s.at(PAGE.left + 205, top, `DOB ${usDate(minutes(claimant.date_of_birth))}`, { size: 8.5 });
  s.at(PAGE.left + 320, top, `MRN ${clinical.mrn}`, { size: 8.5 });
  const sex = claimant.sex === 'female' ? 'F' : 'M';
  s.at(
    PAGE.left + 430,
    top,
    `${ageText(claimant.date_of_birth, Math.max(c.from, minutes(claimant.date_of_birth)))}  ${sex}`,
    { size: 8.5 },
  );
  s.at(PAGE.left + 5, top + 12, `Allergies: ${clinical.allergies}`, { size: 7.5, gray: 0.2 });
  s.at(PAGE.left + 320, top + 12, `Attending: ${c.attending}`, { size: 7.5, gray: 0.2 });
  s.y += 36;
}

/** Date of service under the banner. */
export function serviceLine(c: PageContext, s: Sheet, author: string, at = c.from): void {
  s.at(PAGE.left, s.y, `Date of service ${usDate(at)}   ${clock(at)}`, { size: s.size - 0.6, gray: 0.25 });
  s.atRight(PAGE.right, s.y, author, { size: s.size - 0.6, gray: 0.25 });
  s.y += 14;
}

export function signed(c: PageContext, s: Sheet, author: string, at: number): void {
  if (s.room() < 30) return;
  if (c.record.scan) {
    // Paper charts are signed by hand.
    s.y += 16;
    s.signature(PAGE.left + 8, s.y, c.random.next);
    s.y += 8;
    s.at(PAGE.left, s.y, `${author}   ${usDate(at)}`, { size: s.size - 1 });
    s.y += 16;
    return;
  }
  s.y += 2;
  s.at(PAGE.left, s.y, `Electronically signed by ${author} on ${usDate(at)} at ${clock(at)}`, {
    face: s.base === 'mono' ? 'mono' : 'sans-italic',
    size: s.size - 0.8,
    gray: 0.2,
  });
  s.y += 14;
}

/** A page foot with the release number and page x of n. */
export function footer(c: PageContext, s: Sheet, chart: boolean): void {
  s.line(PAGE.left, 752, PAGE.right, 752, 0.7);
  s.atRight(PAGE.right, 757, `Page ${c.page} of ${c.record.pages}`, { size: 7, face: 'sans', gray: 0.25 });
  if (!chart) return;
  const random = prng(`${c.matter.key}/${c.record.name}/release`);
  s.at(PAGE.left, 757, `ROI ${random.int(200000, 899999)}  Confidential patient information`, {
    size: 6.5,
    face: 'sans',
    gray: 0.4,
  });
}

import type { DemoMatter, DemoRecord, Phase } from '../matters/types.ts';
import { prng } from './prng.ts';
import type { Prng } from './prng.ts';

/** What a page writer knows: the patient, the record, the stretch of the course and the minutes the page covers. */
export type PageContext = {
  matter: DemoMatter;
  record: DemoRecord;
  page: number;
  phase: Phase;
  /** Chart minutes (see `minutes`): the page tells what happened from `from` up to, not including, `to`. */
  from: number;
  to: number;
  random: Prng;
  staff: Staff;
  /** The clinician responsible at the record's source. */
  attending: string;
};

export type Staff = {
  nurses: string[];
  residents: string[];
  therapist: string;
  respiratory: string;
  pharmacist: string;
  manager: string;
  clerk: string;
  technician: string;
};

const FIRST = [
  'Adele',
  'Marcus',
  'Priya',
  'Tobias',
  'Leona',
  'Kwame',
  'Ingrid',
  'Rafael',
  'Shauna',
  'Dmitri',
  'Noelle',
  'Hamish',
  'Yesenia',
  'Bram',
  'Colette',
  'Amadi',
  'Fiona',
  'Jae',
  'Lorena',
  'Stellan',
  'Maude',
  'Ravi',
  'Tamsin',
  'Oren',
] as const;
const LAST = [
  'Alderete',
  'Brisbois',
  'Cheswick',
  'Duquette',
  'Eberhardt',
  'Fonoti',
  'Galbraith',
  'Hollander',
  'Ibarrondo',
  'Jarvinen',
  'Kettering',
  'Lamontagne',
  'Mwangi',
  'Nordquist',
  'Oyelaran',
  'Pettibone',
  'Quarles',
  'Rutherglen',
  'Saldivar',
  'Thackeray',
  'Umansky',
  'Vallance',
  'Wexford',
  'Yarborough',
] as const;

/** The same invented staff for every record of one source in one matter. */
export function staffOf(matter: DemoMatter, source: string): Staff {
  const random = prng(`${matter.key}/${source}/staff`);
  const names = random.sample(LAST, 18).map((last) => `${random.pick(FIRST)} ${last}`);
  const name = (at: number): string => names[at] ?? 'Adele Alderete';
  return {
    nurses: names.slice(0, 8).map((nurse) => `${nurse}, RN`),
    residents: names.slice(8, 11).map((doctor) => `${doctor}, MD`),
    therapist: `${name(11)}, PT, DPT`,
    respiratory: `${name(12)}, RRT`,
    pharmacist: `${name(13)}, PharmD`,
    manager: `${name(14)}, LCSW`,
    clerk: name(15),
    technician: name(16),
  };
}

/** Minutes of a local chart time (YYYY-MM-DD or YYYY-MM-DDTHH:MM) on a scale that only compares and counts. */
export function minutes(at: string): number {
  const [date = '', time = '00:00'] = at.split('T');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return Date.UTC(year, month - 1, day, hour, minute) / 60_000;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** MM/DD/YYYY, as American charts write it. */
export function usDate(at: number): string {
  const date = new Date(at * 60_000);
  return `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
}

/** HH:MM on the 24-hour clock. */
export function clock(at: number): string {
  const date = new Date(at * 60_000);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

export function stamp(at: number): string {
  return `${usDate(at)} ${clock(at)}`;
}

/** 'March 12, 2025'. */
export function longDate(at: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at * 60_000);
}

/** Whole years from birth to a chart time. */
function ageAt(born: string, at: number): number {
  const birth = new Date(minutes(born) * 60_000);
  const then = new Date(at * 60_000);
  const years = then.getUTCFullYear() - birth.getUTCFullYear();
  const before =
    then.getUTCMonth() < birth.getUTCMonth() ||
    (then.getUTCMonth() === birth.getUTCMonth() && then.getUTCDate() < birth.getUTCDate());
  return before ? years - 1 : years;
}

/** Age as a chart gives it: hours, days, months or years. */
export function ageText(born: string, at: number): string {
  const days = (at - minutes(born)) / 1440;
  if (days < 60) return `${Math.max(0, Math.floor(days))} d`;
  return days < 730 ? `${Math.floor(days / 30.44)} mo` : `${ageAt(born, at)} y`;
}

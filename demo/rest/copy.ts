import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';
import { inPlaceOf, type RestExpert, type RestPeople } from './people.ts';
import type { Example, Planned } from './plan.ts';
import { rewrite } from './rewrite.ts';
import { numbersFor, type Row, type Rows, readReview, type Schema, writeRows } from './schema.ts';
import { LEFT_ACTS, LEFT_CLOCKS, TAKEN } from './tables.ts';
import { REMINDS, shiftOf } from './shift.ts';
import type { Move } from './times.ts';
import { inventedPerson, otherNumber, otherPlace, placeIn, replacer } from './words.ts';

/** What the product's own code does for a review that is written here. */
export interface RestTools {
  /** Makes the PDF of a signed report, as the product does, and keeps it under a key. */
  report(snapshot: unknown, key: string): Promise<{ sha256: string }>;
  /** Keeps a file under a key. */
  keep(content: Buffer, key: string): Promise<void>;
  /** What lists find it by. */
  refreshSearch(db: Transaction<DB>, reviewId: number): Promise<void>;
}

/** Where a review is read that others are made after, with its files. */
interface Source {
  db: Kysely<DB>;
  /** The bytes of a file; null where it lies where the others' files do. */
  content: ((storage_key: string) => Promise<Buffer>) | null;
}

export interface Given {
  sources: Readonly<Record<Example['of'], Source>>;
  schema: Schema;
  people: RestPeople;
  tools: RestTools;
  /** The instant the demo's present was. */
  present: Date;
  /** The instant it is. */
  now: Date;
}

/** Everything of a review that is made after an example, with its numbers, ready to be written. */
export interface Copied {
  id: number;
  rows: Rows;
}

/** Records that were rendered for the demo lie in its own folder. */
const RENDERED = 'demo/';

/**
 * Makes a review after an example: with other people, numbers and names, the same acts by the same clock. `n`: its place
 * among all; `turn`: which of those who may be its expert.
 */
export async function copyReview(
  db: Kysely<DB>,
  given: Given,
  { example, nth, days, purge }: Planned,
  { n, turn }: { n: number; turn: number },
): Promise<Copied | null> {
  const source = given.sources[example.of];
  const found = await readReview(source.db, example.id);
  const review = found.get('reviews')?.[0];
  if (!review) return null;
  leave(found);
  const seed = `${example.of}/${example.id}`;
  const { present, now } = given;
  const move: Move = {
    begun: String(review['created_at']).slice(0, 10),
    ...(example.open ? shiftOf(found, { seed, nth, present, now }) : { days, minutes: 0 }),
  };
  const ids = await newNumbers(db, given.schema, found);
  const experts = expertsOf(given.people, found, nth, turn);
  if (experts === null) return null;
  const requester = requesterOf(given.people, review, n);
  const pairs = namesOf(found, n, nth);
  const swaps = [...experts, ...(requester ? [requester] : [])];
  for (const [was, is] of swaps.flatMap((one) => one.names)) pairs.set(was, is);
  const id = Number(ids.get('reviews')?.get(example.id));
  pairs.set(String(example.id), String(id));
  for (const report of found.get('reports') ?? [])
    if (typeof report['verification_code'] === 'string')
      pairs.set(report['verification_code'], randomBytes(16).toString('base64url'));
  const words = replacer(pairs);
  for (const channel of found.get('channels') ?? [])
    idsOf(ids, 'channels').set(channel['id'], words(String(channel['id'])));
  const rows = rewrite(found, given.schema, {
    ids,
    users: new Map(swaps.flatMap((one) => one.users)),
    profiles: new Map(swaps.flatMap((one) => one.profiles)),
    move,
    words,
    experts: new Map([...given.people.experts].map(([profile, { said }]) => [profile, said])),
  });
  settle(rows, { open: example.open, purge }, given.now);
  await renderReports(rows, id, given.tools);
  if (source.content) await keepFiles(rows, source.content, given.tools);
  return { id, rows };
}

/** Writes it, in the transaction it is given. */
export async function writeReview(db: Transaction<DB>, { schema, tools }: Given, { id, rows }: Copied): Promise<void> {
  for (const table of TAKEN) {
    const some = rows.get(table) ?? [];
    if (some.length > 0) await writeRows(db, schema, table, some);
  }
  await tools.refreshSearch(db, id);
}

type Ids = Map<string, Map<unknown, unknown>>;
const idsOf = (ids: Ids, table: string): Map<unknown, unknown> => {
  const known = ids.get(table) ?? new Map<unknown, unknown>();
  ids.set(table, known);
  return known;
};

async function newNumbers(db: Kysely<DB>, schema: Schema, found: Rows): Promise<Ids> {
  const isNumbered = (table: string): boolean =>
    schema.get(table)?.some((column) => column.name === 'id' && column.numbered) ?? false;
  const counts = new Map(
    [...found].filter(([table]) => isNumbered(table)).map(([table, rows]) => [table, rows.length]),
  );
  const numbers = await numbersFor(db, counts);
  const ids: Ids = new Map();
  for (const table of counts.keys())
    found.get(table)?.forEach((row, i) => idsOf(ids, table).set(row['id'], numbers.get(table)?.[i]));
  return ids;
}

interface Swap {
  users: [number, number][];
  profiles: [number, number][];
  names: [string, string][];
}

/** Two people in each other's place. */
const swap = (
  a: { user_id: number; profile_id: number; names: readonly string[] },
  b: { user_id: number; profile_id: number; names: readonly string[] },
): Swap => ({
  users: [
    [a.user_id, b.user_id],
    [b.user_id, a.user_id],
  ],
  profiles: [
    [a.profile_id, b.profile_id],
    [b.profile_id, a.profile_id],
  ],
  names: a.names.flatMap((name, i): [string, string][] => {
    const other = b.names[i];
    return other === undefined
      ? []
      : [
          [name, other],
          [other, name],
        ];
  }),
});

/** What is left of the record and the clock. */
function leave(found: Rows): void {
  const acts = (found.get('audit_rows') ?? []).filter((row) => !LEFT_ACTS.test(String(row['action'])));
  const kept = new Set(acts.map((row) => row['id']));
  found.set('audit_rows', acts);
  found.set(
    'audit_details',
    (found.get('audit_details') ?? []).filter((row) => kept.has(row['audit_id'])),
  );
  found.set(
    'deadlines',
    (found.get('deadlines') ?? []).filter((row) => !LEFT_CLOCKS.test(String(row['kind']))),
  );
}

/**
 * Who its experts are instead: its own, whoever has an appointment to come, and whoever is listed. Null where somebody is needed and all
 * have had their turn.
 */
function expertsOf(people: RestPeople, found: Rows, nth: number, turn: number): Swap[] | null {
  const lead = found.get('reviews')?.[0]?.['expert_profile_id'];
  const booked = (found.get('appointments') ?? []).filter(
    ({ status }) => status === 'scheduled' || status === 'tentative',
  );
  const profiles = new Set(
    [lead, ...booked.map((row) => row['expert_profile_id']), ...listedAmong(people, found)].filter(
      (one) => typeof one === 'number',
    ),
  );
  // whoever is invited or presented as well stays in that place
  const taken = new Set<unknown>(profiles);
  const swaps: Swap[] = [];
  for (const profile of profiles) {
    const own = people.experts.get(profile);
    const others = inPlaceOf(people, profile, nth).filter(
      (one) => one.profile_id === profile || !taken.has(one.profile_id),
    );
    const other = others[turn];
    if (!own || (other === undefined && (turn > 0 || own.listed))) return null;
    if (other === undefined || other.profile_id === profile) continue;
    taken.add(other.profile_id);
    const named = (one: RestExpert) => ({
      ...one,
      names: [one.name, `Dr. ${one.name.split(' ').slice(1).join(' ')}`, one.code],
    });
    swaps.push(swap(named(own), named(other)));
  }
  return turn > 0 && swaps.length === 0 ? null : swaps;
}

/** Experts whom the sign-in page lists, wherever they were asked: their lists stay as they are. */
const listedAmong = (people: RestPeople, found: Rows): unknown[] =>
  ['candidates', 'invitations', 'time_offers', 'exam_offers', 'interviews']
    .flatMap((table) => found.get(table) ?? [])
    .map((row) => row['expert_profile_id'])
    .filter((one) => people.experts.get(Number(one))?.listed === true);

/** Who orders it instead: one of the same organization. */
function requesterOf(people: RestPeople, review: Row, n: number): Swap | null {
  const others = people.requesters.get(Number(review['organization_id'])) ?? [];
  const other = others[n % Math.max(1, others.length)];
  const own = people.known.get(Number(review['requester_id']));
  const called = other && people.known.get(other.user_id);
  if (!own || !called) return null;
  return swap({ ...own, names: [own.name] }, { ...called, names: [called.name] });
}

/** Names and numbers of the matter, and what stands in their place. */
function namesOf(found: Rows, n: number, nth: number): Map<string, string> {
  const review = found.get('reviews')?.[0] ?? {};
  const told: Row = Object.assign({}, ...(found.get('review_sections') ?? []).map((row) => row['data']));
  const textOf = (key: string): string => (typeof told[key] === 'string' ? told[key] : '');
  const person = inventedPerson(
    n * 3 + nth,
    (textOf('claimant_sex') || textOf('examinee_sex')) === 'male' ? 'male' : 'female',
  );
  const pairs = new Map<string, string>();
  const first = textOf('claimant_first_name') || textOf('examinee_first_name');
  const last = textOf('claimant_last_name') || textOf('examinee_last_name');
  const subject = typeof review['subject'] === 'string' ? review['subject'] : '';
  const before = /^(?:Estate of )?(\S+(?: \S+)?) v\. /.exec(subject)?.[1] ?? '';
  const [, doctor = '', called = ''] = /^Dr\. (\S+) (\S+?),/.exec(subject) ?? [];
  for (const name of [first, doctor]) if (name !== '') pairs.set(name, person.first);
  for (const name of [last, before, called]) if (name !== '') pairs.set(name, person.last);
  const [, defendant = ''] = / v\. (.+)$/.exec(subject) ?? [];
  const place = placeIn(defendant);
  if (place !== '') pairs.set(place, otherPlace(n));
  const number = review['claim_number'];
  if (typeof number === 'string' && number !== '') pairs.set(number, otherNumber(number, n));
  return pairs;
}

/** What of its clock is still to come: a reminder whose time has passed was sent. One that has ended has nothing that should have happened since, but its purge where that is due. */
function settle(rows: Rows, { open, purge }: { open: boolean; purge: boolean }, now: Date): void {
  const clock = rows.get('deadlines') ?? [];
  const isAhead = (row: Row): boolean => new Date(String(row['due_at'])).getTime() > now.getTime();
  rows.set(
    'deadlines',
    clock.filter(
      (row) => isAhead(row) || (open ? !REMINDS.test(String(row['kind'])) : purge && row['kind'] === 'purge'),
    ),
  );
}

/** Files of a review that is in another database are kept in this one's folder, once for all that are made after it. */
async function keepFiles(rows: Rows, content: NonNullable<Source['content']>, tools: RestTools): Promise<void> {
  for (const file of rows.get('files') ?? []) {
    const key = String(file['storage_key']);
    if (!key.startsWith(RENDERED)) await tools.keep(await content(key), key);
  }
}

async function renderReports(rows: Rows, id: number, tools: RestTools): Promise<void> {
  for (const report of rows.get('reports') ?? []) {
    if (report['pdf_storage_key'] === null) continue;
    const key = `reports/${id}/${String(report['id'])}-${String(report['verification_code'])}.pdf`;
    const { sha256 } = await tools.report(report['snapshot'], key);
    report['pdf_storage_key'] = key;
    report['pdf_sha256'] = sha256;
  }
}

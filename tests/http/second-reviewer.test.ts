import { afterAll, expect, test } from 'vitest';
import { asSent } from '../harness/mails.ts';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { KINDS } from '../../src/core/kinds.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { FOCUSED, OpinionDriver } from '../harness/opinion-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { peerCast } from '../harness/peer-driver.ts';
import { type Cast, inApp, writeRecord } from '../harness/review-driver.ts';

/*
 * Two installations with the same people: in one a reviewer takes a plain review, in the other the second opinion on a case
 * that another judged three weeks before. Each is invited at the same instant. Whatever the two can read is the same, but
 * for the numbers of rows.
 */
const INVITED = '2026-11-24T15:00:00Z';
const PROVIDER = { name: 'Dr. Lowell Pike', email: 'lowell.pike@saltmarsh.example' };
const VISIT = 'visit-'.padEnd(43, 'a');
const open: TestApp[] = [];
afterAll(async () => {
  for (const t of open) await t.close();
});

type Told = { room: string; text: string };
interface World {
  t: TestApp;
  d: OpinionDriver;
  reviewer: Cast['expert'];
  live: Told[];
}

async function world(): Promise<World> {
  const t = await testApp();
  // the installation has signed something already: its certificate tells of no review
  await t.app.services.signatures.holdFrom(t.clock.now());
  open.push(t);
  const live: Told[] = [];
  const { services } = t.app;
  const emit = services.live.emit.bind(services.live);
  services.live.emit = (event) => {
    live.push({ room: event.room, text: JSON.stringify(event) });
    emit(event);
  };
  const cast = await peerCast(t.world, PASSWORD_HASH);
  const reviewer = cast.others[0];
  if (!reviewer) throw new Error('There is no second reviewer.');
  return { t, d: new OpinionDriver(inApp(t, cast)), reviewer, live };
}

/** The token of a link for the provider's statement. */
async function asked({ t }: World, d: OpinionDriver): Promise<string> {
  await d.must(d.cast.requester, 'POST', d.url('/outside_links/statement'), { ...PROVIDER, due_on: '2026-11-28' });
  await t.settle();
  const mail = await t.world.db
    .selectFrom('mails')
    .selectAll()
    .where('review_id', '=', d.id)
    .where('template', '=', 'outside_statement')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\/provider-statement\/([\w-]+)/.exec(asSent(t.app.services.keys, mail).text)?.[1] ?? '';
}

async function given({ t }: World, token: string, text: string): Promise<void> {
  const body = { token, visit: VISIT, text, signature_name: PROVIDER.name };
  expect((await t.request(null, 'POST', '/api/v1/outside/submit', body)).status).toBe(204);
  await t.settle();
}

/** When the provider is heard: before either reviewer of the case was invited, or while the second one works. */
type Heard = 'before' | 'during';

/** Ordered with records of different hours, the provider asked, one more record, released. Answers the open link. */
async function prepared(w: World, heard: Heard, fields: Record<string, unknown> = {}): Promise<string> {
  const { t, d } = w;
  await d.draft({ ...FOCUSED, ...fields });
  t.clock.advance({ hours: 1 });
  await add(w, d, 'Imaging.pdf', 2);
  t.clock.advance({ hours: 2 });
  await d.submitted();
  t.clock.advance({ hours: 20 });
  const token = await asked(w, d);
  t.clock.advance({ hours: 3 });
  if (heard === 'before') await given(w, token, 'I saw the patient twice.');
  t.clock.advance({ hours: 3 });
  await add(w, d, 'Later letter.pdf', 4);
  t.clock.advance({ hours: 1 });
  // what followed from the statement and the new record is done: two who write the same review at once is no matter here
  await t.settle();
  await d.released();
  return token;
}

/** A record as an upload leaves it: numbered after what is there, counted among the pages. */
async function add({ t }: World, d: OpinionDriver, name: string, position: number): Promise<void> {
  const { db } = t.world;
  const of = db.selectFrom('files').where('review_id', '=', d.id);
  const { last } = await of.select((eb) => eb.fn.max('bates_to').as('last')).executeTakeFirstOrThrow();
  const id = await writeRecord(t.world, d.id, name);
  const from = last === null ? {} : { bates_from: last + 1, bates_to: last + 40 };
  await db
    .updateTable('files')
    .set({ position, ...from, chart_key: '*', sha256: String(position).repeat(64) })
    .where('id', '=', id)
    .execute();
  await db.updateTable('reviews').set({ pages: 120 }).where('id', '=', d.id).where('pages', '>', 0).execute();
}

/** From the invitation on, at the same instants in both: taken, a statement comes, the report is begun. */
async function reviewed(w: World, d: OpinionDriver, token: string, heard: Heard): Promise<string[]> {
  const { t } = w;
  t.clock.set(INVITED);
  w.live.length = 0;
  await d.invited();
  t.clock.advance({ hours: 2 });
  const invited = await everything(w, d);
  await d.accepted();
  t.clock.advance({ hours: 2 });
  if (heard === 'during') await given(w, token, 'I saw the patient twice.');
  t.clock.advance({ hours: 2 });
  await d.reportStarted();
  return [...invited, ...(await everything(w, d))];
}

/** Everything the reviewer can read: each endpoint, file, mail, notice, live event and PDF, in lines that can be compared. */
async function everything({ t, reviewer, live }: World, d: OpinionDriver): Promise<string[]> {
  const lines: string[] = [];
  const files = await t.world.db
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('review_id', '=', d.id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const read = async (path: string, name: string): Promise<void> => {
    const { status, raw } = await t.request(reviewer, 'GET', path);
    const isPdf = raw.headers['content-type'] === 'application/pdf';
    const body = isPdf && status === 200 ? await pdfText(raw.rawPayload) : raw.body;
    const { etag: _etag, date: _date, ...headers } = raw.headers;
    lines.push(`${name} ${status} ${JSON.stringify({ disposition: headers['content-disposition'] })} ${body}`);
  };
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== 'GET') continue;
    const kind = KINDS.PeerReview.api_path;
    const path = endpoint.path.replace('{kind}', kind);
    const filled = path
      .replace('{id}', String(d.id))
      .replace('{reviewId}', String(d.id))
      .replace('{hash}', `review-${d.id}`)
      .replace('{section}', 'step_one');
    if (path.includes('{fileId}'))
      for (const [at, file] of files.entries())
        await read(path.replace('{fileId}', String(file.id)), `${endpoint.id} ${at}`);
    else if (!filled.includes('{')) await read(filled, endpoint.id);
  }
  const { user_id } = reviewer;
  const mails = await t.world.db
    .selectFrom('mails')
    .select(['template', 'subject', 'text', 'created_at'])
    .where('to_user_id', '=', user_id)
    .orderBy('id')
    .execute();
  const notices = await t.world.db.selectFrom('notifications').selectAll().where('user_id', '=', user_id).execute();
  lines.push(...mails.map((mail) => JSON.stringify(mail)), ...notices.map((one) => JSON.stringify(one)));
  const rooms = [`review:${d.id}`, `user:${user_id}`];
  // how many and in which order hangs on which job was faster
  lines.push(...new Set(live.flatMap((one) => (rooms.includes(one.room) ? [one.text] : [])).toSorted()));
  return lines;
}

/** Numbers of rows, hashes, tokens and the people's made-up names give way to the order in which they come up. */
function plain(lines: readonly string[]): string[] {
  const names = new Map<string, string>();
  const named = (found: string): string => {
    const name = names.get(found) ?? `#${names.size + 1}`;
    names.set(found, name);
    return name;
  };
  return lines.map((line) =>
    line
      .replaceAll(/"(request_id|size_bytes|\w*id)":("[^"]*"|\d+)/g, '"$1":0')
      .replaceAll(/\bO\d+(?=\d{6}\b)/g, 'O')
      // the text layer of a subset font may name the apostrophe another way
      .replaceAll(/Provider.s statement/g, 'Provider’s statement')
      .replaceAll(/draft-\d+|user:\d+|D:\d{14}Z/g, named)
      .replaceAll(/\b[0-9a-f]{64}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\/[\w-]{43}\b/g, named)
      .replaceAll(/\b(First|Last|person|Organization )\d+(-[0-9a-f]+)?/g, named)
      .replaceAll(/\b\d{5,9}\b/g, named),
  );
}

/** Where two lines part first, with some of what stands around it; null where they do not. */
function parting(seen: string | undefined, expected: string | undefined): unknown {
  if (seen === expected) return null;
  if (seen === undefined || expected === undefined) return { seen, expected };
  const at = [...seen].findIndex((letter, i) => letter !== expected[i]);
  const around = (text: string) => text.slice(Math.max(0, at - 90), at + 60);
  return { where: seen.slice(0, 40), seen: around(seen), expected: around(expected) };
}

test.each(['before', 'during'] as const)(
  'what a second reviewer can read is what a plain review shows, the provider heard %s',
  async (heard) => {
    const other = await world();
    const token = await prepared(other, heard);
    await other.d.to('accepted');
    other.d.fileId = (
      await other.t.world.db
        .selectFrom('files')
        .select('id')
        .where('review_id', '=', other.d.id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id;
    await other.d.judged({ overall_care: 'appropriate' });
    other.t.clock.set('2026-11-23T12:00:00Z');
    const { review_id } = await other.d.must<{ review_id: number }>(
      other.d.cast.requester,
      'POST',
      other.d.url('/opinions/second'),
      { reason: 'The committee was divided on the delay.' },
    );
    await other.t.settle();
    const second = other.d.of(review_id, other.reviewer);
    await second.released();
    const { data } = await other.t.world.db
      .selectFrom('review_sections')
      .select('data')
      .where('review_id', '=', review_id)
      .where('section', '=', 'step_four')
      .executeTakeFirstOrThrow();

    const one = await world();
    one.t.clock.set('2026-11-22T08:00:00Z');
    const plainToken = await prepared(one, heard, { needed_by: (data as { needed_by: string }).needed_by });
    const theirs = await reviewed(other, second, token, heard);
    const mine = await reviewed(one, one.d.of(one.d.id, one.reviewer), plainToken, heard);
    const [seen, expected] = [plain(theirs), plain(mine)];
    const length = Math.max(seen.length, expected.length);
    const partings = Array.from({ length }, (_, at) => parting(seen[at], expected[at])).filter((one) => one !== null);
    expect(partings).toEqual([]);
  },
);

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatterView } from '../../src/features/matters/contract.ts';
import { EXPERTS_MOST } from '../../src/features/matters/rules.ts';
import type { readTimeline, ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { Out } from '../../src/core/endpoint.ts';
import { reviewNumber } from '../../src/core/kinds.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Several experts on one matter: legal cases of one firm that belong together, each with an expert who is told of no other. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world);
});

const matter = (whose: Cast = cast) => new LegalDriver(inApp(t, whose));
interface Problem {
  code?: string;
  detail?: string;
  errors?: { path: string; message: string }[];
}
const send = async (
  d: LegalDriver,
  path: 'add' | 'link' | 'unlink',
  body: object = {},
  who: Person = cast.requester,
) => {
  const answer = await t.request<MatterView & { number: string } & Problem>(
    who,
    'POST',
    d.url(`/matter/${path}`),
    body,
  );
  await t.settle();
  return answer;
};
const read = (d: LegalDriver, who: Person = cast.requester) => t.request<MatterView>(who, 'GET', d.url('/matter'));
const together = async (d: LegalDriver) => (await read(d)).body.experts.map(({ id }) => id);
const number = (d: LegalDriver) => reviewNumber('Generic', d.id);
const wrong = ({ status, body }: { status: number; body: Problem }) => [status, body.errors?.[0]?.path];

describe('another expert is ordered', () => {
  it('as a draft with the matter’s names, dates and chosen files, and without what hangs on the expert', async () => {
    const d = await matter().to('retainerPaid');
    const before = (await read(d)).body;
    expect(before.experts.map(({ id, expert }) => [id, expert !== null])).toEqual([[d.id, true]]);
    expect(before.can).toEqual({ add: true, link: true, unlink: false });
    const [first] = before.files;
    const opened = await send(d, 'add', { files: [first!.id] });
    expect(opened.status).toBe(200);
    const other = opened.body.review_id;
    expect((await read(d)).body.experts.map(({ id, status }) => [id, status.label])).toEqual([
      [d.id, 'Retained'],
      [other, 'Draft'],
    ]);
    const order = (await t.request<ReviewDetail>(cast.requester, 'GET', `/api/v1/generics/${other}`)).body;
    expect(order.subject).toBe('Ferrante v. Brightwater Regional');
    const sections = await t.world.db
      .selectFrom('review_sections')
      .select(['section', 'data'])
      .where('review_id', '=', other)
      .execute();
    const written = JSON.stringify(sections);
    expect(written).toContain('Ana Ferrante');
    expect(written).toContain('Fall from a ladder');
    expect(written).not.toMatch(/specialty_id":\s*\d|Decompression within 24|terms_accepted": ?true/);
    const files = await t.world.db
      .selectFrom('files')
      .select(['name', 'storage_key'])
      .where('review_id', '=', other)
      .execute();
    const own = await t.world.db
      .selectFrom('files')
      .select(['name', 'storage_key'])
      .where('id', '=', first!.id)
      .execute();
    expect(files).toEqual(own);
  });

  it('who is not the one that is on it already, nor one whom its names stand in the way of', async () => {
    const d = await matter().to('selected');
    // who was chosen has a tie with a name; another is retained
    await t.request(cast.expert, 'POST', `/api/v1/invitations/review-${d.id}/decline`, {
      reason: 'conflict',
      note: '',
    });
    await t.settle();
    const [second, third] = cast.others;
    const own = matter({ ...cast, expert: second!, others: [third!] });
    own.id = d.id;
    await own.to('accepted');
    const other = matter();
    await other.to('released');
    const asked = (expert: number) =>
      t.request<Problem>(cast.matching, 'POST', other.url('/candidates'), { expert_profile_ids: [expert], note: '' });
    expect((await send(d, 'link', { number: number(other) })).status).toBe(200);
    expect((await asked(cast.expert.profile_id)).status).toBe(422);
    expect((await asked(second!.profile_id)).status).toBe(422);
    expect((await asked(third!.profile_id)).status).toBe(201);
  });

  it('who is not asked for another place on it already', async () => {
    const [one, other] = [await matter().to('selected'), await matter().to('released')];
    expect((await send(one, 'link', { number: number(other) })).status).toBe(200);
    const asked = (expert: number) =>
      t.request(cast.matching, 'POST', other.url('/candidates'), { expert_profile_ids: [expert], note: '' });
    expect((await asked(cast.expert.profile_id)).status).toBe(422);
    expect((await asked(cast.others[0]!.profile_id)).status).toBe(201);
  });

  it('not before the first one is ordered (409), with files of it alone (422), nor while none are taken (403)', async () => {
    const draft = await matter().draft();
    expect((await send(draft, 'add', { files: [] })).status).toBe(409);
    const d = await matter().to('submitted');
    const elsewhere = await matter().to('submitted');
    const [strange] = (await read(elsewhere)).body.files;
    expect(wrong(await send(d, 'add', { files: [strange!.id] }))).toEqual([422, 'files']);
    await t.world.db
      .updateTable('organizations')
      .set({ flags: json({ accepts_new_generic_submissions: false }) })
      .where('id', '=', cast.organization_id)
      .execute();
    expect((await read(d)).body.can.add).toBe(false);
    expect((await send(d, 'add', { files: [] })).status).toBe(403);
    expect(await together(d)).toEqual([d.id]);
  });

  it('twelve of them at most, also when two ask at once', async () => {
    const d = await matter().to('submitted');
    for (let n = 1; n < EXPERTS_MOST - 1; n++) expect((await send(d, 'add', { files: [] })).status).toBe(200);
    const answers = await Promise.all([1, 2, 3].map(() => send(d, 'add', { files: [] })));
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409, 409]);
    expect(await together(d)).toHaveLength(EXPERTS_MOST);
    expect((await read(d)).body.can).toEqual({ add: false, link: false, unlink: true });
  });
});

describe('two that were ordered apart', () => {
  it('are linked by number and taken apart again; who is left alone is in none', async () => {
    const [a, b, c] = [await matter().to('submitted'), await matter().to('submitted'), await matter().to('submitted')];
    expect((await send(a, 'link', { number: number(b).toLowerCase() })).status).toBe(200);
    expect((await send(b, 'link', { number: String(c.id) })).status).toBe(200);
    expect(await together(c)).toEqual([a.id, b.id, c.id]);
    // the others stay together when the first goes
    expect((await send(a, 'unlink')).status).toBe(200);
    expect([await together(a), await together(b)]).toEqual([[a.id], [b.id, c.id]]);
    expect((await send(c, 'unlink')).status).toBe(200);
    expect((await read(b)).body).toMatchObject({ experts: [{ id: b.id }], can: { unlink: false } });
    expect((await send(b, 'unlink')).status).toBe(409);
  });

  it('are one matter also when each links the other at once', async () => {
    const [a, b] = [await matter().to('submitted'), await matter().to('submitted')];
    const answers = await Promise.all([send(a, 'link', { number: number(b) }), send(b, 'link', { number: number(a) })]);
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422]);
    expect([await together(a), await together(b)]).toEqual([
      [a.id, b.id],
      [a.id, b.id],
    ]);
  });

  it('not with itself, with one of another matter, another organization’s or one that is not there, all said alike', async () => {
    const [a, b, c] = [await matter().to('submitted'), await matter().to('submitted'), await matter().to('submitted')];
    await send(b, 'link', { number: number(c) });
    const foreign = await matter(await castFor(t.world)).to('submitted');
    const says = async (asked: string) => {
      const { status, body } = await send(a, 'link', { number: asked });
      return [status, body.errors?.[0]?.message];
    };
    expect(await says(number(a))).toEqual([422, 'This is the number of this legal case itself.']);
    expect(await says(number(b))).toEqual([422, 'It belongs to a matter already. Take it out there first.']);
    const none = [422, 'There is no legal case of yours with this number.'];
    expect(await says(number(foreign))).toEqual(none);
    expect(await says('LC-999999')).toEqual(none);
    expect(await says('Ferrante')).toEqual(none);
    expect(await together(a)).toEqual([a.id]);
  });
});

describe('who is told', () => {
  it('no expert, by no answer; another organization finds nothing', async () => {
    const d = await matter().to('retainerPaid');
    const other = (await send(d, 'add', { files: [] })).body.review_id;
    expect((await read(d, cast.expert)).status).toBe(403);
    for (const path of ['', '/timeline', '/matter']) {
      const told = await t.request(cast.expert, 'GET', d.url(path));
      expect(JSON.stringify(told.body)).not.toMatch(new RegExp(`${other}|matter\\.linked|linked it`));
    }
    const rows = (await t.request<Out<typeof readTimeline>>(cast.requester, 'GET', d.url('/timeline'))).body.data;
    expect(JSON.stringify(rows)).toContain('linked it');
    const strangers = await castFor(t.world);
    for (const path of ['add', 'link', 'unlink'] as const)
      expect((await send(d, path, { files: [], number: 'LC-1' }, strangers.requester)).status).toBe(404);
    expect((await read(d, strangers.requester)).status).toBe(404);
  });

  it('staff, who do not order; a case review has none', async () => {
    const d = await matter().to('submitted');
    expect((await read(d, cast.matching)).body.can).toEqual({ add: false, link: false, unlink: false });
    expect((await send(d, 'add', { files: [] }, cast.matching)).status).toBe(403);
    expect((await t.request(cast.requester, 'GET', `/api/v1/cases/${d.id}/matter`)).status).toBe(404);
  });
});

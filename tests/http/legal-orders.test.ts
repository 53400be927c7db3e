import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { asSent } from '../harness/mails.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* The order of a legal case after it was placed, and what one firm's conflict says to another. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

interface SectionView {
  version: number;
  data: Record<string, unknown>;
}
type Name = 'step_one' | 'step_two' | 'step_three' | 'step_four';
const matter = () => new LegalDriver(inApp(t, cast));
const section = (d: LegalDriver, name: Name, who: Person = d.cast.requester) =>
  t.request<SectionView>(who, 'GET', d.url(`/sections/${name}`));
/** Writes some fields of a section over what stands there, as `who`. */
async function edit(d: LegalDriver, name: Name, fields: Record<string, unknown>, who: Person = d.cast.requester) {
  const { version, data } = (await section(d, name)).body;
  return t.request<{ code?: string; errors?: { path: string }[] }>(who, 'PUT', d.url(`/sections/${name}`), {
    version,
    data: { ...data, ...fields },
  });
}
const paths = ({ body }: { body: { errors?: { path: string }[] } }) => body.errors?.map(({ path }) => path);
const MORE = [
  { name: 'Ana Ferrante', role: 'plaintiff', kind: 'person' },
  { name: 'Brightwater Regional', role: 'defendant', kind: 'facility' },
  { name: 'Calder & Rowe LLP', role: 'plaintiff_counsel', kind: 'firm' },
];

describe('the order of a legal case, edited', () => {
  it('is the firm’s: who ordered it and their managers; 403 for the expert, 404 for every other tenant', async () => {
    const d = await matter().to('accepted');
    const manager = await t.world.manager(cast.organization_id);
    expect((await edit(d, 'step_one', { court: 'District Court of Suffolk County' })).status).toBe(200);
    expect((await edit(d, 'step_one', { court: 'Superior Court of Suffolk County' }, manager)).status).toBe(200);
    expect((await section(d, 'step_one')).body.data['court']).toBe('Superior Court of Suffolk County');
    const said = await t.request<{ timeline: { data: { says: string }[] } }>(cast.requester, 'GET', d.url());
    expect(JSON.stringify(said.body.timeline)).toContain('Superior Court of Suffolk County');

    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    for (const who of [cast.expert, assistant])
      expect((await edit(d, 'step_one', { court: 'Mine' }, who)).status).toBe(403);
    const stranger = await castFor(t.world);
    for (const who of [stranger.requester, await t.world.manager(stranger.organization_id)]) {
      const answer = await edit(d, 'step_one', { court: 'Mine' }, who);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      expect((await section(d, 'step_one', who)).status).toBe(404);
    }
    // no expert edits orders, whoever’s they are
    for (const who of [stranger.expert, cast.others[0] as Person]) {
      expect((await edit(d, 'step_one', { court: 'Mine' }, who)).status).toBe(403);
      expect((await section(d, 'step_one', who)).status).toBe(404);
    }
    expect((await section(d, 'step_one')).body.data['court']).toBe('Superior Court of Suffolk County');
  });

  it('is refused where somebody else has written since, and once the matter has ended', async () => {
    const d = await matter().to('retainerPaid');
    const { version, data } = (await section(d, 'step_one')).body;
    expect((await edit(d, 'step_one', { court: 'First' })).status).toBe(200);
    const late = await t.request(cast.requester, 'PUT', d.url('/sections/step_one'), {
      version,
      data: { ...data, court: 'Second' },
    });
    expect([late.status, (late.body as { code?: string }).code]).toEqual([409, 'stale']);

    await d.concluded();
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    const closed = await edit(d, 'step_one', { court: 'Third' });
    expect([await d.status(), closed.status, closed.body.code]).toEqual(['closed', 409, 'wrong_state']);
    expect((await section(d, 'step_one')).body.data['court']).toBe('First');
  });

  it('takes further names until the expert has cleared them, who then reads and clears them all', async () => {
    const d = await matter().to('selected');
    expect((await edit(d, 'step_two', { conflict_parties: MORE })).status).toBe(200);
    await t.settle();
    const asked = await t.request<{ conflict_names: { name: string }[] }>(
      cast.expert,
      'GET',
      `/api/v1/invitations/review-${d.id}`,
    );
    expect(asked.body.conflict_names.map(({ name }) => name)).toEqual(MORE.map(({ name }) => name));
  });

  it('keeps the names, the side and the role that were cleared: nothing is added behind the attestation', async () => {
    const d = await matter().to('accepted');
    for (const [name, fields] of [
      ['step_two', { conflict_parties: MORE }],
      ['step_one', { caption: 'Ferrante v. Somebody Else' }],
      ['step_one', { side: 'plaintiff' }],
      ['step_three', { service: 'consulting' }],
    ] as const) {
      const answer = await edit(d, name, fields);
      expect([answer.status, paths(answer)?.includes(`data.${Object.keys(fields)[0]}`)]).toEqual([422, true]);
    }
    // once they are off the matter whoever follows clears what is written then
    await d.agreementProposed();
    await d.must(cast.expert, 'POST', d.url('/agreement/refuse'), { reason: 'The fee.' });
    await t.settle();
    expect(await d.status()).toBe('matching');
    expect((await edit(d, 'step_two', { conflict_parties: MORE })).status).toBe(200);
  });
});

/** What stands in the matter of the first firm, and nowhere else. */
const SECRET = 'Wqzsecret';

describe('a conflict found with another organization’s matter', () => {
  it('keeps the expert away, and tells the second firm and the desk nothing of the first', async () => {
    await t.world.db
      .updateTable('organizations')
      .set({ name: `${SECRET} & Partners` })
      .where('id', '=', cast.organization_id)
      .execute();
    const shared = { name: 'Brackenridge Memorial', role: 'defendant', kind: 'facility' };
    const first = await matter().to('selected', {
      caption: `${SECRET} v. Brackenridge Memorial`,
      case_number: SECRET,
      court: SECRET,
      summary: `${SECRET} `.repeat(20),
      conflict_parties: [{ name: `Ana ${SECRET}`, role: 'plaintiff', kind: 'person' }, shared],
    });
    const disclosed = await t.request(cast.expert, 'POST', `/api/v1/invitations/review-${first.id}/accept`, {
      answers: { ...CLEAN_ATTESTATION.answers, relation: true },
      disclosure: `${SECRET} once paid me.`,
    });
    expect(disclosed.status).toBe(200);
    const { invitations } = await first.must<MatchingBoard>(cast.matching, 'GET', first.url('/matching'));
    const waiting = invitations.find(({ needs_decision }) => needs_decision);
    await first.must(cast.matching, 'POST', first.url(`/invitations/${waiting?.id}/decision`), { decision: 'hard' });
    await t.settle();
    // it was there to be told
    expect(JSON.stringify(await first.must(cast.matching, 'GET', first.url('/matching')))).toContain(SECRET);

    const [other, third] = cast.others;
    const elsewhere: Cast = { ...(await castFor(t.world, PASSWORD_HASH)), expert: cast.expert, others: cast.others };
    const second = new LegalDriver(inApp(t, elsewhere));
    await second.to('released', {
      caption: 'Doe v. Brackenridge Memorial',
      conflict_parties: [{ name: 'Jane Doe', role: 'plaintiff', kind: 'person' }, shared],
    });
    const said: [string, unknown][] = [];
    const board = await second.must<MatchingBoard>(elsewhere.matching, 'GET', second.url('/matching'));
    // the desk’s own way from one matter to the next names them all, whoever’s they are
    said.push(['board', { ...board, queue: [] }]);
    const ranked = board.ranking.candidates.map(({ profile_id }) => profile_id);
    expect(ranked).not.toContain(cast.expert.profile_id);
    expect(ranked).toEqual(expect.arrayContaining([other?.profile_id, third?.profile_id]));
    for (const [path, body] of [
      ['/candidates', { expert_profile_ids: [cast.expert.profile_id], note: '' }],
      ['/invitations', { expert_profile_ids: [cast.expert.profile_id] }],
    ] as const) {
      const refused = await t.request(elsewhere.matching, 'POST', second.url(path), body);
      expect(refused.status).toBe(422);
      said.push([path, refused.body]);
    }
    await second.must(elsewhere.matching, 'POST', second.url('/candidates'), {
      expert_profile_ids: cast.others.map(({ profile_id }) => profile_id),
      note: '',
    });
    await t.settle();
    const manager = await t.world.manager(elsewhere.organization_id);
    for (const who of [elsewhere.requester, manager, elsewhere.matching])
      for (const url of [
        second.url(),
        second.url('/candidates'),
        second.url('/interviews'),
        second.url('/conflict_question'),
        second.url('/timeline'),
        '/api/v1/notifications',
      ]) {
        const answer = await t.request(who, 'GET', url);
        expect(answer.status, url).toBeLessThan(500);
        // the desk works for every firm: of its bell only what is about the second matter counts
        if (!(who === elsewhere.matching && url.endsWith('notifications'))) said.push([url, answer.body]);
      }
    const mails = await t.world.db.selectFrom('mails').selectAll().where('review_id', '=', second.id).execute();
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) said.push([mail.template, asSent(t.app.services.keys, mail)]);
    const events = await t.world.db.selectFrom('outbox').select('payload').where('review_id', '=', second.id).execute();
    said.push(['events', events]);
    for (const [where, answer] of said) {
      const text = JSON.stringify(answer ?? null);
      expect(text, where).not.toContain(SECRET);
      expect(text, where).not.toMatch(new RegExp(`LC-0*${first.id}\\b`));
    }
  });
});

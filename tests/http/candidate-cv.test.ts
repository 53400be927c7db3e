import { castFor, inApp } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { presentation } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { approvedCv } from '../harness/experts.ts';
import { flag } from '../harness/flags.ts';
import type { Person } from '../harness/world.ts';

type Presentation = z.output<typeof presentation>;

let t: TestApp;
let approver: Person;
beforeAll(async () => {
  t = await testApp();
  approver = await t.world.staff('clin_ops');
});
afterAll(() => t.close());

const sendCv = (who: Person, version: 'full' | 'redacted') => approvedCv(t, who, version, approver);

const status = async (who: Person, url: string) =>
  (await t.app.http.inject({ method: 'GET', url, headers: who.headers })).statusCode;

/** A case with three experts presented; the first has both versions of a CV, the second the whole one only. */
async function presented(flags: Record<string, boolean>) {
  const cast = await castFor(t.world);
  await t.world.db
    .updateTable('organizations')
    .set({ flags: JSON.stringify(flags) as never })
    .where('id', '=', cast.organization_id)
    .execute();
  const [second] = cast.others;
  if (!second) throw new Error('The cast has others.');
  await sendCv(cast.expert, 'full');
  await sendCv(cast.expert, 'redacted');
  await sendCv(second, 'full');
  const d = new CaseDriver(inApp(t, cast));
  await d.to('presented');
  const shown = await d.must<Presentation>(cast.requester, 'GET', d.url('/candidates'));
  return { d, cast, second, cvs: shown.candidates.map(({ cv }) => cv) };
}

describe('the CV of a presented expert', () => {
  test('is the redacted one where experts are blind, read in the page; whoever has none has no link', async () => {
    const { d, cast, second, cvs } = await presented({});
    const url = `/api/v1/experts/${cast.expert.profile_id}/cv/redacted`;
    expect(cvs).toEqual([{ version: 'redacted', pages: 1, url, download_url: null }, null, null]);
    expect(await status(cast.requester, url)).toBe(200);
    expect(await status(cast.requester, `${url}?download=1`)).toBe(403);
    // the whole one is not to be had, of nobody presented
    for (const { profile_id } of [cast.expert, second])
      expect(await status(cast.requester, `/api/v1/experts/${profile_id}/cv/full`)).toBe(404);
    const viewed = await t.world.db
      .selectFrom('audit_rows')
      .select('subject')
      .where('action', '=', 'cv.view')
      .where('actor_user_id', '=', cast.requester.user_id)
      .execute();
    expect(viewed).toEqual([{ subject: `profile:${cast.expert.profile_id}` }]);

    // nobody of another organization, nor a colleague whose review it is not, sees list or CV
    const strangers = [
      await t.world.consultant(await t.world.organization()),
      await t.world.manager(await t.world.organization({ flags: { redacted_medical_expert_cvs: false } })),
      await t.world.consultant(cast.organization_id),
    ];
    for (const stranger of strangers) {
      expect(await status(stranger, d.url('/candidates'))).toBe(404);
      expect(await status(stranger, url)).toBe(404);
    }
    expect(await status(await t.world.manager(cast.organization_id), url)).toBe(200);
  });

  test('is the whole one where the organization chooses by name, to download where the flag is on', async () => {
    const { cast, second, cvs } = await presented({
      redacted_medical_expert_cvs: false,
      medical_expert_cv_download: true,
    });
    expect(cvs.map((cv) => cv?.version ?? null)).toEqual(['full', 'full', null]);
    const url = `/api/v1/experts/${second.profile_id}/cv/full`;
    expect(cvs[1]).toEqual({ version: 'full', pages: 1, url, download_url: `${url}?download=1` });
    expect(await status(cast.requester, `${url}?download=1`)).toBe(200);
  });

  test('is not readable once the requester asks for others, nor when somebody is invited without being presented', async () => {
    const { d, cast } = await presented({});
    const url = `/api/v1/experts/${cast.expert.profile_id}/cv/redacted`;
    const shown = async () =>
      (await d.must<Presentation>(cast.requester, 'GET', d.url('/candidates'))).candidates.map(({ cv }) => cv?.url);
    await d.must(cast.requester, 'POST', d.url('/actions/ask_other_experts'), {
      reason: 'Somebody with fewer reviews.',
    });
    await t.settle();
    expect(await status(cast.requester, url)).toBe(404);
    expect(await shown()).toEqual([]);
    // the desk has the CV whoever is presented
    expect(await status(cast.matching, url)).toBe(200);

    // presented anew it opens again; with others in their place it does not
    const present = (ids: number[]) =>
      d.must(cast.matching, 'POST', d.url('/candidates'), { expert_profile_ids: ids, note: '' });
    await present([cast.expert.profile_id]);
    expect(await shown()).toEqual([url]);
    expect(await status(cast.requester, url)).toBe(200);
    await d.must(cast.matching, 'POST', d.url('/actions/ask_other_experts'), { reason: 'Others are free.' });
    const others = cast.others.map((one) => one.profile_id);
    await present(others);
    await t.settle();
    expect(await status(cast.requester, url)).toBe(404);
    expect(await shown()).toHaveLength(others.length);

    // invited at once from there: those presented are not chosen from any more
    await d.must(cast.matching, 'POST', d.url('/actions/ask_other_experts'), { reason: 'One of them is asked.' });
    await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [cast.expert.profile_id] });
    await t.settle();
    expect(await shown()).toEqual([]);
  });

  test('stays readable of the one who accepted, and of nobody who was passed over', async () => {
    const { d, cast, second } = await presented({ redacted_medical_expert_cvs: false });
    const cv = (of: Person & { profile_id: number }) => `/api/v1/experts/${of.profile_id}/cv/full`;
    expect(await status(cast.requester, cv(second))).toBe(200);
    await d.selected();
    expect(await status(cast.requester, cv(second))).toBe(200);
    await d.accepted();
    expect(await status(cast.requester, cv(second))).toBe(404);
    expect(await status(cast.requester, cv(cast.expert))).toBe(200);
    const { candidates } = await d.must<Presentation>(cast.requester, 'GET', d.url('/candidates'));
    expect(candidates.map((one) => one.cv?.url)).toEqual([cv(cast.expert)]);
    // were it of a kind whose reviewers stay unknown, no CV would tell who it is
    await t.world.db.updateTable('reviews').set({ kind: 'PeerReview' }).where('id', '=', d.id).execute();
    expect(await status(cast.requester, cv(cast.expert))).toBe(404);
  });
});

const downloads = async (on: boolean) => {
  const { cast, cvs } = await presented({ medical_expert_cv_download: on });
  const url = `/api/v1/experts/${cast.expert.profile_id}/cv/redacted?download=1`;
  return [cvs[0]?.download_url ?? null, await status(cast.requester, url)];
};
flag(
  'medical_expert_cv_download',
  async () => expect(await downloads(true)).toEqual([expect.stringContaining('download=1'), 200]),
  async () => expect(await downloads(false)).toEqual([null, 403]),
);

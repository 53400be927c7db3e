import { addDays } from '../../src/core/durations.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Out } from '../../src/core/endpoint.ts';
import type { readSection } from '../../src/features/reviews/contract.ts';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { ExamRuleEffect, ExamRuleView } from '../../src/features/exams/contract/jurisdictions.ts';
import type { ExamineeView, VisitView } from '../../src/features/examinees/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* An exam by video: only where a rule allows it, where the examinee lives, with an address that somebody entered. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const LINK = 'https://video.example/room-7';
const video = { link: LINK, time_zone: 'America/Chicago' };

/** A version of the rule of a state for general liability that allows exams by video, or does not. */
async function allow(state: string, telehealth: boolean, inDays = 0): Promise<ExamRuleEffect> {
  const clinOps = await t.world.staff('clin_ops');
  const at = `/api/v1/exam_rules/${state}`;
  const { body } = await t.request<ExamRuleView>(clinOps, 'GET', `${at}?coverage=general_liability`);
  const next = {
    coverage: 'general_liability',
    from_on: addDays(body.today, inDays),
    terms: { ...body.holds, telehealth, source: 'Made up for a test' },
  };
  const shown = (await t.request<ExamRuleEffect>(clinOps, 'POST', `${at}/effect`, next)).body;
  const { seal } = shown;
  const saved = await t.request(clinOps, 'POST', at, { ...next, version: body.version, reason: 'A test', seal });
  expect(saved.status).toBe(200);
  return shown;
}

async function accepted(state: string, more: Record<string, unknown> = {}): Promise<ImeDriver> {
  const d = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
  await d.to('accepted', {
    jurisdiction_state: state,
    coverage: 'general_liability',
    place_type: 'telehealth',
    transport: 'sedan',
    ...more,
  });
  return d;
}
const exam = async (d: ImeDriver, who: Person = d.cast.requester): Promise<ExamView> =>
  (await t.request<ExamView>(who, 'GET', d.url('/exam'))).body;
const offer = (d: ImeDriver, more: Record<string, unknown> = {}) =>
  t.request<ExamView>(d.cast.expert, 'POST', d.url('/exam/offers'), {
    offers: [{ site_of: 'video', site_id: 0, starts_at: d.starts(30)[0] }],
    video,
    ...more,
  });

it('is refused where no rule allows it, with words, and never shown as a place', async () => {
  const d = await accepted('ME', { place_type: 'office' });
  expect((await exam(d, d.cast.expert)).sites?.map(({ site_of }) => site_of)).not.toContain('video');
  const refused = await offer(d);
  expect(refused.status).toBe(409);
  expect(refused.problem?.detail).toBe(
    'No rule that allows an exam by video is entered for Maine. Offer it at a site.',
  );
});

it('is refused at its field when it is ordered where no rule allows it, before the order is placed and after', async () => {
  const d = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
  await d.draft({ jurisdiction_state: 'NM', coverage: 'general_liability', place_type: 'telehealth' });
  const says = 'No rule that allows an exam by video is entered for New Mexico. Choose another place.';
  const { requester } = d.cast;
  const step = async () =>
    (await t.request<Out<typeof readSection>>(requester, 'GET', d.url('/sections/step_two'))).body;
  expect((await step()).step.missing).toContainEqual(
    expect.objectContaining({ path: 'step_two.place_type', rule: 'video_allowed', message: says }),
  );
  const refused = await t.request(requester, 'POST', d.url('/submit'), {});
  expect(refused.status).toBe(422);
  expect(refused.problem.errors).toContainEqual({ path: 'step_two.place_type', message: says });
  const put = async (place_type: string) => {
    const { version, data } = await step();
    return t.request(requester, 'PUT', d.url('/sections/step_two'), { version, data: { ...data, place_type } });
  };
  expect((await put('office')).status).toBe(200);
  expect((await step()).step.missing).toEqual([]);
  await d.submitted();
  const after = await put('telehealth');
  expect([after.status, after.problem.errors]).toEqual([422, [{ path: 'data.place_type', message: says }]]);
  // a review of the records is held nowhere
  const records = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
  await records.to('submitted', {
    jurisdiction_state: 'NM',
    coverage: 'general_liability',
    place_type: 'telehealth',
    service: 'records_review',
    exam_state: null,
    missed_terms_accepted: null,
  });
});

it('is ordered with a word of warning where the rule that allows it begins later, and without one where it holds', async () => {
  const warnings = async (state: string) => {
    const d = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
    await d.draft({ jurisdiction_state: state, coverage: 'general_liability', place_type: 'telehealth' });
    const { body } = await t.request<Out<typeof readSection>>(d.cast.requester, 'GET', d.url('/sections/step_two'));
    await d.submitted();
    return body.warnings.map(({ path, message }) => `${path}: ${message}`);
  };
  await allow('KS', true, 120);
  expect(await warnings('KS')).toEqual([
    expect.stringMatching(/^step_two\.place_type: In Kansas an exam can be held by video from \w+ \d+, \d{4} on\./),
  ]);
  await allow('OK', true);
  expect(await warnings('OK')).toEqual([]);
});

it('goes by the rule of the day it is held: one that begins later allows what is held from then on', async () => {
  await allow('DE', true, 20);
  const d = await accepted('DE');
  const [before] = d.starts(19);
  const refused = await offer(d, { offers: [{ site_of: 'video', site_id: 0, starts_at: before }] });
  expect(refused.status).toBe(409);
  expect((await offer(d)).status).toBe(200);
});

it('is offered, set, announced and opened by the examinee at the address somebody entered', async () => {
  await allow('NH', true);
  const d = await accepted('NH');
  expect((await exam(d, d.cast.expert)).sites).toContainEqual(
    expect.objectContaining({ site_of: 'video', name: 'By video', state: 'MA', miles: null }),
  );
  for (const link of ['', 'http://video.example/room', 'javascript:alert(1)', 'https://u:p@video.example'])
    expect((await offer(d, { video: { ...video, link } })).problem?.errors.map(({ path }) => path)).toEqual([
      'video.link',
    ]);
  expect((await offer(d)).status).toBe(200);
  await d.to('timeChosen');
  const set = await exam(d);
  expect(set.appointment?.place).toMatchObject({ link: LINK, lines: [], time_zone: 'America/Chicago' });
  // nothing is rented and no room is taken
  expect(await t.world.db.selectFrom('room_bookings').select('room').execute()).toEqual([]);

  // the notice says how to come in, and nothing of getting there
  await t.request(d.cast.clinOps, 'POST', d.url('/examinee/letters'), {});
  const { body } = await t.request<ExamineeView>(d.cast.clinOps, 'GET', d.url('/examinee'));
  const letter = await t.request(d.cast.clinOps, 'GET', d.url(`/examinee/letters/${body.letters[0]?.id}`));
  const text = await pdfText(letter.raw.rawPayload);
  expect(text).toContain(LINK);
  expect(text).not.toContain('Directions and parking');
  expect(text).not.toContain('Getting there');

  const link = await t.request<{ address: string }>(d.cast.clinOps, 'POST', d.url('/examinee/link'), {});
  const token = link.body.address.split('/').at(-1);
  const visit = () => t.request<VisitView>(null, 'POST', '/api/v1/exam_visit/open', { token });
  expect((await visit()).body).toMatchObject({ place: { link: LINK, time_zone: 'America/Chicago' }, transport: [] });

  // another address, by who keeps it
  const change = (who: Person, to: string) => t.request(who, 'POST', d.url('/exam/link'), { link: to });
  expect((await change(d.cast.requester, 'https://video.example/8')).status).toBe(403);
  expect((await change(d.cast.expert, 'nowhere')).status).toBe(422);
  expect((await change(d.cast.expert, 'https://video.example/8')).status).toBe(200);
  expect((await visit()).body.place.link).toBe('https://video.example/8');
  const stranger = await castFor(t.world, PASSWORD_HASH);
  expect((await change(stranger.expert, 'https://video.example/9')).status).toBe(404);
});

it('needs a license where the examinee lives, and has no address to change at a site', async () => {
  await allow('VT', true);
  const far = await accepted('VT', { examinee_state: 'TX' });
  expect((await offer(far)).problem?.errors.map(({ message }) => message)).toEqual(['You hold no license in Texas.']);
  const d = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
  await d.to('timeChosen');
  expect((await t.request(d.cast.expert, 'POST', d.url('/exam/link'), { link: LINK })).status).toBe(409);
});

it('a version that allows it no more is shown as such: offers lapse, and none is set', async () => {
  await allow('RI', true);
  const d = await accepted('RI');
  await offer(d);
  const [open] = (await exam(d)).offers;
  const shown = await allow('RI', false);
  expect(shown.data).toMatchObject([{ review_id: d.id, what: 'offered', barred: true }]);
  const late = await t.request(d.cast.requester, 'POST', d.url('/exam'), { offer_id: open?.id });
  expect(late.status).toBe(409);
  await t.settle();
  expect(await d.status()).toBe('scheduling');
});

import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExamineeView, VisitView } from '../../src/features/examinees/contract.ts';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { Out } from '../../src/core/endpoint.ts';
import type { examineeEndpoints } from '../../src/features/examinees/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { setFlags } from '../harness/flags.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { asSent } from '../harness/mails.ts';
import { createCanvas } from '@napi-rs/canvas';
import { pictureSize } from '../../src/core/pictures.ts';
import { pdfFigures, pdfText } from '../harness/pdf-text.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* The examinee's page by a link, and what comes of what they answer there. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

/** An exam that is set. */
async function set(more: Record<string, unknown> = {}): Promise<ImeDriver> {
  const d = new ImeDriver(inApp(t, cast));
  await d.to('timeChosen', more);
  return d;
}
type Made = Out<typeof examineeEndpoints.makeLink>;
const post = <T = unknown>(d: ImeDriver, who: Person, path: string, body: unknown = {}) =>
  t.request<T>(who, 'POST', d.url(path), body);
async function linkOf(d: ImeDriver): Promise<string> {
  const made = await post<Made>(d, cast.clinOps, '/examinee/link');
  expect(made.status).toBe(200);
  return made.body.address.split('/').at(-1) ?? '';
}
const read = async (d: ImeDriver, who: Person = cast.clinOps): Promise<ExamineeView> => {
  const answer = await t.request<ExamineeView>(who, 'GET', d.url('/examinee'));
  expect(answer.status).toBe(200);
  return answer.body;
};
const ask = <T = VisitView>(path: string, token: string, more: object = {}) =>
  t.request<T>(null, 'POST', `/api/v1/exam_visit/${path}`, { token, ...more });
const examOf = async (d: ImeDriver): Promise<ExamView> =>
  (await t.request<ExamView>(cast.clinOps, 'GET', d.url('/exam'))).body;
const mailsAbout = (id: number, template: string) =>
  t.world.db
    .selectFrom('mails')
    .selectAll()
    .where('review_id', '=', id)
    .where('template', '=', template)
    .orderBy('id')
    .execute();
/** To so many minutes before the exam that is set. */
async function before(d: ImeDriver, minutes: number): Promise<void> {
  const { appointment } = await examOf(d);
  const left = (Date.parse(appointment?.starts_at ?? '') - t.clock.now().getTime()) / 60_000;
  t.clock.advance({ minutes: left - minutes });
  await t.settle();
}

describe('the page', () => {
  it('says when, where and how in the examinee’s language and in English, and nothing of the claim', async () => {
    const d = await set({
      claim_number: 'SECRET-CLAIM-7',
      accommodation: 'SECRET-NEED',
      outside_recipients: [
        { name: 'SECRET-BOARD', role: 'board', manner: 'email', address: 'filings@secret.example' },
        { name: 'Dr. SECRET', role: 'treating_provider', manner: 'post', address: 'SECRET Street 4' },
      ],
    });
    const token = await linkOf(d);
    const { status, body } = await ask('open', token);
    expect(status).toBe(200);
    const { appointment } = await examOf(d);
    expect(body).toMatchObject({
      starts_at: appointment?.starts_at,
      ends_at: appointment?.ends_at,
      minutes: 60,
      place: { name: 'Harbor Street Clinic', time_zone: 'America/New_York' },
      interpreter: [
        {
          es: 'Estamos organizando un intérprete de español para usted.',
          en: 'An interpreter for Spanish is being arranged for you.',
        },
      ],
      report: [
        { en: expect.stringMatching(/^The examiner’s report goes to /) as string },
        {
          es: 'También lo reciben: la junta o agencia y su médico tratante.',
          en: 'It also goes to: the board or agency and your treating physician.',
        },
      ],
      law: { state: 'Massachusetts' },
      answers: { confirmed_at: null, needs: '', reminders: 'none' },
      texts_sent: false,
    });
    expect(Date.parse(body.starts_at) - Date.parse(body.arrive_at)).toBe(15 * 60_000);
    expect(body.languages.map(({ code, tag }) => [code, tag])).toEqual([
      ['es', 'es-US'],
      ['en', 'en-US'],
    ]);
    expect(body.languages[0]?.texts['page_title']).toBe('Su examen médico');
    const whole = JSON.stringify(body);
    for (const hidden of ['SECRET', 'WC-2026', 'Left shoulder', 'Solis', '1979', d.id.toString().padStart(5, '0')])
      expect(whole).not.toContain(hidden);
    // an English speaker gets one language
    cast = await castFor(t.world, PASSWORD_HASH);
    const english = await set({ language: 'en', interpreter: false });
    const one = (await ask('open', await linkOf(english))).body;
    expect(one.languages.map(({ code }) => code)).toEqual(['en']);
    // there is none of this language: English, and staff are told what they speak
    const spanish = await read(d, d.cast.clinOps);
    cast = await castFor(t.world, PASSWORD_HASH);
    const vietnamese = await set({ language: 'vi' });
    expect((await ask('open', await linkOf(vietnamese))).body.languages.map(({ code }) => code)).toEqual(['en']);
    expect(await read(vietnamese)).toMatchObject({ language: 'English', speaks: 'Vietnamese', unchecked: false });
    expect(spanish).toMatchObject({ language: 'Spanish', speaks: null, unchecked: true });
  });

  it('brings the appointment as a calendar reads it, with the hour where it is held', async () => {
    const d = await set();
    const { body } = await ask('open', await linkOf(d));
    const [event] = new ICAL.Component(ICAL.parse(body.calendar)).getAllSubcomponents('vevent');
    if (!event) throw new Error('No event.');
    const at = (name: string) => (event.getFirstPropertyValue(name) as InstanceType<typeof ICAL.Time>).toJSDate();
    expect(at('dtstart').toISOString()).toBe(body.starts_at);
    expect(at('dtend').toISOString()).toBe(body.ends_at);
    expect(event.getFirstPropertyValue('summary')).toBe('Examen médico');
    expect(event.getFirstPropertyValue('location')).toContain('12 Harbor Street');
    expect(body.calendar).not.toMatch(/Solis|WC-/);
  });

  it('is opened by its whole token alone, which is not stored; each opening is on the record', async () => {
    const d = await set();
    const token = await linkOf(d);
    const stored = await t.world.db.selectFrom('examinee_links').selectAll().where('review_id', '=', d.id).execute();
    expect(stored).toHaveLength(1);
    const kept = stored
      .flatMap((row) => Object.values(row))
      .map((one) => (Buffer.isBuffer(one) ? one.toString('base64url') : String(one)));
    expect(kept).not.toContain(token);
    for (const wrong of ['', token.slice(1), `${token}A`, token.toLowerCase(), 'A'.repeat(43)]) {
      const refused = await ask('open', wrong);
      expect(refused.problem).toMatchObject({ status: 410, code: 'gone', current: { ended: 'unknown' } });
    }
    expect((await read(d)).link).toMatchObject({ opened_at: null, opens: 0 });
    await ask('open', token);
    await ask('open', token);
    expect((await read(d)).link).toMatchObject({ opens: 2, language: 'Spanish' });
    expect((await read(d)).link?.opened_at).not.toBeNull();
    const opened = await t.world.db
      .selectFrom('audit_rows')
      .select(['timeline', 'actor_kind'])
      .where('review_id', '=', d.id)
      .where('action', '=', 'examinee.opened')
      .orderBy('id')
      .execute();
    expect(opened.map(({ timeline }) => timeline)).toEqual([true, false]);
  });

  it('is tried so often from one place, and no more', async () => {
    t.clock.advance({ minutes: 61 });
    const answers = [];
    for (let i = 0; i < 61; i += 1) answers.push((await ask('open', 'B'.repeat(43))).status);
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(410));
    expect(answers[60]).toBe(429);
    t.clock.advance({ minutes: 61 });
  });

  it('is opened so often by one link, and no more', async () => {
    const d = await set();
    const token = await linkOf(d);
    const used = (hits: number) =>
      t.world.db.updateTable('throttles').set({ hits }).where('key', 'like', 'examinee_link:%').execute();
    expect((await ask('open', token)).status).toBe(200);
    await used(239);
    expect((await ask('open', token)).status).toBe(200);
    expect((await ask('confirm', token)).status).toBe(429);
    t.clock.advance({ minutes: 61 });
    expect((await ask('confirm', token)).status).toBe(204);
  });

  it('is no page search engines keep, and says nowhere where one came from', async () => {
    const answer = await t.app.http.inject({ method: 'GET', url: `/exam-visit/${'A'.repeat(43)}` });
    expect(answer.headers['x-robots-tag']).toContain('noindex');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });
});

describe('the link', () => {
  it('ends when it is withdrawn, when another is made, and when the exam is moved', async () => {
    const d = await set();
    const first = await linkOf(d);
    const second = await linkOf(d);
    expect((await ask('open', first)).problem?.current).toMatchObject({ ended: 'revoked' });
    expect((await ask('open', second)).status).toBe(200);
    expect((await post(d, cast.clinOps, '/examinee/link/revoke')).status).toBe(200);
    const ended = await ask('open', second);
    expect(ended.problem).toMatchObject({ status: 410, current: { ended: 'revoked' } });
    expect(ended.problem?.current).toMatchObject({
      languages: [
        { code: 'es', title: 'Esta página fue retirada' },
        { code: 'en', title: 'This page was withdrawn' },
      ],
    });
    for (const [path, more] of [
      ['confirm', {}],
      ['ask_other_date', { reason: 'Work' }],
      ['tell_needs', { needs: 'A ramp' }],
      ['agree_reminders', { reminders: 'none' }],
    ] as const)
      expect((await ask(path, second, more)).status).toBe(410);
    expect((await post(d, cast.clinOps, '/examinee/link/revoke')).status).toBe(409);
    const third = await linkOf(d);
    await d.must(cast.clinOps, 'POST', d.url('/exam/move'), { reason: 'The site is closed.' });
    expect((await ask('open', third)).problem?.current).toMatchObject({ ended: 'moved' });
    expect((await post(d, cast.clinOps, '/examinee/link')).status).toBe(409);
  });

  it('ends with the exam', async () => {
    const d = await set();
    await d.served();
    const token = await linkOf(d);
    await before(d, 1);
    expect((await ask('open', token)).status).toBe(200);
    t.clock.advance({ minutes: 61 });
    expect((await ask('open', token)).problem?.current).toMatchObject({ ended: 'over' });
    expect((await post(d, cast.clinOps, '/examinee/link')).status).toBe(409);
    await d.held();
    expect((await ask('open', token)).problem?.current).toMatchObject({ ended: 'over' });
  });

  it('is mailed where an address is known, in both languages, and naming nobody', async () => {
    const d = await set({ examinee_email: 'marta@home.example' });
    const made = await post<Made>(d, cast.clinOps, '/examinee/link');
    expect(made.body.mailed).toBe(true);
    await t.settle();
    const [mail] = await mailsAbout(d.id, 'examinee_link');
    if (!mail) throw new Error('No mail.');
    expect(mail.to_email).toBe('marta@home.example');
    const { text } = asSent(t.app.services.keys, mail);
    expect(text).toContain(made.body.address);
    expect(text).toMatch(/Su página le dice/);
    expect(text).toMatch(/Your page says/);
    expect(`${mail.subject}${text}`).not.toMatch(/Solis|Marta|WC-2026|shoulder/);
    cast = await castFor(t.world, PASSWORD_HASH);
    const silent = await set();
    expect((await post<Made>(silent, cast.clinOps, '/examinee/link')).body.mailed).toBe(false);
  });
});

describe('what they answer', () => {
  it('they will come: it shows on the review and in its timeline', async () => {
    const d = await set();
    const token = await linkOf(d);
    expect((await ask('confirm', token)).status).toBe(204);
    expect((await ask('confirm', token)).status).toBe(204);
    for (const who of [cast.clinOps, cast.requester, cast.expert])
      expect((await read(d, who)).answers.confirmed_at).not.toBeNull();
    const said = await t.world.db
      .selectFrom('audit_rows')
      .select('id')
      .where('review_id', '=', d.id)
      .where('action', '=', 'examinee.confirmed')
      .execute();
    expect(said).toHaveLength(1);
    expect((await ask('open', token)).body.answers.confirmed_at).not.toBeNull();
  });

  it('another date: who arranges the exam is told, answers, and the examinee reads it', async () => {
    const d = await set();
    const token = await linkOf(d);
    expect((await ask('ask_other_date', token, { reason: ' ' })).status).toBe(422);
    expect((await post(d, cast.clinOps, '/examinee/other_date', { answer: 'It stays.' })).status).toBe(409);
    expect((await ask('ask_other_date', token, { reason: 'Surgery that week; any Tuesday.' })).status).toBe(204);
    await t.settle();
    const told = await mailsAbout(d.id, 'examinee_asks_date');
    expect(told.map(({ to_email }) => to_email)).toEqual(expect.arrayContaining([cast.requester.email]));
    expect(await read(d)).toMatchObject({
      answers: { other_date: { reason: 'Surgery that week; any Tuesday.', settled_at: null } },
      can: { settle: true },
    });
    // why they cannot come is not the examiner's, and answering is not the requester's
    expect((await read(d, cast.expert)).answers.other_date).toMatchObject({ reason: '' });
    expect(await read(d, cast.requester)).toMatchObject({ can: { settle: false } });
    expect((await post(d, cast.requester, '/examinee/other_date', { answer: 'It stays.' })).status).toBe(403);
    expect((await post(d, cast.clinOps, '/examinee/other_date', { answer: ' ' })).status).toBe(400);
    expect((await post(d, cast.clinOps, '/examinee/other_date', { answer: 'No other day is free.' })).status).toBe(200);
    expect((await ask('open', token)).body.answers).toMatchObject({ other_date_answer: 'No other day is free.' });
    expect(await read(d)).toMatchObject({ can: { settle: false } });
    // whoever says that they come does not wait for another date any more
    await ask('ask_other_date', token, { reason: 'Still.' });
    await ask('confirm', token);
    expect(await read(d)).toMatchObject({ can: { settle: false } });
    expect((await read(d)).answers.other_date?.settled_at).not.toBeNull();
  });

  it('what they need reaches the examiner as well', async () => {
    const d = await set();
    const token = await linkOf(d);
    expect((await ask('tell_needs', token, { needs: 'A ramp' })).status).toBe(204);
    await t.settle();
    expect((await read(d, cast.expert)).answers.needs).toBe('A ramp');
    expect((await mailsAbout(d.id, 'examinee_needs')).map(({ to_email }) => to_email)).toEqual(
      expect.arrayContaining([cast.requester.email, cast.expert.email]),
    );
  });
});

describe('reminders', () => {
  it('come 7, 3 and 1 days before by mail to who agreed, and not after it is taken back', async () => {
    const d = await set();
    await d.served();
    const token = await linkOf(d);
    for (const remind_at of ['', 'no address', 'a@b'])
      expect((await ask('agree_reminders', token, { reminders: 'email', remind_at })).status).toBe(422);
    expect((await ask('agree_reminders', token, { reminders: 'text', remind_at: '617 555 0142' })).status).toBe(422);
    expect((await ask('agree_reminders', token, { reminders: 'email', remind_at: 'Marta@home.example' })).status).toBe(
      204,
    );
    expect(await read(d)).toMatchObject({
      answers: { reminders: 'email', remind_at: 'marta@home.example', noted_by: null },
    });
    expect((await read(d, cast.expert)).answers.remind_at).toBe('');
    const day = 24 * 60;
    const sent = async () => (await mailsAbout(d.id, 'examinee_reminder')).length;
    await before(d, 7 * day + 60);
    expect(await sent()).toBe(0);
    await before(d, 7 * day - 60);
    expect(await sent()).toBe(1);
    await before(d, 3 * day - 60);
    expect(await sent()).toBe(2);
    const [mail] = await mailsAbout(d.id, 'examinee_reminder');
    if (!mail) throw new Error('No mail.');
    expect(asSent(t.app.services.keys, mail).text).toContain(token);
    await ask('agree_reminders', token, { reminders: 'none' });
    await before(d, day - 60);
    expect(await sent()).toBe(2);
  });

  it('are noted by staff for who said so on the phone; of an exam that was moved none come', async () => {
    const d = await set();
    await linkOf(d);
    const note = (who: Person, body: object) => post(d, who, '/examinee/reminders', body);
    expect((await note(cast.requester, { reminders: 'none' })).status).toBe(403);
    expect((await note(cast.clinOps, { reminders: 'email', remind_at: 'x' })).status).toBe(422);
    expect((await note(cast.clinOps, { reminders: 'email', remind_at: 'm@home.example' })).status).toBe(200);
    expect((await read(d)).answers.noted_by).not.toBeNull();
    const at = Date.parse((await examOf(d)).appointment?.starts_at ?? '');
    await d.must(cast.clinOps, 'POST', d.url('/exam/move'), { reason: 'The site is closed.' });
    t.clock.advance({ minutes: (at - t.clock.now().getTime()) / 60_000 - 60 });
    await t.settle();
    expect(await mailsAbout(d.id, 'examinee_reminder')).toEqual([]);
  });
});

/** The exam's site gets a map, as its expert sends one and staff verify it. */
async function mapAt(d: ImeDriver): Promise<void> {
  const sent = await t.request<{ id: number }>(
    cast.expert,
    'POST',
    `/api/v1/experts/${cast.expert.profile_id}/site_maps`,
    createCanvas(600, 400).toBuffer('image/png'),
    { 'content-type': 'image/png' },
  );
  expect(sent.status).toBe(201);
  await t.world.db.updateTable('practice_sites').set({ map_id: sent.body.id }).where('id', '=', d.site).execute();
}

describe('the map of the way there', () => {
  const mapBy = (token: string) =>
    t.app.http.inject({ method: 'POST', url: '/api/v1/exam_visit/map', payload: { token } });

  it('is seen by the link alone, as a picture and nothing else, and ends with the link', async () => {
    const d = await set();
    await mapAt(d);
    const token = await linkOf(d);
    expect((await ask('open', token)).body.place.map).toEqual({ width: 600, height: 400 });
    const seen = await mapBy(token);
    expect(seen.statusCode).toBe(200);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(pictureSize(seen.rawPayload)).toEqual({ width: 600, height: 400 });
    for (const wrong of ['', 'A'.repeat(43), token.slice(1)]) expect((await mapBy(wrong)).statusCode).toBe(410);
    await post(d, cast.clinOps, '/examinee/link/revoke');
    expect((await mapBy(token)).statusCode).toBe(410);
    const again = await linkOf(d);
    expect((await mapBy(again)).statusCode).toBe(200);
    await before(d, -61);
    expect((await mapBy(again)).statusCode).toBe(410);
  });
});

describe('the notice', () => {
  const pdfOf = async (d: ImeDriver, id: number) => {
    const { body, status } = await t.request(cast.requester, 'GET', d.url(`/examinee/letters/${id}`));
    expect(status).toBe(200);
    return body;
  };
  const bytesOf = async (d: ImeDriver): Promise<Buffer> => {
    const row = await t.world.db
      .selectFrom('examinee_letters')
      .select('storage_key')
      .where('review_id', '=', d.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const chunks = await (await t.app.services.storage.read(row.storage_key)).toArray();
    return Buffer.concat(chunks as Buffer[]);
  };

  it('is written in English with the Spanish beside it, tagged, with all it has to say', async () => {
    const d = await set({
      represented: true,
      attorney_name: 'Lee Ortiz',
      attorney_address: '1 Court Square',
      attorney_email: 'ortiz@law.test',
      outside_recipients: [
        { name: 'Lee Ortiz', role: 'examinee_attorney', manner: 'post', address: '1 Court Square' },
        { name: 'Compensation Board', role: 'board', manner: 'email', address: 'filings@board.example' },
      ],
    });
    const made = await post<ExamineeView>(d, cast.clinOps, '/examinee/letters');
    expect(made.status).toBe(200);
    expect(made.body.letters).toMatchObject([
      { recipient: 'attorney', version: 1 },
      {
        recipient: 'examinee',
        version: 1,
        texts: [
          { language: 'English', version: 1, checked: false },
          { language: 'Spanish', version: 1, checked: false },
        ],
      },
    ]);
    expect(made.body.link).not.toBeNull();
    await pdfOf(d, made.body.letters[0]?.id ?? 0);
    const bytes = await bytesOf(d);
    const flat = await pdfText(bytes);
    for (const said of [
      'Lee Ortiz',
      'Dear Marta Solis',
      'MD. Neurosurgery',
      'Directions and parking',
      'An interpreter for Spanish',
      'Note the miles you drive',
      'Recording and companion',
      'the exam counts as missed',
      'If you need another date Tell us before ',
      'claim WC-2026-1180',
      'Harbor Street Clinic',
      'Left shoulder',
      'A photo ID',
      'not your doctor',
      'It also goes to: your attorney and the board or agency.',
      'También lo reciben: su abogado y la junta o agencia.',
      'What the rule of Massachusetts says',
      'Canceling less than 48 hours before costs $100',
      'What a missed exam costs',
      '25% of the exam',
      'Reply slip',
      'Aviso de examen médico',
      'El aviso en inglés que precede a esta página es el que vale',
      'Una identificación con foto',
      'Talón de respuesta',
    ])
      expect(flat, said).toContain(said);
    // the day and the hour by the clock of the place, and when to be there
    expect(flat).toMatch(
      /When \w+day, \w+ \d+, \d{4}, \d+:00 AM E[SD]T Please arrive by \d+:45 AM E[SD]T, 15 minutes early/,
    );
    // an address as long as this can break at its hyphen
    expect(flat).toMatch(/\/exam-\s?visit\//);
    // the law stands in English in both, and a gap nobody filled nowhere
    expect(flat.split('Canceling less than 48 hours').length).toBe(3);
    expect(flat).not.toMatch(/\{\w+\}|undefined/);
    const raw = bytes.toString('latin1');
    expect(raw).toContain('/MarkInfo');
    expect(raw).toMatch(/\/Lang \(es-US\)/);
    // written anew it is the next version; the one before stays
    const again = await post<ExamineeView>(d, cast.clinOps, '/examinee/letters');
    expect(again.body.letters.map(({ version }) => version)).toEqual([2, 2, 1, 1]);
  });

  it('shows the site’s own map after the directions, with words for who does not see it in each language', async () => {
    const d = await set();
    const without = await ask('open', await linkOf(d));
    expect(without.body.place.map).toBeNull();
    expect((await ask('map', await linkOf(d))).status).toBe(404);
    await post(d, cast.clinOps, '/examinee/letters');
    expect(await pdfFigures(await bytesOf(d))).toEqual([]);
    await mapAt(d);
    await post(d, cast.clinOps, '/examinee/letters');
    const bytes = await bytesOf(d);
    expect(await pdfFigures(bytes)).toEqual([
      'Map of the way to Harbor Street Clinic, 12 Harbor Street, Boston, MA 02110, as the office drew it',
      'Mapa para llegar a Harbor Street Clinic, 12 Harbor Street, Boston, MA 02110, preparado por el consultorio',
    ]);
    // both parts draw one picture
    expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1);
  });

  it('is in their language alone once staff say who checked it, and in both again where nobody did', async () => {
    const d = await set({ language: 'pt' });
    const check = (reviewed_by: string, language = 'pt', who = cast.clinOps) =>
      t.request(who, 'POST', '/api/v1/examinee_texts/check', { language, reviewed_by });
    const written = async () =>
      (await post<ExamineeView>(d, cast.clinOps, '/examinee/letters')).body.letters[0]?.texts.map(
        ({ language, checked }) => [language, checked],
      );
    expect(await written()).toEqual([
      ['English', false],
      ['Portuguese', false],
    ]);
    expect(await pdfText(await bytesOf(d))).toContain('Cupom de resposta');
    expect(await read(d)).toMatchObject({ unchecked: true, text_check: { code: 'pt', reviewed_by: null } });
    expect((await check('Ana Prado', 'pt', cast.requester)).status).toBe(403);
    expect((await check('Ana Prado', 'en')).status).toBe(404);
    expect((await check('Ana Prado', 'constructor')).status).toBe(404);
    expect((await check('Ana Prado, court interpreter')).status).toBe(204);
    expect(await read(d)).toMatchObject({
      unchecked: false,
      text_check: { reviewed_by: 'Ana Prado, court interpreter' },
      can: { check_texts: true },
    });
    expect(await written()).toEqual([['Portuguese', true]]);
    const alone = await pdfText(await bytesOf(d));
    expect(alone).toContain('Aviso de exame médico');
    expect(alone).not.toContain('A photo ID');
    expect(alone).not.toContain('que vem antes desta página');
    expect((await check('')).status).toBe(204);
    expect(await written()).toHaveLength(2);
  });

  it('is for who orders and staff, of their organization alone, while an exam is set', async () => {
    const d = await set();
    const made = await post<ExamineeView>(d, cast.clinOps, '/examinee/letters');
    const url = d.url(`/examinee/letters/${made.body.letters[0]?.id}`);
    const foreign = await castFor(t.world, PASSWORD_HASH);
    expect((await t.request(foreign.requester, 'GET', url)).status).toBe(404);
    expect((await t.request(cast.expert, 'GET', url)).status).toBe(403);
    expect((await t.request(cast.requester, 'GET', d.url('/examinee/letters/999999'))).status).toBe(404);
    expect((await read(d, cast.expert)).letters).toEqual([]);
    expect((await post(d, cast.requester, '/examinee/letters')).status).toBe(403);
    await d.must(cast.clinOps, 'POST', d.url('/exam/move'), { reason: 'The site is closed.' });
    expect((await post(d, cast.clinOps, '/examinee/letters')).status).toBe(409);
  });
});

describe('an interpreter and a ride', () => {
  const order = { sort: 'interpreter', provider: 'Lingua Boston', phone: '617 555 0140' };
  const arrange = (d: ImeDriver, body: object, who = cast.clinOps) =>
    post<ExamineeView>(d, who, '/examinee/arrangements', body);

  it('are ordered, confirmed and called off; the notice and the page name who comes', async () => {
    const d = await set({ transport: 'wheelchair' });
    expect((await read(d)).arrangements).toEqual([
      { sort: 'interpreter', what: 'Spanish', order: null },
      { sort: 'transport', what: 'Wheelchair van', order: null },
    ]);
    expect((await arrange(d, { ...order, phone: '' })).status).toBe(400);
    const made = await arrange(d, order);
    expect(made.body.arrangements[0]?.order).toMatchObject({ provider: 'Lingua Boston', confirmed: null });
    const token = await linkOf(d);
    const said = async () => (await ask('open', token)).body;
    expect((await said()).interpreter.map(({ en }) => en)).toEqual([
      'An interpreter for Spanish is being arranged for you.',
      'Lingua Boston, phone 617 555 0140',
    ]);
    await arrange(d, { ...order, confirmed_with: 'Ada Brook' });
    await arrange(d, { sort: 'transport', provider: 'Bay Vans', phone: '617 555 0199', confirmed_with: 'Joe' });
    expect((await read(d, cast.requester)).arrangements).toMatchObject([
      { order: { confirmed: { with: 'Ada Brook' } } },
      { order: { confirmed: { with: 'Joe' } } },
    ]);
    expect((await said()).interpreter[0]).toEqual({
      en: 'An interpreter for Spanish will be there.',
      es: 'Habrá un intérprete de español.',
    });
    expect((await said()).transport.map(({ en }) => en)).toEqual([
      'Your ride is arranged: a wheelchair van.',
      'Bay Vans, phone 617 555 0199',
    ]);
    await post(d, cast.clinOps, '/examinee/letters');
    const { storage_key } = await t.world.db
      .selectFrom('examinee_letters')
      .select('storage_key')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    const chunks = await (await t.app.services.storage.read(storage_key)).toArray();
    expect(await pdfText(Buffer.concat(chunks as Buffer[]))).toContain('Lingua Boston, phone 617 555 0140');
    const off = await post<ExamineeView>(d, cast.clinOps, '/examinee/arrangements/call_off', { sort: 'transport' });
    expect(off.body.arrangements[1]?.order).toBeNull();
    expect((await post(d, cast.clinOps, '/examinee/arrangements/call_off', { sort: 'transport' })).status).toBe(409);
  });

  it('of an appointment that is off are called off: who ordered them is reminded until it is done', async () => {
    const d = await set({ transport: 'wheelchair' });
    const on = (await examOf(d)).appointment?.starts_at.slice(0, 10);
    await arrange(d, order);
    await arrange(d, { sort: 'transport', provider: 'Bay Vans', phone: '617 555 0199', confirmed_with: 'Joe' });
    expect(await read(d)).toMatchObject({ to_call_off: [], can: { call_off: false } });
    await d.must(cast.clinOps, 'POST', d.url('/exam/move'), { reason: 'The site is closed.' });
    await t.settle();
    const bell = () =>
      t.world.db
        .selectFrom('notifications')
        .select(['user_id', 'data', 'read_at'])
        .where('review_id', '=', d.id)
        .where('event', '=', 'examinee_call_off')
        .execute();
    expect(await bell()).toMatchObject([{ user_id: cast.clinOps.user_id, data: { on }, read_at: null }]);
    const waiting = await read(d);
    expect(waiting).toMatchObject({
      set: false,
      can: { call_off: true, arrange: false },
      to_call_off: [
        { sort: 'interpreter', provider: 'Lingua Boston', phone: '617 555 0140', yours: true },
        { sort: 'transport', provider: 'Bay Vans', yours: true },
      ],
    });
    // the requester sees that it is to be done, the examiner nothing of it
    expect(await read(d, cast.requester)).toMatchObject({ can: { call_off: false }, to_call_off: [{}, {}] });
    expect((await read(d, cast.requester)).to_call_off[0]?.yours).toBe(false);
    expect((await read(d, cast.expert)).to_call_off).toEqual([]);
    const appointment_id = waiting.to_call_off[0]?.appointment_id;
    const off = (body: object, who = cast.clinOps) =>
      post<ExamineeView>(d, who, '/examinee/arrangements/call_off', body);
    expect((await off({ sort: 'interpreter', appointment_id }, cast.requester)).status).toBe(403);
    // another exam's appointment is not this one's
    const own = cast;
    cast = await castFor(t.world, PASSWORD_HASH);
    const other = await set();
    const foreign = await t.world.db
      .selectFrom('exams')
      .select('appointment_id')
      .where('review_id', '=', other.id)
      .executeTakeFirstOrThrow();
    cast = own;
    expect((await off({ sort: 'interpreter', ...foreign })).status).toBe(404);
    expect((await t.request(cast.requester, 'GET', other.url('/examinee'))).status).toBe(404);
    expect((await off({ sort: 'interpreter' })).status).toBe(409);
    // what was told before it is what it ends
    t.clock.advance({ minutes: 1 });
    const one = await off({ sort: 'interpreter', appointment_id });
    expect(one.body.to_call_off.map(({ sort }) => sort)).toEqual(['transport']);
    await t.settle();
    expect((await bell())[0]?.read_at).toBeNull();
    expect((await off({ sort: 'interpreter', appointment_id })).status).toBe(409);
    expect((await off({ sort: 'transport', appointment_id })).body.to_call_off).toEqual([]);
    await t.settle();
    expect((await bell())[0]?.read_at).not.toBeNull();
  });

  it('of a review that is canceled are called off too; of an exam that was missed there is nothing left to call off', async () => {
    const cancelled = await set();
    await arrange(cancelled, order);
    await cancelled.must(cast.requester, 'POST', cancelled.url('/actions/cancel'), {
      reason: 'The claim was settled.',
      confirmed_fee_cents: 0,
    });
    await t.settle();
    expect((await read(cancelled)).to_call_off).toMatchObject([{ sort: 'interpreter', yours: true }]);
    cast = await castFor(t.world, PASSWORD_HASH);
    const missed = await set();
    await arrange(missed, order);
    await missed.to('served');
    await before(missed, -31);
    await missed.must(cast.clinOps, 'POST', missed.url('/exam/attendance'), { attendance: 'no_show' });
    await t.settle();
    expect(await read(missed)).toMatchObject({ to_call_off: [], can: { call_off: false } });
    expect(await mailsAbout(missed.id, 'examinee_call_off')).toEqual([]);
  });

  it('are of the order: none that it does not ask for, in the language that is interpreted', async () => {
    const d = await set({ interpreter_language: 'ase' });
    expect((await read(d)).arrangements).toMatchObject([{ sort: 'interpreter', what: 'American Sign Language' }]);
    const none = await arrange(d, { ...order, sort: 'transport' });
    expect(none.problem?.errors?.[0]).toMatchObject({ path: 'sort' });
    expect((await arrange(d, order, cast.requester)).status).toBe(403);
    await d.must(cast.clinOps, 'POST', d.url('/exam/move'), { reason: 'The room is not free.' });
    expect((await arrange(d, order)).status).toBe(409);
  });
});

describe('who may', () => {
  it('is not there for another organization, for an expert nobody asked, and under another kind', async () => {
    const d = await set();
    await linkOf(d);
    const foreign = await castFor(t.world, PASSWORD_HASH);
    for (const who of [foreign.requester, foreign.expert])
      expect((await t.request(who, 'GET', d.url('/examinee'))).status).toBe(404);
    expect((await t.request(cast.requester, 'GET', `/api/v1/cases/${d.id}/examinee`)).status).toBe(404);
    // a requester sees it, and arranges nothing; where they are reached is not the examiner's
    expect(await read(d, cast.requester)).toMatchObject({ can: { make_link: false, revoke_link: false } });
    expect((await read(d, cast.requester)).link).not.toBeNull();
    expect((await read(d, cast.expert)).link).toBeNull();
    for (const path of ['/examinee/link', '/examinee/link/revoke'])
      expect((await post(d, cast.requester, path)).status).toBe(403);
  });

  it('before an exam is set there is nothing to do', async () => {
    const d = new ImeDriver(inApp(t, cast));
    await d.to('accepted');
    expect(await read(d)).toMatchObject({ set: false, link: null, can: { make_link: false } });
    expect((await post(d, cast.clinOps, '/examinee/link')).status).toBe(409);
    expect((await post(d, cast.clinOps, '/examinee/reminders', { reminders: 'none' })).status).toBe(409);
  });
});

describe('a purge', () => {
  it('leaves nothing of what they said and of their link', async () => {
    await setFlags(t, cast.organization_id, {
      flags: { data_purge_enabled: true },
      settings: { data_purge_delay_in_days: 60 },
    });
    const d = await set();
    const token = await linkOf(d);
    await ask('tell_needs', token, { needs: 'A ramp' });
    await ask('ask_other_date', token, { reason: 'Surgery' });
    await ask('agree_reminders', token, { reminders: 'email', remind_at: 'm@home.example' });
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
    await t.settle();
    for (const days of [31, 24, 6]) {
      t.clock.advance({ days });
      await t.settle();
    }
    expect(await d.status()).toBe('purged');
    const kept = await t.world.db.selectFrom('examinee_answers').selectAll().where('review_id', '=', d.id).execute();
    expect(kept).toMatchObject([{ needs: '', other_date_reason: '', reminders: 'none', remind_at: '' }]);
    const links = await t.world.db.selectFrom('examinee_links').select('seed').where('review_id', '=', d.id).execute();
    expect(links.every(({ seed }) => seed.length === 0)).toBe(true);
  });
});

import { addDays } from '../../src/core/durations.ts';
import type { ExamRuleEffect, ExamRuleView } from '../../src/features/exams/contract/jurisdictions.ts';
import { asSent } from '../harness/mails.ts';
import { castFor } from '../harness/review-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { test as base, expect, signIn, withServer } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * An exam in the browser: ordered in four steps; offered by the examiner at a site, chosen by the requester, its notice
 * served by clin ops, recorded by the examiner on the day, and its report delivered.
 */

// until the day of the exam weeks pass, in which the dates others write lie
const test = base.extend<object, { server: ServerProcess }>({
  server: [async ({}, use) => withServer(use), { scope: 'worker' }],
});

test('an exam of which nothing is on offer: the requester proposes, the examiner confirms on a telephone', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  await server.world.db
    .updateTable('organizations')
    .set({ flags: JSON.stringify({ allow_ime_scheduling_with_no_expert_times: true }) as never })
    .where('id', '=', cast.organization_id)
    .execute();
  const d = await new ImeDriver(atServer(server, cast)).to('accepted');
  const dana = await person();
  const { page } = dana;
  await signIn(dana, cast.requester, `/ime/${d.id}`);
  await inspect(page);
  await page.getByRole('link', { name: 'Propose appointments' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('When and where would it suit?');
  await inspect(page);
  const first = page.getByRole('group', { name: /Appointments/ });
  const day = new Date(Date.parse(d.starts(30)[0] ?? ''));
  const two = (n: number) => String(n).padStart(2, '0');
  await first
    .getByLabel('Day')
    .first()
    .fill(`${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/${day.getUTCFullYear()}`);
  await first.getByRole('combobox', { name: 'Time' }).first().fill('9:00 AM');
  await page.getByRole('option', { name: '9:00 AM', exact: true }).click();
  await page.getByRole('button', { name: 'Propose this appointment' }).click();
  await expect(page).toHaveURL(new RegExp(`/ime/${d.id}$`));
  await expect(page.getByRole('list', { name: 'Appointments proposed' })).toContainText('9:00');
  await inspect(page);

  const ines = await person({ viewport: { width: 390, height: 844 }, zone: 'America/New_York' });
  await signIn(ines, cast.expert, `/ime/${d.id}`);
  await ines.page.getByRole('radio', { name: /9:00/ }).check();
  await inspect(ines.page);
  // of the box that leads here and the form below it, one button is filled
  const leads = ines.page.getByRole('button', { name: 'Confirm an appointment' });
  const filled = `(() => {
    const fill = (one) => getComputedStyle(one).backgroundColor;
    const buttons = [...document.querySelectorAll('main button')];
    const leads = buttons.find((one) => one.textContent === 'Confirm an appointment');
    return buttons.filter((one) => fill(one) === fill(leads)).length;
  })()`;
  await expect(leads).toBeVisible();
  expect(await ines.page.evaluate(filled)).toBe(1);
  await ines.page.getByRole('button', { name: 'Confirm the appointment' }).click();
  await expect.poll(() => d.status()).toBe('appointment_confirmed');
});

test('an exam by video: ordered where a rule allows it, offered with its address, agreed to, opened by the examinee, and called off', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new ImeDriver(atServer(server, cast)).draft({
    jurisdiction_state: 'WY',
    coverage: 'general_liability',
    place_type: 'telehealth',
  });
  const dana = await person({ viewport: { width: 390, height: 844 } });
  const { page } = dana;

  await test.step('the order says at its field where no rule allows it, and nothing once one does', async () => {
    await signIn(dana, cast.requester, `/ime/${d.id}/step-two`);
    const fault = page.getByText('No rule that allows an exam by video is entered for Wyoming. Choose another place.');
    await expect(fault).toBeVisible();
    await inspect(page);
    const allow = async (inDays: number): Promise<void> => {
      const at = '/api/v1/exam_rules/WY';
      const rule = await d.must<ExamRuleView>(cast.clinOps, 'GET', `${at}?coverage=general_liability`);
      const terms = { ...rule.holds, telehealth: true, source: 'Made up for a test' };
      const next = { coverage: 'general_liability', from_on: addDays(rule.today, inDays), terms };
      const { seal } = await d.must<ExamRuleEffect>(cast.clinOps, 'POST', `${at}/effect`, next);
      await d.must(cast.clinOps, 'POST', at, { ...next, version: rule.version, reason: 'A test', seal });
    };
    const warning = page.getByText(/In Wyoming an exam can be held by video from .* on\./);
    await allow(200);
    await page.reload();
    await expect(warning).toBeVisible();
    await expect(fault).toBeHidden();
    await inspect(page);
    await allow(0);
    await page.reload();
    await expect(page.getByLabel('Place of the exam')).toHaveValue('telehealth');
    await expect(warning).toBeHidden();
    await expect(fault).toBeHidden();
  });
  await d.to('accepted');

  await test.step('the examiner offers it on a telephone, with the address entered by hand', async () => {
    const ines = await person({ viewport: { width: 390, height: 844 }, zone: 'America/New_York' });
    const offering = ines.page;
    await signIn(ines, cast.expert, `/ime/${d.id}`);
    await offering.getByRole('link', { name: 'Offer appointments' }).first().click();
    const first = offering.getByRole('group', { name: /Appointments/ });
    await first.getByLabel('Site').first().selectOption({ label: 'By video' });
    const day = new Date(Date.parse(d.starts(30)[0] ?? ''));
    const two = (n: number) => String(n).padStart(2, '0');
    await first
      .getByLabel('Day')
      .first()
      .fill(`${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/${day.getUTCFullYear()}`);
    await first.getByRole('combobox', { name: 'Time' }).first().fill('9:00 AM');
    await offering.getByRole('option', { name: '9:00 AM', exact: true }).click();
    await offering.getByLabel('Time zone of the examinee').selectOption({ label: 'Eastern' });
    await offering.getByRole('button', { name: 'Offer this appointment' }).click();
    await expect(offering.getByText('Enter the address of the call.').first()).toBeVisible();
    await inspect(offering);
    await offering.getByLabel('Address of the call').fill('https://video.example/room-7');
    await inspect(offering);
    await offering.getByRole('button', { name: 'Offer this appointment' }).click();
    await expect(offering).toHaveURL(new RegExp(`/ime/${d.id}$`));
    expect(await d.status()).toBe('appointment_offered');
  });

  await test.step('the requester agrees to it', async () => {
    await page.goto(`/ime/${d.id}`);
    await page.getByRole('radio', { name: /9:00/ }).check();
    await expect(page.getByRole('radiogroup', { name: 'Appointments on offer' })).toContainText('By video');
    await inspect(page);
    await page.getByRole('button', { name: 'Set the exam' }).click();
    await expect(page.getByText('To be served by')).toBeVisible();
    await expect(page.getByRole('link', { name: 'https://video.example/room-7' })).toBeVisible();
    await inspect(page);
  });

  const clara = await person();
  const card = clara.page.getByRole('region', { name: 'Examinee', exact: true });
  await test.step('the examinee’s page has the address, and nothing of a place', async () => {
    await signIn(clara, cast.clinOps, `/ime/${d.id}`);
    await card.getByRole('button', { name: 'Make the link to their page' }).click();
    const address = await card.getByLabel('The examinee’s page').inputValue();
    const marta = await person({ viewport: { width: 390, height: 844 }, touch: true });
    await marta.page.goto(new URL(address).pathname);
    await expect(marta.page.getByText('Por video')).toBeVisible();
    await expect(marta.page.getByRole('link', { name: 'https://video.example/room-7' })).toBeVisible();
    await expect(marta.page.getByText('Cómo llegar y estacionamiento')).toHaveCount(0);
    await inspect(marta.page);
  });

  await test.step('the exam is off: who ordered the interpreter calls it off', async () => {
    const arrangement = { sort: 'interpreter', provider: 'Lingua Boston', phone: '617 555 0140' };
    await d.must(cast.clinOps, 'POST', d.url('/examinee/arrangements'), arrangement);
    await d.must(cast.clinOps, 'POST', d.url('/exam/move'), { reason: 'The line is down.' });
    await server.settle();
    await clara.page.reload();
    await expect(card.getByText(/Your move.*call off the interpreter for .* Ordered of Lingua Boston/)).toBeVisible();
    await inspect(clara.page);
    await card.getByRole('button', { name: /^Called off: interpreter/ }).click();
    await expect(clara.page.getByText('Recorded that it was called off.')).toBeVisible();
    await expect(clara.page.getByText(/call off the interpreter/)).toHaveCount(0);
  });
});

test('an exam: ordered, placed, announced, recorded', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const { specialty_id } = await server.world.specialty();
  const { name: specialty } = await server.world.db
    .selectFrom('specialties')
    .select('name')
    .where('id', '=', specialty_id)
    .executeTakeFirstOrThrow();
  const dana = await person();
  const { page } = dana;

  await test.step('the order asks whose exam it is, where, and what for', async () => {
    await signIn(dana, cast.requester, '/imes');
    await page.getByRole('button', { name: 'New independent medical exam' }).first().click();
    await expect(page).toHaveURL(/\/ime\/\d+\/step-one$/);
    await page.getByLabel('Claim number').first().fill('WC-2026-1180');
    await page.getByLabel('Line of insurance').selectOption({ label: 'Workers’ compensation' });
    await page.getByRole('combobox', { name: 'Jurisdiction' }).fill('Massachusetts');
    await page.getByRole('option', { name: 'Massachusetts' }).click();
    await page.getByRole('button', { name: 'Add a body part' }).click();
    const parts = page.getByRole('group', { name: /Body parts and conditions/ });
    await parts.getByRole('textbox').fill('Left shoulder');
    await parts.getByLabel('In the claim').selectOption({ label: 'Accepted' });
    await page.getByLabel('Examinee’s first name').fill('Marta');
    await page.getByLabel('Examinee’s last name').fill('Solis');
    await page.getByRole('checkbox', { name: /The examinee has an attorney/ }).check();
    await expect(page.getByLabel('Attorney’s name')).toBeVisible();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: /^Continue/ }).click();
    await expect(page).toHaveURL(/step-two$/);
    await page.getByRole('combobox', { name: 'Specialty', exact: true }).fill(specialty);
    await page.getByRole('option', { name: specialty, exact: true }).click();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: /^Continue/ }).click();
    await expect(page).toHaveURL(/step-three$/);
    const letter = page.getByRole('region', { name: 'Purpose letter' });
    await expect(letter.getByRole('link', { name: 'Write it' })).toBeVisible();
    // the heading and its button stand clear of the records above them
    const space = await letter.evaluate(
      (node) =>
        node.getBoundingClientRect().top - (node.previousElementSibling?.getBoundingClientRect().bottom ?? Number.NaN),
    );
    expect(space).toBeGreaterThanOrEqual(24);
    await inspect(page);
  });

  const d = new ImeDriver(atServer(server, cast));
  await d.to('released', {
    outside_recipients: [
      { name: 'Compensation Board', role: 'board', manner: 'email', address: 'filings@board.example' },
      { name: 'Dr. Wei', role: 'treating_provider', manner: 'post', address: '4 Elm Street, Quincy, MA 02169' },
    ],
  });

  await test.step('matching presents examiners with their miles, and the requester chooses one, blind', async () => {
    const ruth = await person();
    await signIn(ruth, cast.matching, `/ime/${d.id}/matching`);
    const candidates = ruth.page.getByRole('list', { name: 'Candidates' });
    await expect(candidates.getByRole('checkbox', { checked: true })).toHaveCount(3);
    await expect(candidates).toContainText(/miles/);
    await inspect(ruth.page);
    await ruth.page.getByRole('button', { name: 'Present three experts' }).click();
    await expect(ruth.page.getByRole('heading', { name: /compares three experts/ })).toBeVisible();
    await server.settle();
    const { code } = await server.world.db
      .selectFrom('expert_profiles')
      .select('code')
      .where('profile_id', '=', cast.expert.profile_id)
      .executeTakeFirstOrThrow();
    await page.goto(`/ime/${d.id}/experts`);
    await expect(page.getByRole('radio')).toHaveCount(3);
    await page.getByRole('radio', { name: `Expert ${code}` }).check();
    await inspect(page);
    await page.getByRole('button', { name: `Choose Expert ${code}` }).click();
    await expect(page).toHaveURL(new RegExp(`/ime/${d.id}$`));
    await server.settle();
  });
  await d.to('accepted');

  await test.step('the examiner’s assistant offers appointments at a site', async () => {
    const ines = await person({ zone: 'America/New_York' });
    await signIn(ines, await server.world.assistantOf(cast.expert.profile_id), `/ime/${d.id}`);
    await ines.page.getByRole('link', { name: 'Offer appointments' }).first().click();
    await expect(ines.page.getByRole('heading', { level: 1 })).toHaveText('When and where can you examine?');
    await inspect(ines.page);
    const day = new Date(Date.parse(d.starts(30)[0] ?? ''));
    const typed = `${String(day.getUTCMonth() + 1).padStart(2, '0')}/${String(day.getUTCDate()).padStart(2, '0')}/${day.getUTCFullYear()}`;
    const first = ines.page.getByRole('group', { name: /Appointments/ });
    // the week's picture takes a day at a site, by the keyboard too
    const picture = ines.page.getByRole('region', { name: 'Appointments by site' });
    await ines.page.getByRole('button', { name: 'The week after' }).click();
    await picture.getByRole('button', { name: /^Add an appointment at Harbor Street Clinic on Monday/ }).focus();
    await ines.page.keyboard.press('ArrowRight');
    await ines.page.keyboard.press('Enter');
    await expect(first.getByLabel('Day').first()).not.toHaveValue('');
    await first.getByLabel('Day').first().fill(typed);
    await first.getByRole('combobox', { name: 'Time' }).first().fill('9:00 AM');
    await ines.page.getByRole('option', { name: '9:00 AM', exact: true }).click();
    await ines.page.getByRole('button', { name: 'Offer this appointment' }).click();
    await expect(ines.page).toHaveURL(new RegExp(`/ime/${d.id}$`));
    expect(await d.status()).toBe('appointment_offered');
  });

  await test.step('the requester sets the exam, beside its rule', async () => {
    // where a call's time is chosen leads to the exam's own page
    await page.goto(`/ime/${d.id}/choose-call-time`);
    await expect(page).toHaveURL(new RegExp(`/ime/${d.id}$`));
    await page.getByRole('radio', { name: /9:00/ }).check();
    await inspect(page);
    await page.getByRole('button', { name: 'Set the exam' }).click();
    await expect(page.getByText('To be served by')).toBeVisible();
    await expect(page.getByText('Rule of Massachusetts', { exact: false })).toBeVisible();
    expect(await d.status()).toBe('appointment_confirmed');
  });

  await test.step('clin ops records that the notice was served', async () => {
    const clara = await person();
    await signIn(clara, cast.clinOps, `/ime/${d.id}`);
    const form = clara.page.getByRole('form', { name: 'Record the service of the notice' });
    await expect(form.getByLabel('Address it went to')).toHaveValue('48 Alder Lane, Quincy, MA 02169');
    await form.getByLabel('How').selectOption({ label: 'Certified mail' });
    await form.getByLabel('Carrier’s number').fill('9407 1000');
    await inspect(clara.page);
    await form.getByRole('button', { name: 'Record that it was served' }).click();
    await expect(clara.page.getByText(/certified mail, .*9407 1000/)).toBeVisible();
    expect(await d.status()).toBe('notices_sent');

    // the number was wrong: another entry stands in its place, and the former one stays readable
    await clara.page.getByRole('button', { name: 'Correct the proof' }).click();
    const wrong = clara.page.getByRole('form', { name: 'Correct the proof of service' });
    await expect(wrong.getByLabel('Carrier’s number')).toHaveValue('9407 1000');
    await wrong.getByLabel('Carrier’s number').fill('9407 1001');
    await wrong.getByLabel('What was wrong').fill('The last figure was misread.');
    await inspect(clara.page);
    await wrong.getByRole('button', { name: 'Correct it' }).click();
    await expect(clara.page.getByText(/certified mail, .*9407 1001/)).toBeVisible();
    await clara.page.getByText('Former entries').click();
    await expect(clara.page.getByText(/9407 1000.*Counts no more.*The last figure was misread/)).toBeVisible();
    expect(await d.status()).toBe('notices_sent');
  });

  await test.step('on a telephone the examiner records who came, and what is charged otherwise', async () => {
    const set = await server.world.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    await server.advance({ minutes: Math.ceil((set.starts_at.getTime() - server.now().getTime()) / 60_000) + 5 });
    await server.settle();
    const ines = await person({ viewport: { width: 390, height: 844 }, dark: true });
    await signIn(ines, cast.expert, `/ime/${d.id}`);
    const office = ines.page.getByRole('form', { name: 'Check the examinee in' });
    await inspect(ines.page);
    await office.getByLabel(/Came at/).fill('08:52');
    await office.getByRole('checkbox', { name: 'An identification was seen' }).check();
    await office.getByRole('radio', { name: 'The interpreter is there' }).check();
    await office.getByRole('button', { name: 'Check in' }).click();
    await expect(ines.page.getByText(/Came at 8:52 AM. Identification seen, interpreter present/)).toBeVisible();
    const form = ines.page.getByRole('form', { name: 'Record the exam' });
    // what it costs is not said before it is known why it could not be held
    const hindered = form.getByRole('radio', { name: /Could not be examined/ });
    await expect(form.getByText('What is charged depends on why not.')).toBeVisible();
    await hindered.check();
    await form.getByLabel('Why not').selectOption({ label: 'The interpreter was missing' });
    await expect(form.getByText('Nothing is charged.')).toBeVisible();
    await expect(form.getByRole('radio', { name: /No-show/ })).toHaveAccessibleDescription(/whole exam/);
    await inspect(ines.page);
    await form.getByRole('radio', { name: /Attended and was examined/ }).check();
    // what was seen at the check-in is not asked again
    await expect(form.getByRole('checkbox')).toHaveCount(0);
    await form.getByRole('button', { name: 'Record it' }).click();
    await expect(ines.page.getByRole('heading', { name: 'Start the report' })).toBeVisible();
    expect(await d.status()).toBe('exam_done');
  });

  await d.to('delivered');
  await page.goto(`/ime/${d.id}`);
  await expect(page.getByText('Attended and was examined', { exact: false })).toBeVisible();
  await inspect(page);

  await test.step('a board without an account reads the report by a link and a passcode', async () => {
    const others = page.getByRole('list', { name: 'Delivered to others' });
    await others.getByRole('button', { name: 'Passcode for Compensation Board' }).click();
    const passcode =
      (await others
        .getByText(/^Passcode [2-9A-Z]{4} [2-9A-Z]{4}/)
        .locator('b')
        .textContent()) ?? '';
    const mail = await server.database.systemDb
      .selectFrom('mails')
      .selectAll()
      .where('review_id', '=', d.id)
      .where('template', '=', 'report_delivery')
      .executeTakeFirstOrThrow();
    const path = /\/report-delivery\/[\w-]{43}/.exec(asSent(await server.keys(), mail).text)?.[0] ?? '';
    const board = await person({ viewport: { width: 390, height: 844 } });
    board.allow(422);
    await board.page.goto(path);
    await expect(board.page.getByRole('heading', { level: 1 })).toHaveText('A report for you');
    await board.page.getByLabel('Passcode').fill('AAAAAAAA');
    await board.page.getByRole('button', { name: 'Save the report' }).click();
    await expect(board.page.getByText(/That is not the passcode/)).toBeVisible();
    await inspect(board.page);
    await board.page.getByLabel('Passcode').fill(passcode);
    const download = board.page.waitForEvent('download');
    await board.page.getByRole('button', { name: 'Save the report' }).click();
    expect((await download).suggestedFilename()).toBe(`IM-${d.id} report v1.pdf`);
    await expect(board.page.getByText('Saved as a PDF.', { exact: false })).toBeVisible();
    await expect(others.getByText(/Opened 1 time/)).toBeVisible();
    await others.getByRole('button', { name: 'Record that it was posted to Dr. Wei' }).click();
    const form = others.getByRole('form', { name: 'Posted to Dr. Wei' });
    await form.getByLabel('Carrier’s number').fill('9407 2000');
    await inspect(page);
  });
});

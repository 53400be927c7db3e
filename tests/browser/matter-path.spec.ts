import type { DisclosureView } from '../../src/features/disclosure/contract.ts';
import { pdfOf, PUBLICATION, TESTIMONY, verifiedRecord } from '../harness/disclosure.ts';
import { LegalDriver, legalExperts } from '../harness/legal-driver.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { castFor, CLEAN_ATTESTATION } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * A matter from its names to its packet, each of its people at a machine of their own: a paralegal orders it, the matching
 * desk presents candidates, the firm's partner chooses, the expert clears the names, agrees, and works; the assistant
 * prepares the disclosure, which the expert signs and the partner opens.
 *
 * Over HTTP is what other journeys show in the browser: the names released by clinical operations (journey.spec), the report
 * written and checked (journey.spec, report-forms.spec), the CV and the expert's records verified (expert-records.spec).
 */

const DAY = 86_400_000;
const day = (at: Date): string => {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`;
};

test('a matter from its names to its packet, with five people', async ({ person, server, passwordHash }) => {
  const { world } = server;
  const cast = await castFor(world, passwordHash);
  const known = { organization_id: cast.organization_id, password_hash: passwordHash };
  const paralegal = await world.person({ ...known, profile: 'ClaimConsultant', is_review_manager: true });
  const partner = await world.person({ ...known, role: 'customer_admin' });
  const assistant = await world.assistantOf(cast.expert.profile_id);
  await legalExperts(
    world,
    [cast.expert, ...cast.others].map(({ profile_id }) => profile_id),
  );
  const { code, name } = await world.db
    .selectFrom('expert_profiles as e')
    .innerJoin('profiles as p', 'p.id', 'e.profile_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select((eb) => ['e.code', eb.fn<string>('concat_ws', [eb.val(' '), 'u.first_name', 'u.last_name']).as('name')])
    .where('e.profile_id', '=', cast.expert.profile_id)
    .executeTakeFirstOrThrow();
  // what the expert asks, as the firm compares it and the agreement begins with it
  await world.db
    .insertInto('expert_rates')
    .values({
      expert_profile_id: cast.expert.profile_id,
      unit: 'hour',
      amount_cents: 40_000,
      from_on: '2020-01-01',
      verified_at: world.clock.now(),
    })
    .execute();
  const d = new LegalDriver(atServer(server, { ...cast, requester: paralegal }));
  const now = world.clock.now().getTime();
  const pia = await person();
  const paul = await person();
  const ruth = await person();
  const ines = await person({ viewport: { width: 390, height: 844 }, zone: 'America/New_York' });
  const axel = await person();
  const card = (of: typeof pia) => of.page.getByRole('region', { name: 'Expert disclosure' });
  const work = (of: typeof pia) => of.page.getByRole('region', { name: 'Work' });
  const part = (of: typeof pia, words: string) => card(of).getByRole('listitem').filter({ hasText: words }).first();
  const press = (of: typeof pia, words: string | RegExp) =>
    of.page.getByRole('button', { name: words, exact: typeof words === 'string' }).click();

  await test.step('the paralegal orders it, the names before the facts', async () => {
    const { page } = pia;
    await signIn(pia, paralegal, '/legal-cases');
    await page.getByRole('button', { name: 'New legal case' }).first().click();
    await expect(page).toHaveURL(/\/legal-case\/\d+\/step-one$/);
    d.id = Number(/legal-case\/(\d+)/.exec(page.url())?.[1]);
    await page.getByLabel('Caption').fill('Ferrante v. Brightwater Regional');
    await page.getByLabel('Case number').fill('HL-2026-204');
    await page.getByRole('textbox', { name: /^Court/ }).fill('Circuit Court of Cook County');
    await page.getByRole('combobox', { name: /^State/ }).fill('Illi');
    await page.getByRole('option', { name: 'Illinois' }).click();
    await page
      .getByRole('radiogroup', { name: /For whom/ })
      .getByRole('radio', { name: 'Defense' })
      .check();
    await page.getByRole('textbox', { name: /^Expert disclosure/ }).fill(day(new Date(now + 120 * DAY)));
    await press(pia, 'Continue to names');
    for (const [who, role] of [
      ['Ana Ferrante', 'Plaintiff'],
      ['Brightwater Regional', 'Defendant'],
    ] as const) {
      await press(pia, 'Add a name');
      await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill(who);
      await page.getByLabel('Role').last().selectOption({ label: role });
    }
    await press(pia, 'Continue to expert');
    await page.getByRole('combobox', { name: 'Specialty', exact: true }).fill('Neuros');
    await page.getByRole('option', { name: 'Neurosurgery' }).click();
    await page.getByLabel('Sub-specialty').selectOption({ label: 'Spine' });
    await page.getByRole('radio', { name: /^Testifying expert/ }).check();
    await page
      .getByLabel('Summary of the matter')
      .fill(
        'Fall from a ladder on March 9. Urinary retention was noted by triage. Decompression followed on March 11.',
      );
    await page
      .getByRole('group', { name: /should address/ })
      .getByLabel('Causation')
      .check();
    await press(pia, 'Add a question');
    await page.getByRole('textbox', { name: /question 1/i }).fill('Did the delay change the outcome?');
    const chooser = page.waitForEvent('filechooser');
    await press(pia, 'choose files');
    const buffer = await pdfOf('Triage notes', 2);
    await (await chooser).setFiles({ name: 'Chart.pdf', mimeType: 'application/pdf', buffer });
    const record = page.getByRole('list', { name: 'Records' }).getByRole('listitem').filter({ hasText: 'Chart.pdf' });
    await expect(record).toContainText('checked');
    await server.settle();
    await expect(record).toContainText('2');
    await press(pia, 'Continue to terms');
    await page.getByRole('textbox', { name: /^Needed by/ }).fill(day(new Date(now + 40 * DAY)));
    await page
      .getByRole('radiogroup', { name: /Retainer/ })
      .getByRole('radio', { name: /^Replenished/ })
      .check();
    await page.getByRole('checkbox', { name: /I accept the/ }).check();
    await press(pia, /^Order, \$/);
    await expect(page).toHaveURL(new RegExp(`/legal-case/${d.id}$`));
    await server.settle();
    const { id } = await world.db
      .selectFrom('files')
      .select('id')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    d.fileId = id;
    await d.released();
  });

  await test.step('the matching desk presents three, among whom this expert', async () => {
    await signIn(ruth, cast.matching, `/legal-case/${d.id}/matching`);
    const candidates = ruth.page.getByRole('list', { name: 'Candidates' });
    await expect(candidates.getByRole('checkbox', { checked: true })).toHaveCount(3);
    // others of this database may fit equally well: who is wanted is chosen by hand
    const wanted = candidates.getByRole('checkbox', { name: new RegExp(`^Select .*${name}`) });
    if (!(await wanted.isChecked())) {
      await candidates.getByRole('checkbox', { checked: true }).last().uncheck();
      await wanted.check();
    }
    await inspect(ruth.page);
    await press(ruth, 'Present three experts');
    await expect(
      ruth.page.getByRole('heading', { name: /compares three candidates|compares three experts/ }),
    ).toBeVisible();
    await server.settle();
  });

  await test.step('the partner compares them, and chooses', async () => {
    await signIn(paul, partner, `/legal-case/${d.id}`);
    await paul.page.getByRole('link', { name: 'Compare three candidates' }).first().click();
    const chosen = paul.page.locator('label').filter({ has: paul.page.getByRole('radio', { name: `Expert ${code}` }) });
    await expect(chosen).toContainText('$400.00 an hour');
    await expect(paul.page.getByRole('main')).not.toContainText(name);
    await inspect(paul.page);
    await paul.page.getByRole('radio', { name: `Expert ${code}` }).check();
    await press(paul, `Choose Expert ${code}`);
    await expect.poll(() => d.status()).toBe('invited');
    await server.settle();
  });

  await test.step('the expert clears the names on a telephone, and has the facts only then', async () => {
    const { page } = ines;
    await signIn(ines, cast.expert, '/up-next');
    await page.getByRole('link', { name: 'Read invitation' }).click();
    await expect(page.getByText('Ana Ferrante')).toBeVisible();
    await expect(page.getByText(/ladder|change the outcome/)).toHaveCount(0);
    for (const [key, yes] of Object.entries(CLEAN_ATTESTATION.answers))
      await page
        .locator(`[data-path="answers.${key}"]`)
        .getByRole('radio', { name: yes ? 'Yes' : 'No' })
        .check();
    await inspect(page);
    await press(ines, 'Attest and accept');
    await expect.poll(() => d.status()).toBe('agreement_pending');
    await page.goto(`/legal-case/${d.id}`);
    await page.getByRole('tab', { name: 'People' }).click();
    await expect(page.getByText('Did the delay change the outcome?')).toBeVisible();
  });

  await test.step('the partner proposes the agreement, and the expert signs it', async () => {
    for (const [of, who, words] of [
      [paul, partner, 'Sign and propose'],
      [ines, cast.expert, 'Sign the agreement'],
    ] as const) {
      const { own_name } = await d.agreement(who);
      await of.page.goto(`/legal-case/${d.id}/agreement`);
      if (of === paul) {
        await of.page.getByLabel('Retainer', { exact: true }).fill('4000');
        await expect(of.page.getByLabel('An hour of work', { exact: true })).toHaveValue('400.00');
      }
      await of.page.getByRole('textbox', { name: /^Your name/ }).fill(own_name);
      await of.page.getByRole('checkbox', { name: /I sign this agreement/ }).check();
      await press(of, words);
      await expect.poll(() => d.status()).toBe(of === paul ? 'agreement_proposed' : 'retainer_pending');
    }
  });

  await test.step('the retainer is recorded, and work begins', async () => {
    await press(ines, 'Record a payment');
    await ines.page.getByLabel('Reference').fill('1001');
    await press(ines, 'Record the payment');
    await expect.poll(() => d.status()).toBe('retained');
    await expect(ines.page.getByText('Received $4,000.00')).toBeVisible();
  });

  await test.step('the paralegal asks for a task, on which the expert records an hour', async () => {
    await pia.page.goto(`/legal-case/${d.id}`);
    await press(pia, 'Ask for a task');
    await work(pia).getByLabel('Task', { exact: true }).selectOption({ label: 'Record review' });
    await work(pia).getByLabel('Rate').fill('400');
    await work(pia).getByLabel('Hours approved').fill('3');
    await press(pia, 'Ask for it');
    await expect(work(pia).getByText('0.0 h of 3.0 h, $0.00')).toBeVisible();
    await ines.page.goto(`/legal-case/${d.id}`);
    await work(ines).getByRole('button', { name: 'Add time' }).click();
    await work(ines).getByLabel('Hours').fill('1');
    await work(ines).getByLabel('What was done').fill('Read the triage notes.');
    await work(ines).getByRole('button', { name: 'Record it' }).click();
    await expect(work(pia).getByText('1.0 h of 3.0 h, $400.00')).toBeVisible();
  });

  await test.step('the assistant prepares what was considered', async () => {
    await d.to('delivered');
    await signIn(axel, assistant, `/legal-case/${d.id}`);
    await press(axel, 'Choose what was considered');
    await press(axel, 'Add a source');
    await card(axel).getByLabel('Source', { exact: true }).fill('Interview with counsel, November 2');
    await press(axel, 'Save for the expert');
    await expect(card(axel).getByRole('form', { name: 'Facts or data considered' })).toBeHidden();
    // they prepare and do not sign
    await expect(card(axel).getByRole('button', { name: /^Confirm|^Sign/ })).toHaveCount(0);
  });

  await test.step('the expert confirms both lists and signs', async () => {
    await fetch(`${server.url}/api/v1/cvs/full?name=CV.pdf`, {
      method: 'PUT',
      headers: { ...cast.expert.headers, 'content-type': 'application/pdf' },
      body: new Uint8Array(await pdfOf('Curriculum vitae', 2)),
    });
    await world.db
      .updateTable('cvs')
      .set({ approved_at: world.clock.now() })
      .where('profile_id', '=', cast.expert.profile_id)
      .execute();
    await verifiedRecord(d, 'publication', PUBLICATION);
    await verifiedRecord(d, 'testimony', TESTIMONY);
    await d.freshProof(cast.expert);
    await ines.page.goto(`/legal-case/${d.id}`);
    await press(ines, 'Choose what was considered');
    await expect(card(ines).getByLabel('Source', { exact: true })).toHaveValue('Interview with counsel, November 2');
    await press(ines, 'Confirm the list');
    await expect(part(ines, 'Facts or data considered')).toContainText('Ready: 1 file and 1 other source, confirmed');
    await press(ines, 'Choose the exhibits');
    await press(ines, 'Confirm 1 exhibit');
    await expect(card(ines).getByText(/^All six parts/)).toBeVisible();
    await press(ines, 'Sign the disclosure');
    const { own_name } = await d.must<DisclosureView>(cast.expert, 'GET', d.url('/disclosure'));
    await card(ines).getByLabel('Your name').fill(own_name);
    await card(ines).getByLabel('I have read what each part says').check();
    await inspect(ines.page);
    await press(ines, 'Sign it');
    await expect(card(ines).getByText(new RegExp(`Signed by ${own_name}`))).toBeVisible();
    await server.settle();
  });

  await test.step('the partner opens the packet', async () => {
    await paul.page.goto(`/legal-case/${d.id}`);
    const open = card(paul).getByRole('link', { name: 'Open as PDF: disclosure, version 1' });
    await expect(open).toBeVisible();
    await inspect(paul.page);
    const file = await paul.page.request.get((await open.getAttribute('href')) ?? '');
    expect(file.status()).toBe(200);
    const words = await pdfText(await file.body());
    for (const expected of [
      'Ferrante v. Brightwater Regional',
      'Interview with counsel, November 2',
      PUBLICATION.title,
      TESTIMONY.case_name,
      'Curriculum vitae',
      'Triage notes, page 2',
      '$400.00',
    ])
      expect(words).toContain(expected);
  });
});

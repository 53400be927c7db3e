import type { Page } from '@playwright/test';
import { CHARTS_CORE } from './steps/peer-report.ts';
import { expect, PASSWORD, signInByHand, test } from './fixtures.ts';
import { inspect } from './look.ts';
import { pdfOf } from './steps/records.ts';

const FIELD = { specialty: 'Podiatry', sub_specialty: 'Diabetic foot' };
const REASON = 'The record shows that the result was seen two days late; page two of the chart has the time.';

test('one peer review from order to outcome, the reviewer unknown to the end', async ({
  person,
  server,
  passwordHash,
}) => {
  const { world } = server;
  const password_hash = passwordHash;
  const organization_id = await world.organization({ name: 'Saltmarsh Health' });
  const consultant = (first_name: string, last_name: string) =>
    world.person({ password_hash, profile: 'ClaimConsultant', organization_id, first_name, last_name });
  const quinnPerson = await consultant('Quinn', 'Sayre');
  const iraPerson = await consultant('Ira', 'Fenn');
  const claraPerson = await world.person({ password_hash, role: 'clin_ops', first_name: 'Clara', last_name: 'Osei' });
  const ruthPerson = await world.person({
    password_hash,
    role: 'matching_admin',
    first_name: 'Ruth',
    last_name: 'Amari',
  });
  const expert = await world.expert({ ...FIELD, first_name: 'Imogen', last_name: 'Thackeray' });
  await world.db
    .updateTable('expert_profiles')
    .set({ accepts_kinds: ['Case', 'PeerReview'] })
    .where('profile_id', '=', expert.profile_id)
    .execute();
  await world.db
    .updateTable('credentials')
    .set({ license_key: 'DPM' })
    .where('expert_profile_id', '=', expert.profile_id)
    .execute();
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', expert.user_id).execute();

  const quinn = await person();
  const { page } = quinn;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  let base = '';

  await test.step('order', async () => {
    await signInByHand(quinn, quinnPerson);
    await page.goto('/peer-reviews');
    await expect(page.getByRole('heading', { name: 'Peer Reviews', level: 1 })).toBeVisible();
    await button('New peer review').first().click();
    await expect(page).toHaveURL(/\/peer-review\/\d+\/step-one$/);
    base = `/peer-review/${/peer-review\/(\d+)/.exec(page.url())?.[1]}`;
    // an address can decide the type, which then cannot be changed
    await page.goto(`${base}/step-one?reviewTypeId=1`);
    const type = page.getByLabel('Type of review');
    await expect(type).toHaveValue('chart_audit');
    await expect(type).toBeDisabled();
    // first-time hints, one after the other, put away for good
    await expect(page.getByText('How a peer review is ordered.')).toBeVisible();
    await button('Got it').click();
    // the next one stands right below its field, whose label stays as it was
    const pointed = page.getByText('The type decides the form.');
    await expect(pointed).toBeVisible();
    const below = ((await pointed.boundingBox())?.y ?? 0) - ((await type.boundingBox())?.y ?? 0);
    expect(below).toBeGreaterThan(30);
    expect(below).toBeLessThan(120);
    const example = page.locator('summary').filter({ hasText: 'See an example of a good order' });
    await example.click();
    await expect(page.getByRole('definition').filter({ hasText: 'Adverse outcome' })).toBeVisible();
    await inspect(page);
    await example.click();
    const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('"step_one"') ?? false);
    await button('Got it').click();
    await expect(button('Got it')).toHaveCount(0);
    await kept;
    // it stays so without the words in the address
    await page.goto(`${base}/step-one`);
    await expect(type).toHaveValue('chart_audit');
    await expect(type).toBeDisabled();
    await expect(button('Got it')).toHaveCount(0);
    await page.getByLabel('Reason for the review').selectOption({ label: 'Random sample' });
    await page.getByLabel('Facility').fill('Saltmarsh General');
    await page.getByRole('radio', { name: 'Standard', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Expedited', exact: true }).check();
    await page.locator('summary').filter({ hasText: 'if it helps' }).click();
    await page.getByLabel('Your case number').fill('SG-114');
    await expect(page.getByText('This information is protected under each state', { exact: false })).toBeVisible();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await inspect(page);
    await button('Continue to provider').click();

    await page.getByLabel('Provider under review').fill('Lowell Pike');
    await page.getByRole('combobox', { name: 'License type' }).fill('DPM');
    await page.getByRole('option', { name: 'DPM' }).click();
    await page.getByRole('combobox', { name: 'State', exact: true }).fill('Illi');
    await page.getByRole('option', { name: 'Illinois' }).click();
    await page.getByRole('combobox', { name: 'Specialty', exact: true }).fill(FIELD.specialty);
    await page.getByRole('option', { name: FIELD.specialty }).click();
    await page.getByLabel('Sub-specialty').selectOption({ label: FIELD.sub_specialty });
    // the facility of step one stands there; the provider named meanwhile is offered
    const parties = page.getByRole('group', { name: /Facility, health system/ });
    await expect(parties.getByRole('textbox', { name: 'Name' })).toHaveValue('Saltmarsh General');
    await button('Add Lowell Pike').click();
    await expect(parties.getByRole('textbox', { name: 'Name' })).toHaveCount(2);
    await inspect(page);
    await button('Continue to charts').click();

    await button('Add a chart').click();
    await page.getByLabel('Label').fill('Chart 1');
    await page.getByLabel('Record number or code').fill('55-101');
    await page.getByRole('textbox', { name: 'Date of service' }).first().fill('08/03/2026');
    await button('Add an encounter').click();
    const dates = page.getByRole('textbox', { name: 'Date of service' });
    await expect(dates).toHaveCount(2);
    await dates.last().fill('08/19/2026');
    await button('Add a question').click();
    await page.getByRole('textbox', { name: /question 1/i }).fill('Was the abnormal result acted on in time?');
    // what is saved can move what is below it: a press that begins on a button and ends beside it is none
    await expect(page.getByText(/^Saved/)).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await button('choose files').click();
    const buffer = await pdfOf('Chart 1', ['Visit of August 3.', 'Culture seen on August 19.']);
    await (await chooser).setFiles({ name: 'Chart 1.pdf', mimeType: 'application/pdf', buffer });
    await page.getByLabel('Category of Chart 1.pdf').selectOption({ label: 'Hospital chart' });
    // sent, so that there is something to check
    const records = page.getByRole('list', { name: 'Records' });
    await expect(records).toContainText('checked');
    await server.settle();
    await expect(page.getByText(/1 file, 2 pages/)).toBeVisible();
    await inspect(page);
    await button('Continue to report').click();

    await page.getByLabel('Report form').selectOption({ label: 'Chart audit, several charts' });
    await page.getByRole('textbox', { name: 'Needed by' }).fill('12/18/2026');
    await page
      .getByRole('group', { name: /Who receives the report/ })
      .getByLabel('Ira Fenn')
      .check();
    await page.getByLabel('Committee').fill('Foot and Ankle Peer Review Committee');
    await button('Take 735 Ill. Comp. Stat. 5/8-2101').click();
    await page.getByLabel(/I will keep this review confidential/).check();
    // it is expedited: nothing is ordered before the surcharge is agreed to
    await expect(page.getByText(/^Saved/)).toBeVisible();
    quinn.allow(422);
    await button(/^Order, \$/).click();
    await expect(page.getByText('Agree to the surcharge, or turn “Expedited” off.').first()).toBeVisible();
    await page.getByLabel(/I agree to the surcharge/).check();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await inspect(page);
    await button(/^Order, \$/).click();
    await expect(page).toHaveURL(new RegExp(`${base}$`));
    await server.settle();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lowell Pike, Saltmarsh General');
    await inspect(page);
  });

  const clara = await person();
  await test.step('records check and matching', async () => {
    await signInByHand(clara, claraPerson);
    await clara.page.goto(base);
    await clara.page.getByRole('button', { name: 'Release to matching' }).click();
    await expect(clara.page.getByText('Released. Matching looks for experts now.')).toBeVisible();
    await server.settle();
    const ruth = await person();
    await signInByHand(ruth, ruthPerson);
    await ruth.page.goto(`${base}/matching`);
    await expect(ruth.page.getByRole('checkbox', { name: 'Select Dr. Imogen Thackeray' })).toBeChecked();
    await inspect(ruth.page);
    await ruth.page
      .getByRole('button', { name: /^Invite one expert at once|^Invite/ })
      .last()
      .click();
    await expect(ruth.page.getByText(/invitation sent/i)).toBeVisible();
    await server.settle();
  });

  const imogen = await person({ zone: 'America/New_York' });
  await test.step('acceptance and report', async () => {
    const { page: own } = imogen;
    await signInByHand(imogen, expert);
    await own.goto(`/peer-review-invite/review-${base.split('/').at(-1)}`);
    const form = own.getByRole('form', { name: 'Before any record opens' });
    await expect(form.getByRole('radiogroup')).toHaveCount(8);
    for (const group of await form.getByRole('radiogroup').all()) {
      const label = await group.getAttribute('aria-labelledby');
      const words = (await own.locator(`[id="${label ?? ''}"]`).textContent()) ?? '';
      await group.getByRole('radio', { name: /^(I hold|I have practiced|I will)/.test(words) ? 'Yes' : 'No' }).check();
    }
    await own.getByRole('button', { name: 'Attest and accept' }).click();
    await expect(own).toHaveURL(new RegExp(`${base}$`));
    await server.settle();
    // what the reviewer works from: each chart with the encounters to look at
    await expect(own.getByRole('list', { name: 'Charts' })).toContainText('Chart 1 55-101');
    await expect(own.getByRole('list', { name: 'Charts' })).toContainText('Aug 19, 2026');
    await expect(own.getByText('Random sample')).toBeVisible();
    await inspect(own);
    await own.goto(`${base}/report`);
    await own.getByRole('button', { name: 'Begin the report' }).click();
    await audit(own);
    for (const statement of await own.getByRole('group', { name: 'I confirm' }).getByRole('checkbox').all())
      await statement.check();
    await own.getByRole('button', { name: 'Sign the report' }).click();
    const dialog = own.getByRole('dialog');
    await dialog.getByLabel(/Your password/).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign it' }).click();
    await expect(own.getByRole('heading', { name: 'Signed. In check at Peritus.' })).toBeVisible();
    await server.settle();
  });

  await test.step('quality check', async () => {
    await clara.page.goto(base);
    await clara.page.getByRole('button', { name: 'Take it' }).click();
    await expect(clara.page.getByRole('link', { name: 'Check the report' }).first()).toBeVisible();
    await clara.page.goto(`${base}/report`);
    await inspect(clara.page);
    await clara.page.getByRole('button', { name: 'Deliver' }).click();
    await expect(clara.page.getByText('Delivered. The requester has been notified.')).toBeVisible();
    await server.settle();
  });

  await test.step('reading, acknowledging, the outcome', async () => {
    await page.goto(base);
    await page.getByRole('link', { name: 'Read the report' }).first().click();
    await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
    await expect(page.getByRole('article')).toContainText(REASON);
    await expect(page.locator('body')).not.toContainText('Thackeray');
    await expect(page.getByRole('article')).toContainText(
      'Requested by and for the Foot and Ankle Peer Review Committee under 735 Ill. Comp. Stat. 5/8-2101.',
    );
    await inspect(page);
    const ira = await person();
    await signInByHand(ira, iraPerson);
    await ira.page.goto(`${base}/report`);
    await expect(ira.page.getByRole('article')).toContainText(REASON);
    await page.goto(base);
    await expect(page.locator('body')).not.toContainText('Thackeray');
    await button('Acknowledge the report').click();
    await expect(page.getByText(/^Acknowledged\./)).toBeVisible();
    await button('Record the committee’s outcome').click();
    await page.getByRole('dialog').getByLabel('Outcome').selectOption({ label: 'Education' });
    await inspect(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Record it and close' }).click();
    await expect(page.getByText('Recorded. The review is closed.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('“Education”');
    await page.goto('/completed-peer-reviews');
    await expect(page.getByRole('link', { name: /Lowell Pike, Saltmarsh General/ })).toBeVisible();
  });
});

/** The chart audit: every row of the one chart, one of them not met; then what is said about it. */
async function audit(page: Page): Promise<void> {
  const next = async (section: string) => {
    await page.getByRole('contentinfo').or(page.locator('footer')).getByRole('button', { name: section }).click();
    await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
  };
  for (const label of CHARTS_CORE)
    await page
      .getByRole('combobox', { name: `${label}, Chart 1` })
      .selectOption(label.startsWith('Abnormal') ? 'no' : 'yes');
  await page.getByRole('textbox', { name: /Comment on Abnormal results/ }).fill(REASON);
  await inspect(page);
  await next('Score');
  await expect(page.getByRole('main')).toContainText('93');
  await next('Findings');
  await page.getByRole('textbox', { name: 'Strengths' }).click();
  await page.keyboard.insertText('Complete notes and careful wound descriptions at each visit.');
  const pick = (group: string, option: string) =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option, exact: true }).check();
  await pick('Pattern across the charts', 'Isolated findings');
  await page.getByRole('group', { name: 'Recommended next steps' }).getByLabel('Education or CME').check();
  await pick('Does this need attention before the committee meets?', 'No');
  await next('Answers to the questions asked');
  await page.getByRole('textbox', { name: /Was the abnormal result acted on/ }).click();
  await page.keyboard.insertText(`No. ${REASON}`);
  await next('Attestation and signature');
  await expect(page.getByText(/^Saved/)).toBeVisible();
}

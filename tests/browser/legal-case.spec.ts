import { LegalDriver, legalExperts } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * A legal case in the browser: ordered in four steps by the firm; names cleared by the expert before any fact is seen;
 * a conference asked for; concluded on a telephone.
 */

const day = (at: Date): string => {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`;
};
const DAY = 86_400_000;

test('a legal case from its names to its conclusion', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  await server.world.specialty();
  await legalExperts(
    server.world,
    [cast.expert, ...cast.others].map(({ profile_id }) => profile_id),
  );
  const d = new LegalDriver(atServer(server, cast));
  const dana = await person();
  const { page } = dana;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const now = server.world.clock.now().getTime();

  await test.step('the firm orders it in four steps, the names before the facts', async () => {
    await signIn(dana, cast.requester, '/legal-cases');
    await inspect(page);
    await button('New legal case').first().click();
    await expect(page).toHaveURL(/\/legal-case\/\d+\/step-one$/);
    d.id = Number(/legal-case\/(\d+)/.exec(page.url())?.[1]);
    await page.getByLabel('Caption').fill('Ferrante v. Brightwater Regional');
    await page.getByLabel('Case number').fill('HL-2026-118');
    await page.getByRole('textbox', { name: /^Court/ }).fill('Circuit Court of Cook County');
    await page.getByRole('combobox', { name: /^State/ }).fill('Illi');
    await page.getByRole('option', { name: 'Illinois' }).click();
    await page
      .getByRole('radiogroup', { name: /For whom/ })
      .getByRole('radio', { name: 'Defense' })
      .check();
    await page.getByRole('textbox', { name: /^Expert disclosure/ }).fill(day(new Date(now + 120 * DAY)));
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await inspect(page);
    await button('Continue to names').click();
    await expect(page.getByText('no facts, no questions, no records')).toBeVisible();
    await button('Add a name').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Ana Ferrante');
    await page.getByLabel('Role').last().selectOption({ label: 'Plaintiff' });
    await button('Add a name').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Brightwater Regional');
    await page.getByLabel('Role').last().selectOption({ label: 'Defendant' });
    await inspect(page);
    await button('Continue to expert').click();
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
    await button('Add a question').click();
    await page.getByRole('textbox', { name: /question 1/i }).fill('Did the delay change the outcome?');
    await inspect(page);
    await button('Continue to terms').click();
    await page.getByRole('textbox', { name: /^Needed by/ }).fill(day(new Date(now + 40 * DAY)));
    await page
      .getByRole('radiogroup', { name: /Retainer/ })
      .getByRole('radio', { name: /^Replenished/ })
      .check();
    await page.getByRole('checkbox', { name: /I accept the/ }).check();
    await inspect(page);
    await button(/^Order, \$/).click();
    await expect(page).toHaveURL(new RegExp(`/legal-case/${d.id}$`));
    await server.settle();
    await expect(page.getByRole('heading', { name: 'Peritus checks the names' })).toBeVisible();
    await inspect(page);
  });

  await test.step('the expert clears the names on a telephone, and sees the facts only then', async () => {
    await d.to('selected');
    const ines = await person({ viewport: { width: 390, height: 844 }, zone: 'America/New_York' });
    await signIn(ines, cast.expert, `/legal-case-invite/review-${d.id}`);
    await expect(ines.page.getByText('You see the names and nothing else.')).toBeVisible();
    await expect(ines.page.getByText('Ana Ferrante')).toBeVisible();
    await expect(ines.page.getByText(/Fall from a ladder|change the outcome/)).toHaveCount(0);
    await inspect(ines.page);
    await d.accepted();
    await ines.page.goto(`/legal-case/${d.id}`);
    await expect(ines.page.getByRole('heading', { name: 'The requester proposes the agreement' })).toBeVisible();
    await inspect(ines.page);
    await ines.page.getByRole('tab', { name: 'People' }).click();
    await expect(ines.page.getByText('Did the delay change the outcome?')).toBeVisible();
  });

  await test.step('the firm proposes the agreement, which is signed as it is sent', async () => {
    await page.goto(`/legal-case/${d.id}`);
    await page.getByRole('link', { name: 'Open the agreement' }).click();
    await expect(page.getByRole('heading', { name: 'Terms to propose' })).toBeVisible();
    await page.getByLabel('Retainer', { exact: true }).fill('4000');
    await page.getByLabel('Further terms').fill('By video where the court allows it.');
    // what was written is there after a reload
    await page.reload();
    await expect(page.getByLabel('Retainer', { exact: true })).toHaveValue('4000.00');
    await button('Sign and propose').click();
    await expect(page.getByText('Type your name.', { exact: true })).toBeVisible();
    await inspect(page);
    await page.getByRole('textbox', { name: /^Your name/ }).fill((await d.agreement()).own_name);
    await page.getByRole('checkbox', { name: /I sign this agreement/ }).check();
    await button('Sign and propose').click();
    await expect.poll(() => d.status()).toBe('agreement_proposed');
    await expect(page.getByRole('heading', { name: /^Version 1, by/ })).toBeVisible();
    await inspect(page);
  });

  await test.step('the expert answers with other terms on a telephone, in the dark', async () => {
    const ines = await person({ viewport: { width: 390, height: 844 }, dark: true });
    await signIn(ines, cast.expert, `/legal-case/${d.id}/agreement`);
    await ines.page.getByRole('button', { name: 'Propose other terms' }).click();
    await ines.page.getByLabel('An hour of deposition').fill('900');
    await expect(ines.page.getByRole('cell', { name: '$900.00 an hour' })).toBeVisible();
    await ines.page.getByRole('textbox', { name: /^Your name/ }).fill((await d.agreement(cast.expert)).own_name);
    await ines.page.getByRole('checkbox', { name: /I sign this agreement/ }).check();
    await ines.page.getByRole('button', { name: 'Sign and propose' }).click();
    await expect.poll(() => d.status()).toBe('agreement_countered');
    await inspect(ines.page);
  });

  await test.step('the firm reads what changed and signs; the retainer is recorded by the expert', async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /Deposition .* \$900.00 an hour/ })).toBeVisible();
    await page.getByRole('textbox', { name: /^Your name/ }).fill((await d.agreement()).own_name);
    await page.getByRole('checkbox', { name: /I sign this agreement/ }).check();
    await button('Sign the agreement').click();
    await expect.poll(() => d.status()).toBe('retainer_pending');
    await expect(page.getByText('$4,000.00').first()).toBeVisible();
    await inspect(page);
    const ines = await person();
    await signIn(ines, cast.expert, `/legal-case/${d.id}/agreement`);
    await ines.page.getByRole('button', { name: 'Record a payment' }).click();
    await ines.page.getByLabel('Reference').fill('1001');
    await inspect(ines.page);
    await ines.page.getByRole('button', { name: 'Record the payment' }).click();
    await expect.poll(() => d.status()).toBe('retained');
    await expect(ines.page.getByText('Received $4,000.00')).toBeVisible();
    await ines.page.goto(`/legal-case/${d.id}`);
    await expect(ines.page.getByRole('heading', { name: 'Read the records' })).toBeVisible();
    await inspect(ines.page);
  });

  await test.step('the firm asks for a conference, then concludes the matter on a telephone', async () => {
    await page.goto(`/legal-case/${d.id}`);
    await button('Ask for a conference').click();
    await page.getByLabel(/What it should be about/).fill('Before anything is in writing.');
    await button('Ask for the conference').click();
    await expect.poll(() => d.status()).toBe('awaiting_times');
    await inspect(page);
    await d.must(cast.requester, 'POST', d.url('/actions/give_up_call'), {});
    const phone = await person({ viewport: { width: 390, height: 844 } });
    await signIn(phone, cast.requester, `/legal-case/${d.id}`);
    await phone.page.getByRole('button', { name: 'Conclude the matter' }).click();
    const dialog = phone.page.getByRole('dialog', { name: 'How did the matter end?' });
    await dialog.getByLabel('It ended by').selectOption({ label: 'Settled' });
    await inspect(phone.page);
    await dialog.getByRole('button', { name: 'Conclude it' }).click();
    await expect.poll(() => d.status()).toBe('concluded');
    await inspect(phone.page);
  });
});

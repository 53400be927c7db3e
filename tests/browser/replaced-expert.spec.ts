import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* An expert withdraws while the report is written, hands over on a telephone, and another begins anew with what the firm lets them read. */
test('an expert withdraws with a handover, and another follows', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new LegalDriver(atServer(server, cast)).to('reportStarted');
  const ines = await person({ viewport: { width: 390, height: 844 }, dark: true });
  const greta = await person();
  const HANDOVER = 'The chart is read to page 40. The imaging is not.';

  await test.step('what is missing is said, what was written stays', async () => {
    await signIn(ines, cast.expert, `/legal-case/${d.id}/agreement`);
    await ines.page.getByRole('button', { name: 'Withdraw from the matter' }).click();
    const form = ines.page.getByRole('form', { name: 'Withdraw from the matter' });
    await form.getByRole('button', { name: 'Withdraw' }).click();
    await expect(form.getByText('Say why, in a sentence or two.')).toBeVisible();
    await expect(form.getByText('Say what is done, what is open, and where things are.')).toBeVisible();
    await expect(form.getByLabel('Why')).toBeFocused();
    await form.getByLabel('Why').fill('I am ill for months.');
    await form.getByLabel('Handover').fill(HANDOVER);
    await inspect(ines.page);
    await ines.page.reload();
    await ines.page.getByRole('button', { name: 'Withdraw from the matter' }).click();
    await expect(form.getByLabel('Handover')).toHaveValue(HANDOVER);
    // the page may ask once more for what they have just left
    ines.allow(404);
    await form.getByRole('button', { name: 'Withdraw' }).click();
    await expect(ines.page).toHaveURL(/\/up-next/);
  });

  await test.step('what became of the records is asked of them on a page of their own, and signed', async () => {
    await server.settle();
    await d.freshProof(cast.expert);
    await ines.page.reload();
    await ines.page.getByRole('link', { name: 'Sign the certificate' }).click();
    await expect(ines.page).toHaveURL(/\/records-to-certify#return-\d+$/);
    const { returns } = await d.must<{ returns: { own_name: string; facts: { caption: string } }[] }>(
      cast.expert,
      'GET',
      '/api/v1/record_returns',
    );
    const asked = ines.page.getByRole('region', { name: returns[0]?.facts.caption ?? 'none' });
    await asked.getByRole('button', { name: /^Say what became of the records/ }).click();
    await expect(asked.getByLabel('What became of them')).toBeFocused();
    await asked.getByRole('button', { name: 'Sign the certificate' }).click();
    await expect(asked.getByText('Choose what became of them.')).toBeVisible();
    await asked.getByLabel('What became of them').selectOption({ label: 'Destroyed' });
    await asked.getByLabel('How', { exact: true }).fill('Shredded what was printed.');
    await inspect(ines.page);
    await asked.getByLabel('Your name').fill(returns[0]?.own_name ?? '');
    await asked.getByLabel('I have read it as a whole').check();
    await asked.getByRole('button', { name: 'Sign the certificate' }).click();
    await expect(asked.getByText(/^Destroyed\. Signed /)).toBeVisible();
    await inspect(ines.page);
  });

  await test.step('the firm reads it, asks for another expert, and lets them read it', async () => {
    await server.settle();
    await signIn(greta, cast.requester, `/legal-case/${d.id}`);
    const card = greta.page.getByRole('region', { name: 'Experts before' });
    await expect(card.getByText(HANDOVER)).toBeVisible();
    await expect(card.getByText('Reason: I am ill for months.')).toBeVisible();
    await card.getByRole('button', { name: 'Let the next expert read it' }).click();
    await expect(card.getByText('The next expert can read this handover.')).toBeVisible();
    await inspect(greta.page);
  });

  await test.step('who follows reads it, and begins a report of their own', async () => {
    const [second, ...others] = cast.others;
    if (!second) throw new Error('There is nobody to follow.');
    const next = new LegalDriver(atServer(server, { ...cast, expert: second, others }));
    next.id = d.id;
    await next.replaced();
    await next.to('reportRequested');
    const paul = await person();
    await signIn(paul, second, `/legal-case/${d.id}`);
    const card = paul.page.getByRole('region', { name: 'Handover' });
    await expect(card.getByText(HANDOVER)).toBeVisible();
    await expect(paul.page.getByText('I am ill for months.')).toHaveCount(0);
    await inspect(paul.page);
    await paul.page.goto(`/legal-case/${d.id}/report`);
    await expect(paul.page.getByRole('button', { name: /Start the report|Begin/ }).first()).toBeVisible();
  });
});

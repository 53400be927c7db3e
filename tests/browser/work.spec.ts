import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * Work by the hour: the firm asks for a task, the expert runs the timer on a telephone, the budget holds, more is asked for
 * and granted.
 */
test('work by the hour, within what is approved', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new LegalDriver(atServer(server, cast)).to('accepted');
  await d.agreementProposed(cast.requester, { hourly_cents: 42_500, step_minutes: 1, budget_cents: null });
  await d.to('retainerPaid');
  const firm = await person();
  const expert = await person();
  // what the budget does not hold
  expert.allow(409);
  const work = (of: typeof firm) => of.page.getByRole('region', { name: 'Work' });
  const press = (of: typeof firm, name: string) => work(of).getByRole('button', { name, exact: true }).click();

  await test.step('the firm asks for a task with its rate and hours', async () => {
    await signIn(firm, cast.requester, `/legal-case/${d.id}`);
    await press(firm, 'Ask for a task');
    // what is missing is said at its field; the first takes the focus
    await press(firm, 'Ask for it');
    for (const missing of ['Choose the task.', 'Enter the rate.', 'Enter the hours.'])
      await expect(work(firm).getByText(missing)).toBeVisible();
    await expect(work(firm).getByLabel('Task', { exact: true })).toBeFocused();
    await inspect(firm.page);
    await work(firm).getByLabel('Task', { exact: true }).selectOption({ label: 'Record review' });
    await work(firm).getByLabel('Rate').fill('425');
    await work(firm).getByLabel('Hours approved').fill('0.1');
    await inspect(firm.page);
    await press(firm, 'Ask for it');
    await expect(work(firm).getByText('0.0 h of 0.1 h, $0.00')).toBeVisible();
  });

  await test.step('the expert runs the timer on a telephone', async () => {
    await expert.page.setViewportSize({ width: 390, height: 844 });
    await signIn(expert, cast.expert, `/legal-case/${d.id}`);
    await press(expert, 'Start the timer');
    await expect(work(expert).getByText('0:00, Record review')).toBeVisible();
    await expert.page.reload();
    await inspect(expert.page);
    await press(expert, 'Stop the timer');
    await press(expert, 'Record it');
    await expect(work(expert).getByText('Say what was done.')).toBeVisible();
    await expect(work(expert).getByLabel('What was done')).toBeFocused();
    await work(expert).getByLabel('What was done').fill('Read the triage notes.');
    await press(expert, 'Record it');
    await expect(work(expert).getByText('0.02 h of 0.1 h')).toBeVisible();
  });

  await test.step('the budget takes nothing above it, and what was written stays over a reload', async () => {
    await press(expert, 'Add time');
    await press(expert, 'Record it');
    await expect(work(expert).getByText('Enter the hours.')).toBeVisible();
    await expect(work(expert).getByText('Say what was done.')).toBeVisible();
    await expect(work(expert).getByLabel('Hours')).toBeFocused();
    await inspect(expert.page);
    await work(expert).getByLabel('Hours').fill('0.5');
    await work(expert).getByLabel('What was done').fill('Read the operative report.');
    await press(expert, 'Record it');
    await expect(work(expert).getByText(/h of 0\.1 h are left on this task/)).toBeVisible();
    await expert.page.emulateMedia({ colorScheme: 'dark' });
    await inspect(expert.page);
    await expert.page.reload();
    await press(expert, 'Add time');
    await expect(work(expert).getByLabel('What was done')).toHaveValue('Read the operative report.');
    await press(expert, 'Leave it as it is');
    await press(expert, 'Ask for more hours');
    // what is missing is said at its field, which takes the focus
    await press(expert, 'Ask for them');
    await expect(work(expert).getByText('Write a sentence or two.')).toBeVisible();
    await expect(work(expert).getByLabel('Why are they needed?')).toBeFocused();
    await expect(work(expert).getByText('Enter how many hours more.')).toBeVisible();
    await inspect(expert.page);
    await work(expert).getByLabel('Why are they needed?').fill('Nine hundred pages came later.');
    await press(expert, 'Ask for them');
    await expect(work(expert).getByLabel('Hours more')).toBeFocused();
    await work(expert).getByLabel('Hours more').fill('1');
    await press(expert, 'Ask for them');
  });

  await test.step('the firm grants the hours, and the time is recorded', async () => {
    await expect(work(firm).getByText(/asks for 1\.0 h more: Nine hundred pages/)).toBeVisible();
    await inspect(firm.page);
    await press(firm, 'Grant 1.0 h more');
    await expect(work(expert).getByText('0.02 h of 1.1 h')).toBeVisible();
    await press(expert, 'Add time');
    await press(expert, 'Record it');
    await expect(work(firm).getByText('0.52 h of 1.1 h')).toBeVisible();
  });
});

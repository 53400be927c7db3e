import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* A deposition: the firm asks, the expert declines and then confirms on a telephone, the firm reads what calling it off costs. */
test('a deposition is asked for, declined, moved, confirmed and called off', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new LegalDriver(atServer(server, cast)).to('accepted');
  await d.agreementProposed(cast.requester, {
    retainer_cents: 0,
    replenish_below_cents: 0,
    holds_when_used_up: false,
    budget_cents: null,
    deposition_hourly_cents: 60_000,
    deposition_minimum_hours: 4,
    cancel_days: 60,
    cancel_percent: 50,
  });
  await d.agreementSigned();
  const firm = await person();
  const expert = await person({ viewport: { width: 390, height: 844 } });
  const card = (of: typeof firm) => of.page.getByRole('region', { name: 'Deposition and trial' });
  const press = (of: typeof firm, name: string) => card(of).getByRole('button', { name, exact: true }).click();
  const day = (days: number) => new Date(server.world.clock.now().getTime() + days * 86_400_000);
  const shown = (at: Date) =>
    at.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'UTC' });

  await test.step('the firm asks; what is missing is said first', async () => {
    await signIn(firm, cast.requester, `/legal-case/${d.id}`);
    await press(firm, 'Ask for a session');
    await press(firm, 'Ask the expert');
    await expect(card(firm).getByText('Choose the day.')).toBeVisible();
    await card(firm).getByLabel('Day').fill(shown(day(20)));
    await card(firm).getByLabel('Begins at').fill('09:00');
    await card(firm).getByLabel('Expected to take').fill('5');
    await card(firm).getByLabel('Place').fill('12 Harbor Street, Suite 4');
    await press(firm, 'Add a person');
    await card(firm).getByLabel('Name').fill('Jonah Priddy');
    await inspect(firm.page);
    // kept over a reload
    await firm.page.reload();
    await press(firm, 'Ask for a session');
    await expect(card(firm).getByLabel('Place')).toHaveValue('12 Harbor Street, Suite 4');
    await press(firm, 'Ask the expert');
    await expect(card(firm).getByText('Asked for. With the expert')).toBeVisible();
    await inspect(firm.page);
  });

  await test.step('the expert declines on a telephone, and confirms another day', async () => {
    await signIn(expert, cast.expert, `/legal-case/${d.id}`);
    await press(expert, 'I cannot be there');
    await card(expert).getByLabel('Why not?').fill('In surgery all day.');
    await inspect(expert.page);
    await press(expert, 'Tell the firm');
    await expect(card(expert).getByText('Declined. With the requester: In surgery all day.')).toBeVisible();
    await firm.page.reload();
    await press(firm, 'Change time or place');
    await card(firm).getByLabel('Day').fill(shown(day(24)));
    await card(firm).getByLabel('Why is it changed?').fill('Another day.');
    await inspect(firm.page);
    await press(firm, 'Change it');
    await expect(card(firm).getByText('Asked for. With the expert: Another day.')).toBeVisible();
    await expert.page.reload();
    await press(expert, 'Confirm');
    await expect(card(expert).getByText('Confirmed', { exact: true })).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('what calling it off costs is said before', async () => {
    await firm.page.reload();
    await press(firm, 'Call it off');
    await expect(card(firm).getByText('$1,200.00 is charged for it, as agreed.')).toBeVisible();
    await card(firm).getByLabel('Why?').fill('It settled.');
    await press(firm, 'Call it off for $1,200.00');
    await expect(card(firm).getByText('Called off: It settled.')).toBeVisible();
    await expect(firm.page.getByRole('region', { name: 'Work', exact: true }).getByText('0.0 h, $1,200.00').first()).toBeVisible();
  });
});

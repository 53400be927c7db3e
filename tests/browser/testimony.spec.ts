import type { SessionsView } from '../../src/features/testimony/contract.ts';
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
  // where no rule gives the day errata are due, the form asks for it
  firm.allow(422);
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
    await expect(card(firm).getByText('Enter how long.')).toBeVisible();
    await expect(card(firm).getByRole('textbox', { name: 'Day' })).toBeFocused();
    await card(firm)
      .getByRole('textbox', { name: 'Day' })
      .fill(shown(day(20)));
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
    await expect(firm.page.getByText('Set another time, or call it off')).toBeVisible();
    await firm.page.getByRole('link', { name: 'See the session' }).click();
    await expect(card(firm)).toBeInViewport();
    await press(firm, 'Change time or place');
    await card(firm)
      .getByRole('textbox', { name: 'Day' })
      .fill(shown(day(24)));
    await card(firm).getByLabel('Why is it changed?').fill('Another day.');
    await inspect(firm.page);
    await press(firm, 'Change it');
    await expect(card(firm).getByText('Asked for. With the expert: Another day.')).toBeVisible();
    await expert.page.reload();
    await press(expert, 'Confirm');
    await expect(card(expert).getByText('Confirmed', { exact: true })).toBeVisible();
    await inspect(expert.page);
    await expert.page.goto('/up-next');
    await expect(expert.page.getByRole('link', { name: 'Be at the deposition' })).toBeVisible();
    await inspect(expert.page);
    await expert.page.getByRole('link', { name: 'Be at the deposition' }).click();
    await expect(card(expert)).toBeInViewport();
  });

  await test.step('what calling it off costs is said before', async () => {
    await firm.page.reload();
    await press(firm, 'Call it off');
    await expect(card(firm).getByText('$1,200.00 is charged for it, as agreed.')).toBeVisible();
    await card(firm).getByLabel('Why?').fill('It settled.');
    await press(firm, 'Call it off for $1,200.00');
    await expect(card(firm).getByText('Called off: It settled.')).toBeVisible();
    await expect(
      firm.page.getByRole('region', { name: 'Work', exact: true }).getByText('0.0 h, $1,200.00').first(),
    ).toBeVisible();
  });

  await test.step('held, its time is recorded; the transcript is corrected and the sheet signed', async () => {
    const starts_at = day(1 / 24).toISOString();
    const asked = await d.must<SessionsView>(cast.requester, 'POST', d.url('/testimony/ask'), {
      type: 'deposition',
      starts_at,
      minutes: 240,
      zone: 'America/Chicago',
      link: 'https://video.example/deposition',
    });
    const id = asked.sessions.find((one) => one.state === 'asked')?.id;
    await d.must(cast.expert, 'POST', d.url(`/testimony/${id}/confirm`), { starts_at });
    await server.advance({ hours: 6 });
    await signIn(expert, cast.expert, `/legal-case/${d.id}`);
    await press(expert, 'Say how it was held');
    const end = new Date(Date.parse(starts_at) + 150 * 60_000);
    await card(expert)
      .getByLabel('Ended at')
      .fill(end.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'America/Chicago' }));
    await inspect(expert.page);
    await press(expert, 'Record it');
    await expect(card(expert).getByText(/: 4\.0 h recorded$/)).toBeVisible();
    await press(expert, 'Add it to my testimony');
    await expect(card(expert).getByRole('button', { name: 'Add it to my testimony' })).toBeHidden();

    await signIn(firm, cast.requester, `/legal-case/${d.id}`);
    await press(firm, 'The transcript is available');
    await press(firm, 'Tell the expert');
    await expect(card(firm).getByText(/have no rule here/)).toBeVisible();
    await card(firm)
      .getByRole('textbox', { name: 'Errata are due on' })
      .fill(shown(day(30)));
    await inspect(firm.page);
    await press(firm, 'Tell the expert');
    await expect(card(firm).getByText(/^Transcript available since/)).toBeVisible();

    await expert.page.reload();
    await d.freshProof(cast.expert);
    await press(expert, 'Write the errata sheet');
    await press(expert, 'Add a correction');
    for (const [label, value] of [
      ['Page', '41'],
      ['Line', '7'],
      ['It reads', 'left'],
      ['It should read', 'right'],
      ['Reason', 'Misheard'],
    ] as const)
      await card(expert).getByLabel(label, { exact: true }).fill(value);
    const { own_name } = await d.must<SessionsView>(cast.expert, 'GET', d.url('/testimony'));
    await card(expert).getByLabel('Your name').fill(own_name);
    await card(expert).getByLabel('I have read the transcript').check();
    await inspect(expert.page);
    await press(expert, 'Sign the sheet');
    await expect(card(expert).getByText(`Errata sheet signed by ${own_name}: 1 correction`)).toBeVisible();
    await expect(card(expert).getByRole('link', { name: 'Errata sheet as PDF' })).toBeVisible();
    await expert.page.getByText('Statements by month (1)').click();
    await expect(expert.page.getByRole('link', { name: /^Open as PDF: statement of / })).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('whoever concludes the matter is told first what that calls off, and what it costs', async () => {
    const starts_at = day(5).toISOString();
    const asked = await d.must<SessionsView>(cast.requester, 'POST', d.url('/testimony/ask'), {
      type: 'deposition',
      starts_at,
      minutes: 240,
      zone: 'America/Chicago',
      link: 'https://video.example/deposition',
    });
    const id = asked.sessions.find((one) => one.state === 'asked')?.id;
    await d.must(cast.expert, 'POST', d.url(`/testimony/${id}/confirm`), { starts_at });
    await firm.page.reload();
    await firm.page.getByRole('button', { name: 'More actions' }).click();
    await firm.page.getByRole('menuitem', { name: 'Conclude the matter' }).click();
    const dialog = firm.page.getByRole('dialog');
    await expect(dialog.getByText(/1 session of testimony is called off, charged as agreed: \$/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Conclude it, pay \$/ })).toBeVisible();
    await inspect(firm.page);
    await dialog.getByRole('combobox', { name: 'It ended by' }).selectOption({ index: 1 });
    await dialog.getByRole('button', { name: /^Conclude it/ }).click();
    await expect(dialog).toBeHidden();
    await expect(
      card(firm)
        .getByText(/called off/i)
        .first(),
    ).toBeVisible();
  });
});

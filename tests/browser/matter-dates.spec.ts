import { addDays } from '../../src/core/durations.ts';
import { dateText } from '../../src/core/dates.ts';
import { LegalDriver, legalExperts } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* Dates of a matter: pasted from an order and confirmed, computed by a rule, changed by hand, read by the expert. */
test('the dates of a matter', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  await server.world.specialty();
  await legalExperts(
    server.world,
    [cast.expert, ...cast.others].map(({ profile_id }) => profile_id),
  );
  const d = new LegalDriver(atServer(server, cast));
  await d.draft({ federal: true, disclosure_deadline: null });
  await d.to('accepted');
  const trial = addDays(server.world.clock.now().toISOString().slice(0, 10), 400);
  const dana = await person();
  const { page } = dana;
  const card = page.getByRole('region', { name: 'Dates of the matter' });

  await test.step('an order is pasted; what was understood is confirmed before anything is kept', async () => {
    await signIn(dana, cast.requester, `/legal-case/${d.id}`);
    await expect(card.getByText(/^Computed, in/)).toBeVisible();
    await card.getByRole('button', { name: 'Enter a date' }).click();
    await card.getByRole('button', { name: 'Enter it' }).click();
    await expect(card.getByText('Choose what it is.')).toBeVisible();
    await expect(card.getByText('Enter the day.')).toBeVisible();
    await expect(card.getByLabel('What', { exact: true })).toBeFocused();
    await inspect(page);
    await card.getByRole('button', { name: 'Leave it as it is' }).click();
    await card.getByRole('button', { name: 'Paste a scheduling order' }).click();
    await card.getByRole('button', { name: 'Enter them' }).click();
    await expect(card.getByText('Paste the lines of the order.')).toBeVisible();
    await expect(card.getByLabel('Lines of the order')).toBeFocused();
    await card
      .getByLabel('Lines of the order')
      .fill(
        [
          `Trial: ${dateText(trial, 'long')} at 9:00 a.m.`,
          `${addDays(trial, -150)}: rebuttal expert reports`,
          `Mediation on or before ${dateText(addDays(trial, -60), 'long')}`,
          'The parties shall confer.',
        ].join('\n'),
      );
    await expect(card.getByText('Not understood: “The parties shall confer.”')).toBeVisible();
    await card.getByLabel(/^Mediation/).check();
    await inspect(page);
    await card.getByRole('button', { name: 'Enter 3 dates' }).click();
    await expect(card.getByText(`Mediation: ${dateText(addDays(trial, -60), 'weekday')}`)).toBeVisible();
    await expect(card.getByText(/^Trial: .*9:00 AM at the court$/)).toBeVisible();
    await expect(card.getByText(/^90 days before the trial/)).toBeVisible();
  });

  await test.step('what was ordered goes before the rule; a date is removed', async () => {
    await card.getByRole('button', { name: 'Change: Expert disclosure' }).click();
    const day = addDays(trial, -120);
    const [year, month, date] = day.split('-');
    await card.getByRole('textbox', { name: 'Day of: Expert disclosure' }).fill(`${month}/${date}/${year}`);
    await card.getByRole('button', { name: 'Save the date' }).click();
    await expect(card.getByText(`Expert disclosure: ${dateText(day, 'weekday')}`)).toBeVisible();
    await expect(card.getByText(/The rule alone would give another day/)).toBeVisible();
    await card.getByRole('button', { name: 'Remove: Mediation' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(card.getByText(/^Mediation/)).toHaveCount(0);
    const saved = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Calendar file' }).click();
    expect((await saved).suggestedFilename()).toMatch(/-dates\.ics$/);
  });

  await test.step('the expert reads them on a telephone, in the dark', async () => {
    const ines = await person({ viewport: { width: 390, height: 844 }, dark: true });
    await signIn(ines, cast.expert, `/legal-case/${d.id}`);
    const read = ines.page.getByRole('region', { name: 'Dates of the matter' });
    await expect(read.getByText(/^Rebuttal/)).toBeVisible();
    await expect(read.getByText(/Your move/)).toBeVisible();
    await expect(read.getByRole('button', { name: 'Enter a date' })).toHaveCount(0);
    await inspect(ines.page);
  });

  await test.step('clinical operations say who reviewed a rule', async () => {
    const ruth = await person();
    await signIn(ruth, cast.clinOps, '/admin/court-rules');
    await expect(ruth.page.getByText('Nobody has reviewed it yet.')).toHaveCount(3);
    await ruth.page.getByRole('button', { name: 'Write a version: Fed. R. Civ. P. 30(e)(1), 6(a)' }).click();
    const form = ruth.page.getByRole('form', { name: 'Write a version' });
    await form.getByLabel(/^Reviewed by/).fill('Ruth Aldane');
    await form.getByLabel('Why it is written').fill('Read beside the rule.');
    const today = server.world.clock.now().toISOString().slice(0, 10);
    const [year, month, date] = today.split('-');
    await form.getByRole('textbox', { name: 'Read there on' }).fill(`${month}/${date}/${year}`);
    await inspect(ruth.page);
    await form.getByRole('button', { name: 'Save the rule' }).click();
    await expect(ruth.page.getByText('Reviewed by Ruth Aldane.')).toBeVisible();
  });
});

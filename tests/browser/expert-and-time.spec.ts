import { castFor } from '../harness/review-driver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { expect, expectAccessible, expectFits, expectSound, signIn, test, type Watched } from './fixtures.ts';

/** A case in matching, and everybody able to sign in. */
async function caseInMatching(server: ServerProcess) {
  const cast = await castFor(server.world);
  const d = await new CaseDriver(atServer(server, cast)).to('released');
  return { cast, d };
}

const button = ({ page }: Watched, name: string | RegExp) => page.getByRole('button', { name });

/** Answers every line of the attestation as someone without a conflict, except the lines given. */
async function attest({ page }: Watched, other: Record<string, 'Yes' | 'No'> = {}): Promise<void> {
  const form = page.getByRole('form', { name: 'Before any record opens' });
  await expect(form.getByRole('radiogroup')).toHaveCount(8);
  for (const group of await form.getByRole('radiogroup').all()) {
    const text = (await group.getAttribute('aria-labelledby')) ?? '';
    const words = await page.locator(`[id="${text}"]`).textContent();
    const deviating = Object.entries(other).find(([start]) => words?.startsWith(start));
    const clean = /^(I hold|I have practiced|I will)/.test(words ?? '') ? 'Yes' : 'No';
    await group.getByRole('radio', { name: deviating?.[1] ?? clean }).check();
  }
}

test('from the board to a call: presented, compared, attested, offered, set', async ({ person, server }) => {
  const { cast, d } = await caseInMatching(server);
  const [ruth, dana, ines] = [await person(), await person(), await person({ zone: 'America/New_York' })];

  await signIn(ruth, cast.matching);
  await ruth.page.goto(`/case/${d.id}/matching`);
  await expect(ruth.page.getByRole('list', { name: 'Candidates' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(ruth.page);
  // the ways to ask stand beside each other
  const ways = ruth.page.getByRole('radiogroup', { name: 'How to ask' }).getByRole('radio');
  await expect(ways).toHaveCount(3);
  const tops = await ways.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  // present exactly the cast: untick whoever the ranking suggests, tick them by code
  await expect(button(ruth, /^Leave .* out$/).first()).toBeVisible();
  while ((await button(ruth, /^Leave .* out$/).count()) > 0)
    await button(ruth, /^Leave .* out$/)
      .first()
      .click();
  await button(ruth, 'Present experts').click();
  await expect(ruth.page.getByRole('alert').getByText('Check at least one expert first.')).toBeVisible();
  const more = button(ruth, 'Show all');
  if ((await more.count()) > 0) await more.click();
  const codes = await server.world.db
    .selectFrom('expert_profiles')
    .select('code')
    .where(
      'profile_id',
      'in',
      [cast.expert, ...cast.others].map((e) => e.profile_id),
    )
    .orderBy('profile_id')
    .execute();
  for (const { code } of codes)
    await ruth.page
      .getByRole('list', { name: 'Candidates' })
      .getByRole('listitem')
      .filter({ has: ruth.page.getByText(code, { exact: true }) })
      .getByRole('checkbox')
      .check();
  await ruth.page.getByLabel(/^Note to/).fill('All three fit.');
  await button(ruth, 'Present three experts').click();
  await expect(ruth.page.getByRole('heading', { name: /compares three experts/ })).toBeVisible();

  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}/experts`);
  await expect(dana.page.getByText('All three fit.')).toBeVisible();
  await expectAccessible(dana.page);
  const code = codes[0]?.code ?? '';
  await dana.page.getByRole('radio', { name: new RegExp(code) }).check();
  await button(dana, new RegExp(`^Choose .*${code}`)).click();
  await expect(dana.page).toHaveURL(new RegExp(`/case/${d.id}$`));
  expect(await d.status()).toBe('invited');

  await signIn(ines, cast.expert);
  await ines.page.goto(`/case-invite/review-${d.id}`);
  await expect(ines.page.getByRole('heading', { name: 'Names to check' })).toBeVisible();
  await button(ines, 'Attest and accept').click();
  await expect(ines.page.getByText('Answer yes or no.').first()).toBeVisible();
  await attest(ines);
  await expectAccessible(ines.page);
  await button(ines, 'Attest and accept').click();
  await expect(ines.page).toHaveURL(new RegExp(`/case/${d.id}$`));

  await ines.page.goto(`/case/${d.id}/choose-available-times`);
  await expect(ines.page.getByRole('grid')).toBeVisible();
  await expectAccessible(ines.page);
  await button(ines, 'Offer these times').click();
  await expect(ines.page.getByText('Three more: at least three have to be on offer.')).toBeVisible();
  await button(ines, 'Next week').click();
  const free = ines.page.getByRole('gridcell', { name: /, free$/ });
  await free.first().click();
  // by keyboard: an hour and a day on
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowRight', 'ArrowDown', ' '])
    await ines.page.keyboard.press(key);
  await expect(ines.page.getByRole('list', { name: 'Times to offer' }).getByRole('listitem')).toHaveCount(3);
  await button(ines, 'Offer three times').click();
  await expect(ines.page).toHaveURL(new RegExp(`/case/${d.id}$`));
  expect(await d.status()).toBe('awaiting_time_choice');

  await dana.page.goto(`/case/${d.id}/choose-call-time`);
  await expect(dana.page.getByRole('radio')).toHaveCount(3);
  await expectAccessible(dana.page);
  await dana.page.getByRole('radio').first().check();
  await button(dana, /^Set the call for /).click();
  await expect(dana.page).toHaveURL(new RegExp(`/case/${d.id}$`));
  expect(await d.status()).toBe('call_scheduled');
  await expect(dana.page.getByRole('heading', { name: 'Call', exact: true })).toBeVisible();
  await button(dana, 'Move the call').click();
  await dana.page.getByLabel('Why should it move?').fill('The adjuster is away.');
  await button(dana, 'Move the call').click();
  await expect.poll(() => d.status()).toBe('awaiting_time_choice');
});

test('a time taken while one looks: said in place, the others stay to be chosen', async ({ person, server }) => {
  const { cast, d } = await caseInMatching(server);
  await d.to('offered');
  const dana = await person({ viewport: { width: 390, height: 844 } });
  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}/choose-call-time`);
  await expect(dana.page.getByRole('radio')).toHaveCount(5);
  await expectFits(dana.page);
  const [first] = await d.offers();
  await dana.page.getByRole('radio').first().check();
  // the expert's calendar fills elsewhere
  const another = await new CaseDriver(d).draft();
  await server.world.db
    .insertInto('appointments')
    .values({
      expert_profile_id: cast.expert.profile_id,
      review_id: another.id,
      sort: 'interview',
      starts_at: first?.starts_at ?? '',
      duration_minutes: 60,
      zone: 'America/Chicago',
      busy: `[${first?.starts_at.toISOString()},${new Date((first?.starts_at.getTime() ?? 0) + 3_600_000).toISOString()})`,
      ics_uid: 'elsewhere',
      created_at: server.now(),
    })
    .execute();
  dana.allow(409);
  await button(dana, /^Set the call for /).click();
  await expect(dana.page.getByRole('alert').filter({ hasText: 'Just taken.' })).toContainText(
    'These four are still free.',
  );
  await expect(dana.page.getByRole('radio', { name: /Just taken/ })).toBeDisabled();
  await dana.page.getByRole('radio', { disabled: false }).first().check();
  await button(dana, /^Set the call for /).click();
  await expect.poll(() => d.status()).toBe('call_scheduled');
});

test('something disclosed goes to the matching team, who clears it, asks the requester or releases the expert', async ({
  person,
  server,
}) => {
  const { cast, d } = await caseInMatching(server);
  await d.to('selected');
  const [ines, ruth] = [await person({ viewport: { width: 390, height: 844 }, dark: true }), await person()];
  ines.allow(401);
  await ines.page.goto(`/case-invite/not-an-invitation`);
  await expect(ines.page.getByRole('heading', { name: 'There is no invitation at this address' })).toBeVisible();
  await signIn(ines, cast.expert);
  await ines.page.goto(`/case-invite/review-${d.id}`);
  await attest(ines, { 'Within the past five years': 'Yes' });
  await button(ines, 'Attest and ask the matching team').click();
  await expect(ines.page.getByText('Say in a sentence or two what it is.')).toBeVisible();
  await ines.page.getByLabel('What is it?').fill('We trained together in 2022.');
  await expectFits(ines.page);
  await button(ines, 'Attest and ask the matching team').click();
  await expect(ines.page.getByText('What you disclosed is being reviewed.')).toBeVisible();

  await signIn(ruth, cast.matching);
  await ruth.page.goto(`/case/${d.id}/matching`);
  await expect(ruth.page.getByText('We trained together in 2022.')).toBeVisible();
  await expectAccessible(ruth.page);
  const dialog = ruth.page.getByRole('dialog');
  await button(ruth, 'Ask the requester').click();
  await expect(dialog.getByRole('button', { name: 'Ask the requester' })).toBeDisabled();
  await dialog.getByLabel('Kind of relation').selectOption('Training');
  await expectAccessible(ruth.page);
  await dialog.getByRole('button', { name: 'Ask the requester' }).click();
  await expect(ruth.page.getByText(/asked the requester, no answer yet/)).toBeVisible();

  // the requester is told the kind of relation, with whom neither here nor anywhere
  const dana = await person();
  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}`);
  await expect(dana.page.getByText('The invited expert disclosed a relation from their training.')).toBeVisible();
  await expect(dana.page.getByText('We trained together in 2022.')).toHaveCount(0);
  await expectSound(dana);
  await button(dana, 'It does not stand in the way').click();
  await expect(dana.page.getByText('You decided that the relation does not stand in the way')).toBeVisible();

  // more than was decided on goes to the matching team again
  await ines.page.reload();
  await attest(ines, { 'Within the past five years': 'Yes', 'I practice at the same facility': 'Yes' });
  await ines.page.getByLabel('What is it?').fill('My practice has moved.');
  await button(ines, 'Attest and ask the matching team').click();
  await expect(ruth.page.getByText('My practice has moved.')).toBeVisible();
  await button(ruth, 'No conflict').click();
  await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused();
  await dialog.getByRole('button', { name: 'It is not a conflict' }).click();
  await expect(ruth.page.getByText('My practice has moved.')).toHaveCount(0);

  await ines.page.reload();
  await attest(ines, { 'Within the past five years': 'Yes', 'I practice at the same facility': 'Yes' });
  // the words that were decided on stand there: with them the expert accepts
  await expect(ines.page.getByLabel('What is it?')).toHaveValue('My practice has moved.');
  await button(ines, 'Attest and accept').click();
  await expect.poll(() => d.status()).toBe('awaiting_times');
});

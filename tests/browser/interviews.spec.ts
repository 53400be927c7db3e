import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor, CLEAN_ATTESTATION } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* Interviews: the firm asks two candidates, one offers times on a telephone, it is set, held and noted; the other declines. */
test('candidates are interviewed side by side before one is retained', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const other = cast.others[0];
  if (!other) throw new Error('no other expert');
  const d = await new LegalDriver(atServer(server, cast)).to('presented');
  const firm = await person();
  const expert = await person({ viewport: { width: 390, height: 844 }, dark: true });
  const declines = await person();
  const panel = firm.page.getByRole('region', { name: 'Interviews' });
  const day = (days: number) => new Date(server.world.clock.now().getTime() + days * 86_400_000);
  const shown = (at: Date) =>
    at.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'America/Chicago' });
  const codeOf = async (profile: number) => {
    const row = await server.world.db
      .selectFrom('expert_profiles')
      .select('code')
      .where('profile_id', '=', profile)
      .executeTakeFirstOrThrow();
    return `Expert ${row.code}`;
  };
  const [first, second] = [await codeOf(cast.expert.profile_id), await codeOf(other.profile_id)];
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });

  await test.step('the firm asks two of the candidates', async () => {
    await signIn(firm, cast.requester, `/legal-case/${d.id}/experts`);
    for (const name of [first, second]) {
      await panel.getByRole('button', { name: `Ask for an interview: ${name}` }).click();
      await row(name).getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(row(name).getByText('Asked for. With the expert.')).toBeVisible();
    }
    await inspect(firm.page);
  });

  await test.step('one checks the names on a telephone, and offers times', async () => {
    await signIn(expert, cast.expert, '/up-next');
    await expert.page.getByRole('link', { name: 'Check the names' }).click();
    await expect(expert.page.getByText('Brightwater Regional')).toBeVisible();
    await expect(expert.page.getByText(/ladder|decompression/i)).toHaveCount(0);
    await expert.page.getByRole('button', { name: 'Attest and offer these times' }).click();
    await expect(expert.page.getByText('Answer yes or no.').first()).toBeVisible();
    await inspect(expert.page);
    for (const [key, yes] of Object.entries(CLEAN_ATTESTATION.answers))
      await expert.page
        .locator(`[data-path="answers.${key}"]`)
        .getByRole('radio', { name: yes ? 'Yes' : 'No' })
        .check();
    await expert.page
      .getByRole('textbox', { name: 'Day' })
      .first()
      .fill(shown(day(4)));
    await expert.page.getByLabel('Begins at').first().fill('10:00');
    // kept over a reload
    await expert.page.reload();
    await expect(expert.page.getByLabel('Begins at').first()).toHaveValue('10:00');
    await expert.page.getByRole('button', { name: 'Attest and offer these times' }).click();
    await expect(expert.page.getByText('Times offered. With the requester')).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('the other declines; the firm is not told why', async () => {
    await signIn(declines, other, '/up-next');
    await declines.page.getByRole('link', { name: 'Check the names' }).click();
    await declines.page.getByRole('button', { name: 'Decline', exact: true }).click();
    await declines.page.getByLabel('Reason').selectOption({ label: 'I have a conflict' });
    await declines.page.getByRole('button', { name: 'Decline the interview' }).click();
    await expect(declines.page.getByText('You declined. There is nothing more to do.')).toBeVisible();
    await inspect(declines.page);
  });

  await test.step('the firm sets the time, and notes what it heard', async () => {
    await firm.page.reload();
    await expect(row(second).getByText('Declined.')).toBeVisible();
    await expect(panel.getByText(/conflict/i)).toHaveCount(0);
    await row(first).getByRole('button', { name: 'Set this time' }).click();
    await expect(row(first).getByText('Choose a time.')).toBeVisible();
    await expect(row(first).getByLabel('Time', { exact: true })).toBeFocused();
    // the other answers there are: none of these times, none of these experts
    const none = row(first).getByRole('button', { name: 'None of these fits' });
    await none.click();
    await expect(row(first).getByLabel('What would fit?')).toBeFocused();
    await row(first).getByRole('button', { name: 'Ask for other times' }).click();
    await expect(row(first).getByText('Write a sentence or two.')).toBeVisible();
    await inspect(firm.page);
    await row(first).getByRole('button', { name: 'Leave it as it is' }).click();
    await expect(none).toBeFocused();
    const choice = firm.page.getByRole('complementary', { name: 'Your choice' });
    await choice.getByRole('button', { name: 'Ask for other experts' }).click();
    await expect(choice.getByLabel('What is missing?')).toBeFocused();
    await inspect(firm.page);
    await choice.getByRole('button', { name: 'Leave it as it is' }).click();
    await row(first).getByLabel('Time', { exact: true }).selectOption({ index: 1 });
    await inspect(firm.page);
    await row(first).getByRole('button', { name: 'Set this time' }).click();
    await expect(row(first).getByText('Set.')).toBeVisible();
    await row(first)
      .getByRole('button', { name: `Write a note: ${first}` })
      .click();
    await row(first).getByLabel('Note', { exact: true }).fill('Clear, and unhurried.');
    await row(first).getByRole('radio', { name: 'In favor' }).check();
    await inspect(firm.page);
    await row(first).getByRole('button', { name: 'Save the note' }).click();
    await expect(row(first).getByText('In favor. Clear, and unhurried.')).toBeVisible();
    // told while it is open
    await expect(expert.page.getByRole('heading', { level: 1, name: /^Interview on/ })).toBeVisible();
    await expert.page.reload();
    await expect(expert.page.getByRole('heading', { level: 1, name: /^Interview on/ })).toBeVisible();
    await expect(expert.page.getByText('Clear, and unhurried.')).toHaveCount(0);
    await inspect(expert.page);
  });
});

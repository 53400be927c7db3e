import { json } from '../../src/platform/db/json.ts';
import { presentedCase } from './accepted-case.ts';
import { expect, expectSound, signIn, test } from './fixtures.ts';

const FLAG = 'enable_expert_additional_opportunities';

test(`flag ${FLAG} off and flag ${FLAG} on: what an expert is open to, as the pages have it`, async ({
  person,
  server,
}) => {
  const { db } = server.world;
  const ines = await person();
  const { page } = ines;
  const { cast, d } = await presentedCase(server);
  const flag = (on: boolean) =>
    db
      .updateTable('organizations')
      .set({ flags: json({ [FLAG]: on }) })
      .where('id', '=', cast.organization_id)
      .execute();
  // nobody asks: not on the page of the account, nor where experts are chosen
  await db.updateTable('organizations').set({ flags: '{}' }).execute();
  await signIn(ines, cast.expert);
  await page.goto('/account/cv');
  await expect(page.getByRole('heading', { name: 'Redacted version' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Besides reviews' })).toHaveCount(0);

  // which reviews the expert takes: each choice holds at once, and one stays
  const peer = page.getByRole('switch', { name: 'Peer Reviews' });
  const cases = page.getByRole('switch', { name: 'Case Reviews' });
  await expect(cases).toBeChecked();
  await peer.check();
  await expectSound(ines);
  const taken = async () =>
    (
      await db
        .selectFrom('expert_profiles')
        .select('accepts_kinds')
        .where('profile_id', '=', cast.expert.profile_id)
        .executeTakeFirst()
    )?.accepts_kinds;
  await expect(async () => expect(await taken()).toEqual(['Case', 'PeerReview'])).toPass();
  await peer.uncheck();
  await expect(async () => expect(await taken()).toEqual(['Case'])).toPass();
  ines.allow(422);
  await cases.click();
  await expect(page.getByText('Keep at least one kind of review.', { exact: false })).toBeVisible();
  await expect(cases).toBeChecked();
  expect(await taken()).toEqual(['Case']);

  await flag(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Besides reviews' })).toBeVisible();
  const testifying = page.getByRole('switch', { name: 'Testifying' });
  for (const name of ['Testifying', 'Teaching', 'Panel work'])
    await expect(page.getByRole('switch', { name })).not.toBeChecked();
  await testifying.check();
  await page.getByRole('switch', { name: 'Panel work' }).check();
  await expectSound(ines);
  await expect(async () =>
    expect(
      await db
        .selectFrom('expert_profiles')
        .select('open_to')
        .where('profile_id', '=', cast.expert.profile_id)
        .executeTakeFirst(),
    ).toEqual({ open_to: ['testifying', 'panel_work'] }),
  ).toPass();
  await page.reload();
  await expect(testifying).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Teaching' })).not.toBeChecked();

  // presented anew, the requester reads it on the card, and the desk on its board
  const dana = await person();
  await signIn(dana, cast.requester);
  await d.must(cast.requester, 'POST', d.url('/actions/ask_other_experts'), { reason: 'Who testifies?' });
  const ruth = await person();
  await signIn(ruth, cast.matching);
  await ruth.page.goto(`/case/${d.id}/matching`);
  const rows = ruth.page.getByRole('list', { name: 'Candidates' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  // whoever fits equally well stands in the order of a draw, and the first few are shown
  const all = ruth.page.getByRole('button', { name: 'Show all' });
  if (await all.isVisible()) await all.click();
  await expect(rows.filter({ hasText: 'testifying, panel work' })).toHaveCount(1);
  await expectSound(ruth);
  await d.presented();
  await dana.page.goto(`/case/${d.id}/experts`);
  await expect(dana.page.getByText('Testifying, panel work')).toHaveCount(1);
  await expectSound(dana);

  await flag(false);
  await dana.page.reload();
  await expect(dana.page.getByRole('radio')).toHaveCount(3);
  await expect(dana.page.getByText('Testifying, panel work')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Redacted version' })).toBeVisible();
  await expect(testifying).toHaveCount(0);
});

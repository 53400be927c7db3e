import { castFor } from '../harness/review-driver.ts';
import { json } from '../../src/platform/db/json.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { atServer } from '../harness/sender.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { presentedCase } from './accepted-case.ts';
import { choose, expect, expectSound, signIn, test, type Watched } from './fixtures.ts';

/* What is done with a review beside its next step: from its menu, in a dialog of its own. */

const setFlags = (server: ServerProcess, organizationId: number, flags: Record<string, boolean>) =>
  server.world.db
    .updateTable('organizations')
    .set({ flags: json(flags) })
    .where('id', '=', organizationId)
    .execute();

/** Opens the menu of the review's page; answers its entries. */
async function menuOf({ page }: Watched): Promise<string[]> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  return page.getByRole('menuitem').allTextContents();
}

test('sales tracking is kept by Peritus’s people, and the requester sees nothing of it', async ({ person, server }) => {
  const cast = await castFor(server.world);
  await setFlags(server, cast.organization_id, { enable_sales_tracking_by_default: true });
  // so many that the list of them is searched by typing, whatever other tests made
  for (let n = 0; n < 12; n += 1) await server.world.staff('support_agent');
  const owner = await server.world.staff('support_agent');
  await server.world.db
    .updateTable('users')
    .set({ first_name: 'Vesna', last_name: 'Tailor' })
    .where('id', '=', owner.user_id)
    .execute();
  const d = await new CaseDriver(atServer(server, cast)).to('submitted');

  const staff = await person();
  const { page } = staff;
  await signIn(staff, cast.clinOps);
  await page.goto(`/case/${d.id}`);
  const open = async () => {
    await menuOf(staff);
    await page.getByRole('menuitem', { name: 'Sales tracking' }).click();
    const dialog = page.getByRole('dialog', { name: `Where CR-${d.id} came from` });
    await expect(dialog.getByRole('switch', { name: 'Sales tracking' })).toBeVisible();
    return dialog;
  };
  const first = await open();
  await expect(first.getByRole('switch')).toBeChecked();
  await first.getByLabel('Source').fill('Claims conference, Tampa');
  await first.getByLabel('Campaign').fill('Spring renewal');
  await choose(first.getByLabel('Account owner'), 'Vesna Tailor');
  await expectSound(staff);
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first).toBeHidden();

  // it is there for whoever opens it next, and switched off it is gone
  await page.reload();
  const second = await open();
  await expect(second.getByLabel('Source')).toHaveValue('Claims conference, Tampa');
  await expect(second.getByLabel('Campaign')).toHaveValue('Spring renewal');
  await expect(second.getByLabel('Account owner')).toHaveValue('Vesna Tailor');
  expect(
    await server.world.db
      .selectFrom('review_sales')
      .select(['source', 'campaign', 'account_owner_id'])
      .where('review_id', '=', d.id)
      .execute(),
  ).toEqual([{ source: 'Claims conference, Tampa', campaign: 'Spring renewal', account_owner_id: owner.user_id }]);

  const dana = await person();
  const sent: Promise<string>[] = [];
  dana.page.on('response', (response) => {
    // the review comes with the document, or is asked for where it did not come in time
    if (response.url().includes('/api/') || response.request().resourceType() === 'document')
      sent.push(response.text().catch(() => ''));
  });
  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}`);
  expect(await menuOf(dana)).not.toContain('Sales tracking');
  await dana.page.keyboard.press('Escape');
  await expect(dana.page.getByRole('main')).toContainText(`CR-${d.id}`);
  await expect(dana.page.locator('body')).not.toContainText(/Tampa|Spring renewal|Vesna|Sales tracking/);
  const told = (await Promise.all(sent)).join(' ');
  expect(told.includes(`CR-${d.id}`)).toBe(true);
  // the owner's name stands among Peritus's people in the conversation, whose account it is does not
  expect(/Tampa|Spring renewal|account_owner/.exec(told)).toBeNull();

  await second.getByRole('switch').uncheck();
  await expect(second.getByLabel('Source')).toBeHidden();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second).toBeHidden();
  await expect(async () =>
    expect(
      await server.world.db.selectFrom('review_sales').select('source').where('review_id', '=', d.id).execute(),
    ).toEqual([]),
  ).toPass();
});

test('a transfer is asked for, handed over by a manager, and the review has its new requester', async ({
  person,
  server,
}) => {
  const { cast, d } = await presentedCase(server);
  await setFlags(server, cast.organization_id, {
    enable_case_closeout_transfer_requests: true,
    enable_automated_case_closeouts: false,
  });
  const named = async (more: { is_review_manager?: boolean }, first_name: string, last_name: string) =>
    server.world.person({
      profile: 'ClaimConsultant',
      organization_id: cast.organization_id,
      first_name,
      last_name,
      ...more,
    });
  const colleague = await named({}, 'Odalys', 'Brandt');
  const boss = await named({ is_review_manager: true }, 'Owen', 'Castell');
  await d.to('timeChosen');
  await server.advance({ days: 3 });
  await d.held();

  const dana = await person();
  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}`);
  await menuOf(dana);
  await dana.page.getByRole('menuitem', { name: 'Ask for a transfer' }).click();
  const dialog = dana.page.getByRole('dialog', { name: `Ask to transfer CR-${d.id}?` });
  const send = dialog.getByRole('button', { name: 'Ask for the transfer' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('To whom').selectOption({ label: 'Elsewhere, outside your organization' });
  await expect(dialog).toContainText('Peritus checks for conflicts first');
  await dialog.getByLabel('To whom').selectOption({ label: 'Odalys Brandt' });
  await expect(dialog).toContainText('Odalys Brandt becomes its requester');
  await expectSound(dana);
  await send.click();
  await expect(dialog).toContainText('Write a reason.');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByLabel('Why').fill('She takes over my desk.');
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(dana.page.getByRole('main')).toContainText('A transfer to Odalys Brandt was requested.');
  // asked for once, decided by others
  const left = await menuOf(dana);
  expect(left).not.toContain('Ask for a transfer');
  expect(left.some((entry) => entry.startsWith('Hand it to'))).toBe(false);
  await expect(dana.page.getByRole('button', { name: 'Decline the transfer' })).toHaveCount(0);

  // the page dana left open asks again once it is no longer hers
  dana.allow(404);
  const owen = await person();
  await signIn(owen, boss);
  await owen.page.goto(`/case/${d.id}`);
  await expect(owen.page.getByRole('main')).toContainText('“She takes over my desk.”');
  expect(await menuOf(owen)).toContain('Hand it to Odalys Brandt');
  await owen.page.keyboard.press('Escape');
  // whoever decides does so where it is told
  await owen.page.getByRole('button', { name: 'Hand it to Odalys Brandt' }).click();
  const decide = owen.page.getByRole('dialog', { name: `Hand CR-${d.id} to Odalys Brandt?` });
  await expect(decide).toContainText('She takes over my desk.');
  await expectSound(owen);
  await decide.getByRole('button', { name: 'Hand it over' }).click();
  await expect(decide).toBeHidden();
  await expect(owen.page.getByRole('main')).not.toContainText('was requested.');

  const odalys = await person();
  await signIn(odalys, colleague);
  await odalys.page.goto(`/case/${d.id}`);
  await expect(odalys.page.getByRole('main')).toContainText('handed it to another requester');
  // whoever gave it away follows it no more
  await dana.page.goto(`/case/${d.id}`);
  await expect(dana.page.getByRole('main')).not.toContainText(`CR-${d.id}`);
});

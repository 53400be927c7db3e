import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { atServer } from '../harness/sender.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { expect, expectAccessible, expectSound, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/** The words of each page of a PDF. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const pages: string[] = [];
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const { items } = await (await pdf.getPage(at)).getTextContent();
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    );
  }
  return pages;
}

test('what needs attention, who follows it, on paper, the form it is reported on, and a call with its reviewer', async ({
  person,
  server,
  passwordHash,
}) => {
  const { world } = server;
  const cast = await peerCast(world, passwordHash);
  const boss = await world.person({
    profile: 'ClaimConsultant',
    is_review_manager: true,
    organization_id: cast.organization_id,
    password_hash: passwordHash,
  });
  const colleague = await world.person({
    profile: 'ClaimConsultant',
    organization_id: cast.organization_id,
    first_name: 'Odalys',
    last_name: 'Brandt',
  });
  const d = await new PeerDriver(atServer(server, cast)).to('accepted');
  const one = await person();
  const { page } = one;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await signIn(one, boss);
  await page.goto(`/peer-review/${d.id}`);

  await test.step('mark it, take note, settle it', async () => {
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Mark as needing attention' }).click();
    const dialog = page.getByRole('dialog', { name: /^Mark PR-\d+ as needing attention/ });
    await dialog.getByLabel('Why').selectOption({ label: 'Wrong or missing chart' });
    await dialog.getByLabel('What is wrong').fill('The second chart belongs to somebody else.');
    await dialog.getByRole('button', { name: 'Mark it' }).click();
    const panel = page.getByRole('region', { name: 'Needs attention' });
    await expect(panel).toContainText('The second chart belongs to somebody else.');
    await inspect(page);
    await panel.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(panel).toContainText('You acknowledged it');
    await panel.getByRole('button', { name: 'Settle it' }).click();
    const settle = page.getByRole('dialog', { name: /^Settle/ });
    await settle.getByLabel('How it was settled').fill('The right chart was uploaded.');
    await settle.getByRole('button', { name: 'Settle it' }).click();
    await expect(panel).toHaveCount(0);
    await button('Show what was settled (1)').click();
    await expect(page.getByRole('main')).toContainText('The right chart was uploaded.');
  });

  await test.step('a colleague follows it', async () => {
    await button('Add or remove followers').click();
    const dialog = page.getByRole('dialog', { name: /^Who follows PR-/ });
    await dialog.getByLabel('Colleague').selectOption({ label: 'Odalys Brandt' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Remove Odalys Brandt' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('main')).toContainText('Odalys Brandt');
    expect(
      await world.db.selectFrom('review_watchers').select('user_id').where('review_id', '=', d.id).execute(),
    ).toContainEqual({ user_id: colleague.user_id });
  });

  await test.step('on paper', async () => {
    await page.goto(`/peer-review/${d.id}?print`);
    await expect(page.locator('[data-ready]')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectSound(one);
    const pages = await pagesOf(await page.pdf({ preferCSSPageSize: true, format: 'Letter' }));
    const all = pages.join(' ');
    for (const words of [
      'Dr. Lowell Pike, Saltmarsh General',
      'Were the abnormal results acted on in time?',
      'Chart.pdf',
      'The right chart was uploaded.',
      'marked it as needing attention',
      'ordered this review',
      'Total',
      'The reviewer',
    ])
      expect(all).toContain(words);
    for (const words of ['Add files', 'More actions', 'Conversation', 'Back to the review'])
      expect(all).not.toContain(words);
    // the line of the statute stands on each sheet
    for (const sheet of pages) expect(sheet).toContain("protected under each state's peer review statutes");
    await page.getByRole('link', { name: 'Back to the review' }).click();
    await expect(button('More actions')).toBeVisible();
  });

  await test.step('the form its report is written on', async () => {
    await page.goto('/preview-form?peerReviewTypeId=1');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    for (const control of await page.getByRole('article').getByRole('radio').all())
      await expect(control).toBeDisabled();
    await expectSound(one);
    one.allow(404);
    await page.goto('/preview-form?peerReviewTypeId=999');
    await expect(page.getByRole('heading', { name: 'There is no such form' })).toBeVisible();
    await page.getByRole('link', { name: 'See the default form' }).click();
    await expect(
      page
        .getByRole('tab', { name: 'Peer Reviews' })
        .or(page.getByRole('link', { name: 'Peer Reviews' }))
        .last(),
    ).toBeVisible();
  });

  await test.step('a call with the reviewer, who stays unknown', async () => {
    const { first_name, last_name } = await world.db
      .updateTable('users')
      .set({ first_name: 'Zinaida', last_name: 'Quillfeather' })
      .where('id', '=', cast.expert.user_id)
      .returning(['first_name', 'last_name'])
      .executeTakeFirstOrThrow();
    await d.to('delivered');
    await page.goto(`/peer-review/${d.id}`);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Ask for a call with the reviewer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for a call with the reviewer?' });
    await dialog.getByLabel('What it should be about').fill('How the second visit weighs.');
    await dialog.getByRole('button', { name: 'Ask for the call' }).click();
    await expect(page.getByRole('main')).toContainText('asked for a call with the reviewer');
    await d.offered();
    await page.goto(`/peer-review/${d.id}/choose-call-time`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeVisible();
    await expectSound(one);
    for (const name of [first_name, last_name]) await expect(page.locator('body')).not.toContainText(name);
    await d.timeChosen();
    await page.goto(`/peer-review/${d.id}`);
    await expect(page.getByRole('region', { name: 'Call' }).or(page.locator('#call')).first()).toBeVisible();
    for (const name of [first_name, last_name]) await expect(page.locator('body')).not.toContainText(name);
    await expectSound(one);
  });
});

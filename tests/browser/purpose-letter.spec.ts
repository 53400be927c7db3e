import { json } from '../../src/platform/db/json.ts';
import { castFor } from '../harness/review-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/*
 * The purpose letter in the browser: what the order gives is filled in, loaded wording and questions asked too early are
 * pointed out, it is written for the requester by Peritus, returned, proposed again, compared, and sent to the records.
 */

test('a purpose letter: written for the requester, returned, compared and sent', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  await server.world.db
    .updateTable('organizations')
    .set({ flags: json({ allow_ime_purpose_letter_writing_service: true }) })
    .where('id', '=', cast.organization_id)
    .execute();
  const d = new ImeDriver(atServer(server, cast));
  await d.draft({}, false);
  await d.submitted();
  await d.must(cast.clinOps, 'POST', d.url('/actions/await_purpose_letter'), {});
  const dana = await person();
  const { page } = dana;

  await test.step('the requester sees what is missing, and asks Peritus to write it', async () => {
    await signIn(dana, cast.requester, `/ime/${d.id}`);
    const card = page.getByRole('region', { name: 'Purpose letter' });
    await card.getByRole('link', { name: 'Write it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purpose letter');
    await inspect(page);
    await page.getByRole('button', { name: 'Have it written for us' }).click();
    await expect(page.getByRole('heading', { name: 'Peritus writes the letter' })).toBeVisible();
  });

  const clara = await person();
  await test.step('clin ops writes it: wording and ripeness are pointed out beside it', async () => {
    await signIn(clara, cast.clinOps, `/ime/${d.id}/purpose-letter`);
    const writing = clara.page;
    await expect(writing.getByRole('textbox', { name: 'Question 1' })).toHaveValue(
      'Has maximum medical improvement been reached?',
    );
    await writing.getByLabel('What happened').fill('He claims to be in pain. Obviously the shoulder has healed.');
    const checks = writing.getByRole('complementary', { name: 'Before it is sent' });
    await expect(checks.getByText('“He claims”')).toBeVisible();
    await expect(checks.getByText('“Obviously”')).toBeVisible();
    await writing.getByRole('button', { name: 'Take from question bank' }).click();
    await writing.getByRole('button', { name: /^Add: What is the permanent impairment/ }).click();
    await expect(checks.getByText(/injury of Mar 14, 2026 is less than a year ago/)).toBeVisible();
    await inspect(writing);
    await writing.getByLabel('What happened').fill('The left shoulder was injured on March 14, 2026.');
    await expect(checks.getByText('No loaded wording was found.', { exact: false })).toBeVisible();
    await expect(writing.getByText(/^Saved at/)).toBeVisible();
    await writing.getByRole('button', { name: 'Propose it to the requester' }).click();
    await expect(writing.getByRole('heading', { name: 'Proposed to the requester' })).toBeVisible();
  });

  await test.step('the requester returns it, and says what to change', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Written for you: read it, then send it' })).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: 'Return it' }).click();
    await page.getByLabel('What should be changed?').fill('Name the employer.');
    await page.getByRole('button', { name: 'Return it' }).click();
    await expect(page.getByRole('heading', { name: 'Peritus writes the letter' })).toBeVisible();
  });

  await test.step('it is changed and proposed again', async () => {
    const writing = clara.page;
    await writing.reload();
    await expect(writing.getByText('Name the employer.').first()).toBeVisible();
    await writing
      .getByLabel('What happened')
      .fill('The left shoulder was injured at Quincy Freight on March 14, 2026.');
    await writing.getByRole('button', { name: 'Propose it to the requester' }).click();
    await expect(writing.getByRole('heading', { name: 'Proposed to the requester' })).toBeVisible();
  });

  await test.step('on a telephone the requester compares both and sends it', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(page.locator('ins').filter({ hasText: 'Quincy Freight' })).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: 'Send it to the records' }).click();
    await expect(page.getByRole('heading', { name: 'The letter is among the records' })).toBeVisible();
    await server.settle();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Open the PDF' })).toBeVisible();
    await server.settle();
    expect(await d.status()).toBe('matching');
  });
});

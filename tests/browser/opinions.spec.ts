import { FOCUSED, OpinionDriver } from '../harness/opinion-driver.ts';
import { peerCast } from '../harness/peer-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, expectAccessible, expectFits, expectSound, signIn, test } from './fixtures.ts';

test('a second opinion is asked for, parts by two levels, and a third reviewer settles it; trends tell of it', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await peerCast(server.world, passwordHash);
  const [second, third] = cast.others;
  if (!second || !third) throw new Error('Three reviewers are needed.');
  const d = new OpinionDriver(atServer(server, cast));
  await d.to('submitted', FOCUSED);
  await d.taken();
  await d.judged({ overall_care: 'appropriate' });
  const base = `/peer-review/${d.id}`;

  const requester = await person();
  const { page } = requester;
  await test.step('the requester asks for it', async () => {
    await signIn(requester, cast.requester);
    await page.goto(base);
    await page.getByRole('button', { name: 'Ask for a second opinion' }).click();
    const dialog = page.getByRole('dialog', { name: `Ask for a second opinion on PR-${d.id}?` });
    await dialog.getByRole('textbox', { name: /^Why/ }).fill('The committee was divided.');
    await dialog.getByRole('button', { name: /^Ask for it, \$/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Asked for by', { exact: false })).toBeVisible();
    await server.settle();
  });

  const { review_id } = await server.world.db
    .selectFrom('linked_reviews')
    .select('review_id')
    .where('original_id', '=', d.id)
    .executeTakeFirstOrThrow();
  const other = await d.of(review_id, second).taken();
  await other.judged({ overall_care: 'controversial' });

  await test.step('the comparison stands on the first review', async () => {
    await page.goto(base);
    await expect(page.getByText('The two opinions are two levels apart.')).toBeVisible();
    const row = page.getByRole('row', { name: /^Overall care/ });
    await expect(row).toContainText('Appropriate');
    await expect(row).toContainText('Controversial, or a variation reasonable clinicians accept');
    await expectAccessible(page);
    await expectFits(page);
  });

  const { review_id: last } = await server.world.db
    .selectFrom('linked_reviews')
    .select('review_id')
    .where('original_id', '=', d.id)
    .where('role', '=', 'adjudication')
    .executeTakeFirstOrThrow();
  const settling = await d.of(last, third).taken();
  await settling.reportStarted();

  const reviewer = await person();
  await test.step('the third reviewer judges alone, then reads both without names', async () => {
    await signIn(reviewer, third);
    await reviewer.page.goto(`/peer-review/${last}/opinions`);
    await expect(reviewer.page.getByRole('heading', { name: 'Your own judgment first' })).toBeVisible();
    await expect(reviewer.page.getByText('Findings: Answer this')).toBeVisible();
    await settling.written({ second_overall_care: 'minor' });
    await reviewer.page.goto(`/peer-review/${last}`);
    await reviewer.page.getByRole('link', { name: 'See what opens them' }).click();
    await expect(reviewer.page.getByRole('button', { name: 'Close my judgment and open both' })).toBeVisible();
    await expectAccessible(reviewer.page);
    await expectFits(reviewer.page);
    await reviewer.page.getByRole('button', { name: 'Close my judgment and open both' }).click();
    await expectAccessible(reviewer.page);
    await reviewer.page.getByRole('button', { name: 'Close it and open both' }).click();
    await expect(reviewer.page.getByRole('heading', { name: 'Opinions to settle', level: 1 })).toBeVisible();
    await expect(reviewer.page.getByRole('article', { name: 'Opinion 1' })).toBeVisible();
    await expect(reviewer.page.locator('body')).not.toContainText(`PR-${d.id}`);
    await expectAccessible(reviewer.page);
    await expectFits(reviewer.page);
    await reviewer.page.getByRole('tab', { name: 'Opinion 2' }).click();
    await expect(reviewer.page.getByRole('article', { name: 'Opinion 2' })).toBeVisible();
    // the record of the test has no bytes: it is told as damaged
    reviewer.allow(500);
    await reviewer.page.getByRole('link', { name: 'Write the report' }).click();
    await reviewer.page
      .getByRole('button', { name: /Your own judgment/ })
      .first()
      .click();
    await expect(
      reviewer.page.getByText('closed before the other opinions were opened', { exact: false }),
    ).toBeVisible();
    await expect(reviewer.page.getByRole('radio', { name: 'Minor opportunity for improvement' })).toHaveCount(0);
  });
  await settling.judged({ second_overall_care: 'minor', adjudicated_care: 'minor' });

  await test.step('what was settled stands; the manager sees it in the trends', async () => {
    await page.goto(base);
    await expect(page.getByText('Final level: Minor opportunity for improvement.')).toBeVisible();
    const managed = await server.world.person({
      password_hash: passwordHash,
      profile: 'ClaimConsultant',
      is_review_manager: true,
      organization_id: cast.organization_id,
    });
    const manager = await person();
    await signIn(manager, managed);
    await manager.page.goto('/peer-reviews');
    await manager.page.getByRole('link', { name: 'Trends' }).click();
    await expect(manager.page.getByRole('heading', { name: 'Trends and agreement', level: 1 })).toBeVisible();
    await expect(manager.page.getByText('Too few pairs to rely on.')).toBeVisible();
    await expect(
      manager.page.getByText('This information is protected under each state', { exact: false }),
    ).toBeVisible();
    await expectSound(manager);
    await manager.page.getByRole('link', { name: 'Dr. Lowell Pike' }).click();
    await expect(manager.page).toHaveURL(/provider=/);
    await expect(manager.page.getByText('1 review,', { exact: false })).toBeVisible();
    const file = manager.page.waitForEvent('download');
    await manager.page.getByRole('button', { name: 'Export' }).click();
    expect((await file).suggestedFilename()).toMatch(/^peer-review-trends-.*\.csv$/);
  });

  await test.step('once its records are deleted the certificate names what the other reviews of the case hold', async () => {
    await d.must(cast.requester, 'POST', d.url('/actions/acknowledge'), {});
    await d.must(cast.requester, 'POST', d.url('/actions/record_outcome'), { outcome: 'education' });
    await d.purge('The hospital asked for it.');
    await d.settle();
    await page.goto(base);
    await expect(page.getByRole('heading', { name: 'Certificate of deletion' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Read the report' })).toHaveCount(0);
    await expect(page.getByText('Nothing else of this review is left', { exact: false })).toBeVisible();
    await expect(page.getByText(`PR-${last} is another review of the same case`, { exact: false })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  });
});

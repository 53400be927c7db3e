import { asSent } from '../../harness/mails.ts';
import { expect, PASSWORD, signIn, signInByHand } from '../fixtures.ts';
import { inspect } from '../look.ts';
import type { Journey, Review } from './people.ts';
import { CHART } from './records.ts';

const NOTE = 'All three treat leaks every month.';

/** Clinical operations check the records and release; matching presents three; the requester chooses one, blind. */
export async function match(j: Journey): Promise<void> {
  const { clara, ruth, who } = j;
  await signInByHand(clara, who.clinOps);
  await expect(clara.page.getByRole('link', { name: /Ferrante v\. Brightwater Regional Hospital/ })).toBeVisible();
  await inspect(clara.page);
  await clara.page.getByRole('link', { name: /Ferrante v\. Brightwater Regional Hospital/ }).click();
  await expect(clara.page.getByRole('heading', { name: 'Files', exact: true })).toBeVisible();
  await expect(clara.page.getByText('2 files, 6 pages')).toBeVisible();
  await inspect(clara.page);
  await clara.page.getByRole('button', { name: 'Release to matching' }).click();
  await expect(clara.page.getByText('Released. Matching looks for experts now.')).toBeVisible();
  await j.server.settle();

  await signIn(ruth, who.matching);
  await ruth.page.goto(`${j.base}/matching`);
  const candidates = ruth.page.getByRole('list', { name: 'Candidates' });
  await expect(candidates.getByRole('listitem').first()).toBeVisible();
  await inspect(ruth.page);
  // ranked with reasons; whoever works at the hospital sued is not among them
  await expect(candidates.getByRole('checkbox')).toHaveCount(4);
  await expect(candidates.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await expect(candidates.getByText('Exact specialty')).toHaveCount(4);
  await expect(candidates).not.toContainText('Marchetti');
  // experts who fit equally well stand in the order of a draw: whoever presents chooses among them
  const wanted = candidates.getByRole('checkbox', { name: 'Select Dr. Ines Falkenrath' });
  if (!(await wanted.isChecked())) {
    await candidates.getByRole('checkbox', { checked: true }).last().uncheck();
    await wanted.check();
  }
  await ruth.page.getByLabel(/^Note to Dana/).fill(NOTE);
  await ruth.page.getByRole('button', { name: 'Present three experts' }).click();
  await expect(ruth.page.getByRole('heading', { name: /compares three experts/ })).toBeVisible();
  await inspect(ruth.page);
  await j.server.settle();
  await chooseOne(j, NOTE);
}

/** Three experts without names; the page that stood open since the order shows the way by itself. */
export async function chooseOne(j: Review, note?: string): Promise<void> {
  const { who } = j;
  const { page } = j.dana;
  await page
    .getByRole('link', { name: /Compare/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${j.base}/experts$`));
  await expect(page.getByRole('radio')).toHaveCount(3);
  if (note !== undefined) await expect(page.getByText(note)).toBeVisible();
  for (const name of ['Falkenrath', 'Haddad', 'Brandt', 'Nwosu'])
    await expect(page.getByRole('main')).not.toContainText(name);
  // what their records say of all three alike is said once, below them, and on no card
  const alike = 'Has no other review open now.';
  await expect(page.getByRole('paragraph').filter({ hasText: /^The same for all:/ })).toContainText(
    alike.replace('.', ''),
  );
  await expect(page.locator('label').filter({ has: page.getByRole('radio'), hasText: alike })).toHaveCount(0);
  await page.getByRole('radio', { name: `Expert ${who.expertCode}` }).check();
  await inspect(page);
  await page.getByRole('button', { name: `Choose Expert ${who.expertCode}` }).click();
  await expect(page).toHaveURL(new RegExp(`${j.base}$`));
  await j.server.settle();
}

/** The expert opens the link of the mail signed out, signs in, attests and accepts; what opens when. */
export async function accept(j: Review): Promise<void> {
  const { ines, who } = j;
  const { page } = ines;
  const mail = await j.server.world.db
    .selectFrom('mails')
    .selectAll()
    .where('review_id', '=', j.id)
    .where('template', '=', 'invitation')
    .where('to_email', '=', who.expert.email)
    .executeTakeFirstOrThrow();
  expect(mail.text).not.toMatch(/Ferrante|Brightwater|Harborline/);
  const link = /https?:\/\/\S*\/case-invite\/[\w-]+/.exec(asSent(await j.server.keys(), mail).text)?.[0] ?? '';
  ines.allow(401);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'An invitation to a case review' })).toBeVisible();
  await expect(page.getByText('About 6 pages')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/Ferrante|Brightwater|Harborline|HM-26/);
  await inspect(page);
  await page.getByRole('link', { name: 'Sign in to answer' }).click();
  await page.getByLabel('E-mail').fill(who.expert.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Names to check' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ana Ferrante');
  await expect(page.getByRole('main')).not.toContainText('feculent');
  const form = page.getByRole('form', { name: 'Before any record opens' });
  await expect(form.getByRole('radiogroup')).toHaveCount(8);
  for (const group of await form.getByRole('radiogroup').all()) {
    const label = await group.getAttribute('aria-labelledby');
    const words = (await page.locator(`[id="${label ?? ''}"]`).textContent()) ?? '';
    await group.getByRole('radio', { name: /^(I hold|I have practiced|I will)/.test(words) ? 'Yes' : 'No' }).check();
  }
  await inspect(page);
  await page.getByRole('button', { name: 'Attest and accept' }).click();
  await expect(page).toHaveURL(new RegExp(`${j.base}$`));
  await j.server.settle();
  await expect(page.getByText(CHART.name)).toBeVisible();
  await inspect(page);
}

import { castFor } from '../harness/review-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';

/* Staff enter a state's rule: they see which exams it changes before it holds, and two who write at once lose nothing. */

test('clinical operations enter a rule, see what it changes, and meet somebody who was faster', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new ImeDriver(atServer(server, cast)).to('timeChosen', { jurisdiction_state: 'VT' });
  const clara = await person();
  await clara.enter(cast.clinOps);
  const { page } = clara;

  await page.goto('/admin/exam-rules?q=zzz');
  await page.getByRole('button', { name: 'Clear' }).click();
  const states = page.getByRole('list', { name: 'States' });
  await expect(states.getByText('No rule entered: the default holds.').first()).toBeVisible();
  await expectSound(clara);
  await states.getByRole('link', { name: 'New York' }).click();
  await expect(page.getByText('A companion may be present.')).toBeVisible();
  await expect(page.getByText('As it comes with Peritus.')).toBeVisible();
  await expectSound(clara);

  await page.goto('/admin/exam-rules?state=VT');
  await expect(page.getByText(/No rule is entered for Vermont here, and none is made up/)).toBeVisible();
  // somebody else begins from the same
  const other = await person();
  await other.enter(await server.world.staff('admin'));
  await other.page.goto('/admin/exam-rules?state=VT');
  await other.page.getByRole('button', { name: 'Enter a rule' }).click();
  await other.page.getByLabel('Source').fill('Theirs');
  await other.page.getByRole('textbox', { name: 'Read on' }).fill('11/02/2026');
  await other.page.getByRole('button', { name: 'See what changes' }).click();
  await expect(other.page.getByText('Choose the day.')).toBeVisible();

  await page.getByRole('button', { name: 'Enter a rule' }).click();
  await page.getByRole('textbox', { name: 'Served before the exam', exact: true }).fill('10');
  await page.getByLabel('Served before the exam, counted in').selectOption({ label: 'business days' });
  await page.getByLabel('By post only').check();
  await page
    .getByLabel('Where the examinee has an attorney')
    .selectOption({ label: 'It goes to the attorney instead' });
  await page.getByRole('textbox', { name: 'Due after the exam', exact: true }).fill('15');
  await page.getByLabel('Recording').fill('The exam may be recorded on audio.');
  await page.getByLabel('Source').fill('Vt. Admin. Code 12-5');
  await page.getByRole('textbox', { name: 'Read on' }).fill('11/02/2026');
  const day = server.world.clock.now().toISOString().slice(0, 10).split('-');
  const today = `${day[1]}/${day[2]}/${day[0]}`;
  await page.getByRole('textbox', { name: 'From which day on' }).fill(today);
  await page.getByRole('button', { name: 'See what changes' }).click();
  const changes = page.getByRole('list', { name: 'Exams that change' });
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  await expect(changes.getByRole('link')).toHaveAttribute('href', `/ime/${d.id}`);
  await expect(changes.getByText(/^Report due .* → /)).toBeVisible();
  await expect(changes.getByText('The notice goes by post only.')).toBeVisible();
  await expect(changes.getByText(/the notice goes to the attorney instead of the examinee/)).toBeVisible();
  await expectSound(clara);
  // what is written on takes the effect away until it is looked at again
  await page.getByLabel('Companion').fill('A companion may be there.');
  await expect(changes).toBeHidden();
  await page.getByRole('button', { name: 'See what changes' }).click();
  await expect(changes).toBeVisible();
  await page.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByText('Say why.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Entered from the code');
  await page.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByRole('list', { name: 'Versions' }).getByText(/Entered from the code$/)).toBeVisible();
  await expectSound(clara);

  // who was slower keeps what they wrote, and sees that somebody was faster
  const theirs = other.page;
  await theirs.getByRole('textbox', { name: 'From which day on' }).fill(today);
  await theirs.getByRole('textbox', { name: 'Reason' }).fill('I read it, too');
  await theirs.getByRole('button', { name: 'See what changes' }).click();
  other.allow(409);
  await theirs.getByRole('button', { name: 'Save this version' }).click();
  await expect(theirs.getByText('Someone else changed something meanwhile.')).toBeVisible();
  await expect(theirs.getByLabel('Source')).toHaveValue('Theirs');
  await expectSound(other);

  // the exam stands under it
  const dana = await person();
  await dana.enter(cast.requester);
  await dana.page.goto(`/ime/${d.id}`);
  await expect(dana.page.getByText(/Rule of Vermont\. Notice 10 business days before, by post\./)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/admin/exam-rules', '/admin/exam-rules?state=VT', '/admin/exam-rules?state=elsewhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectFits(page);
    await expectSound(clara);
  }
  await page.getByRole('button', { name: 'Write a new version' }).click();
  await expectFits(page);
  await expectSound(clara);
});

import { acceptedCase } from './accepted-case.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, PASSWORD, signIn, test, type Watched } from './fixtures.ts';
import { Keyboard } from './keyboard.ts';
import { CHART, CITED, pdfOf } from './steps/records.ts';

/* The main tasks with a keyboard and nothing else; what leads from one to the next goes by the API. */

const button = ({ page }: Watched, name: string | RegExp) => page.getByRole('button', { name });
const REASONS = 'Fever, a fast pulse and the drain together call for imaging within hours; none was ordered for a day.';

test('a review from order to rating by keyboard alone: ordered, released, presented, accepted, set, written, read', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = new CaseDriver(atServer(server, cast));
  const { code } = await server.world.db
    .selectFrom('expert_profiles')
    .select('code')
    .where('profile_id', '=', cast.expert.profile_id)
    .executeTakeFirstOrThrow();
  const { specialty_id } = await server.world.specialty();
  const { name: specialty } = await server.world.db
    .selectFrom('specialties')
    .select('name')
    .where('id', '=', specialty_id)
    .executeTakeFirstOrThrow();
  const [dana, clara, ruth, ines] = [await person(), await person(), await person(), await person()];
  const keys = { dana: new Keyboard(dana.page), ines: new Keyboard(ines.page) };

  await test.step('sign in', async () => {
    const { page } = dana;
    const k = keys.dana;
    dana.allow(401);
    await page.goto('/login');
    await k.write(page.getByLabel('E-mail'), cast.requester.email);
    await k.press('Tab');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await k.type(PASSWORD);
    await k.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Case Reviews' })).toBeFocused();
  });

  await test.step('order', async () => {
    const { page } = dana;
    const k = keys.dana;
    const box = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
    await k.use(button(dana, 'New case review'));
    await expect(page).toHaveURL(/\/case\/\d+\/step-one$/);
    await expect(page.locator('h1')).toBeFocused();
    d.id = Number(/case\/(\d+)/.exec(page.url())?.[1]);
    await k.write(page.getByLabel('Claim or matter number'), 'HM-26-40213');
    await k.write(page.getByLabel('Claimant’s first name'), 'Ana');
    await k.write(page.getByLabel('Claimant’s last name'), 'Ferrante');
    await k.use(button(dana, 'Add a provider'));
    await k.write(box('Name'), 'Brightwater Regional Hospital');
    await k.write(page.getByLabel('Venue state'), 'Illi');
    await expect(page.getByRole('option', { name: 'Illinois' })).toBeVisible();
    await k.press('Enter');
    await expect(page.getByLabel('Venue state')).toHaveValue('Illinois');
    await k.write(box('Date of incident'), '03/12/2026');
    await k.pick(page.getByRole('radiogroup', { name: /Claim stage/ }), 'Pre-suit');
    await k.use(button(dana, 'Continue to expert'));

    await expect(page.locator('h1')).toBeFocused();
    await k.write(page.getByRole('combobox', { name: 'Specialty', exact: true }), specialty);
    await expect(page.getByRole('option', { name: specialty })).toBeVisible();
    // who goes on by Tab takes what is marked; what was typed would be lost
    await k.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Specialty', exact: true })).toHaveValue(specialty);
    await expect(page.getByRole('option', { name: specialty })).toBeHidden();
    await expect(page.getByLabel('Sub-specialty')).toBeEnabled();
    await k.to(page.getByLabel('Sub-specialty'));
    await k.press('ArrowDown');
    await k.use(button(dana, 'Continue to questions'));

    await expect(page.locator('h1')).toBeFocused();
    await k.write(
      page.getByLabel('What happened'),
      'Low anterior resection on March 9 with a stapled anastomosis. On March 12 fever, a fast pulse and feculent drain output.',
    );
    const scope = page.getByRole('group', { name: /The expert should address/ });
    await k.tick(scope.getByLabel('Standard of care'));
    await k.tick(scope.getByLabel('Causation'));
    await k.use(button(dana, 'Add a question'));
    await k.write(page.getByRole('textbox', { name: /question 1/i }), 'Should imaging have been ordered on March 12?');
    const chooser = page.waitForEvent('filechooser');
    await k.use(button(dana, 'choose files'));
    const buffer = await pdfOf('Brightwater chart', CHART.pages);
    await (await chooser).setFiles({ name: CHART.name, mimeType: 'application/pdf', buffer });
    const row = page.getByRole('list', { name: 'Records' }).getByRole('listitem').filter({ hasText: CHART.name });
    await k.to(page.getByLabel(`Category of ${CHART.name}`));
    await k.type('Hospital chart');
    await expect(row).toContainText('checked');
    await server.settle();
    await expect(row).toContainText(new RegExp(`(^|\\D)${CHART.pages.length}(\\D|$)`));
    await k.tick(page.getByLabel('These are all the records'));
    await k.use(button(dana, 'Continue to delivery'));

    await expect(page.locator('h1')).toBeFocused();
    await k.pick(page.getByRole('radiogroup', { name: /service/i }), 'Call, 45 minutes');
    await k.write(box('Needed by'), '12/18/2026');
    await k.tick(page.getByRole('checkbox', { name: 'I accept the terms' }));
    await k.use(button(dana, /^Order, \$/));
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}$`));
    await expect(page.locator('h1')).toBeFocused();
    await server.settle();
  });

  await test.step('release and present', async () => {
    await signIn(clara, cast.clinOps, `/case/${d.id}`);
    await new Keyboard(clara.page).use(button(clara, 'Release to matching'));
    await expect(clara.page.locator('h2:focus')).toHaveText('Present candidates');
    await server.settle();

    await signIn(ruth, cast.matching, `/case/${d.id}/matching`);
    const k = new Keyboard(ruth.page);
    const candidates = ruth.page.getByRole('list', { name: 'Candidates' });
    await expect(candidates.getByRole('checkbox', { checked: true })).toHaveCount(3);
    const more = button(ruth, 'Show all');
    if ((await more.count()) > 0) {
      await k.use(more);
      await expect(candidates.locator(':focus'), 'where one goes on').toBeVisible();
    }
    const wanted = candidates.getByRole('listitem').filter({ hasText: code }).getByRole('checkbox');
    if (!(await wanted.first().isChecked())) {
      await k.use(candidates.getByRole('checkbox', { checked: true }), 'Space');
      await k.tick(wanted);
    }
    await k.write(ruth.page.getByLabel(/^Note to/), 'All three treat leaks every month.');
    await k.use(button(ruth, 'Present three experts'));
    await expect(ruth.page.getByRole('heading', { name: /compares three experts/ })).toBeFocused();
    await server.settle();
    await d.to('selected');
  });

  await test.step('accept and offer times', async () => {
    const { page } = ines;
    const k = keys.ines;
    await signIn(ines, cast.expert, `/case-invite/review-${d.id}`);
    const form = page.getByRole('form', { name: 'Before any record opens' });
    await expect(form.getByRole('radiogroup')).toHaveCount(8);
    for (const group of await form.getByRole('radiogroup').all()) {
      const words = await page.locator(`[id="${(await group.getAttribute('aria-labelledby')) ?? ''}"]`).textContent();
      await k.pick(group, /^(I hold|I have practiced|I will)/.test(words ?? '') ? 'Yes' : 'No');
    }
    await k.use(button(ines, 'Attest and accept'));
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}$`));
    await expect(page.locator('h1')).toBeFocused();
    await server.settle();

    await k.use(page.getByRole('link', { name: /^Offer/ }));
    await expect(page.getByRole('grid')).toBeVisible();
    await k.use(button(ines, 'Next week'));
    await k.to(page.locator('[role=gridcell][tabindex="0"]'));
    // from Sunday on
    await k.press('ArrowRight', 'ArrowRight');
    const offered = page.getByRole('list', { name: 'Times to offer' }).getByRole('listitem');
    for (let step = 0; (await offered.count()) < 3; step += 1) {
      expect(step, 'times looked at').toBeLessThan(80);
      const name = (await page.locator(':focus').getAttribute('aria-label')) ?? '';
      if (name.endsWith(', free')) await k.press('Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown');
      else await k.press('ArrowDown');
    }
    await k.use(button(ines, 'Offer three times'));
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}$`));
    await server.settle();
  });

  await test.step('choose a time', async () => {
    const { page } = dana;
    const k = keys.dana;
    await page.goto(`/case/${d.id}/choose-call-time`);
    await expect(page.getByRole('radio')).toHaveCount(3);
    await k.use(page.getByRole('radio'), 'Space');
    await k.press('ArrowDown');
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await k.use(button(dana, /^Set the call for /));
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}$`));
    await expect(page.locator('h1')).toBeFocused();
    await server.settle();
    const { appointment_at } = await server.world.db
      .selectFrom('reviews')
      .select('appointment_at')
      .where('id', '=', d.id)
      .executeTakeFirstOrThrow();
    const ahead = (appointment_at?.getTime() ?? 0) - server.now().getTime();
    await server.advance({ minutes: Math.ceil(ahead / 60_000) + 50 });
    await d.to('reportRequested');
  });

  await test.step('write and sign the report', async () => {
    const { page } = ines;
    const k = keys.ines;
    await page.goto(`/case/${d.id}/report`);
    await k.use(button(ines, 'Begin the report'));
    const box = (name: string | RegExp) => page.getByRole('textbox', { name });
    const pick = (group: string, option: string) => k.pick(page.getByRole('radiogroup', { name: group }), option);
    const next = async (section: string) => {
      await k.use(page.locator('footer').getByRole('button', { name: section }));
      await expect(page.getByRole('heading', { name: section, level: 2 })).toBeFocused();
    };
    await expect(page.getByRole('heading', { name: 'Summary of the case' })).toBeVisible();
    await k.write(box('Course of events'), `The drain turned feculent on the third day. ${REASONS} `);
    // the passage is found, marked and cited
    await k.use(button(ines, 'Find a passage to cite').first());
    await expect(box('Search this file')).toBeFocused();
    await k.write(box('Search this file'), CITED);
    await expect(page.getByText(/^1 of 1$|^1 found$/)).toBeVisible();
    await k.press('Enter');
    await k.use(button(ines, 'Select this hit'));
    await k.use(button(ines, /^Mark this passage/));
    // back where it was asked for
    await expect(button(ines, 'Cite the marked passage, p. 3').first()).toBeFocused();
    await k.use(button(ines, 'Cite the marked passage, p. 3'));
    await expect(box('Course of events').getByRole('img')).toHaveText('p. 3');

    await next('Records reviewed');
    await k.write(box('Records and other materials reviewed'), 'Brightwater chart, 4 pages.');
    await pick('Are the records sufficient for the opinions in this report?', 'Sufficient');
    await next('Standard of care');
    await k.write(box('The standard that applies, and its basis'), `A surgeon in a hospital in 2026. ${REASONS}`);
    for (const domain of [
      'History, examination and assessment',
      'Testing and interpretation',
      'Diagnosis',
      'Treatment and procedures',
      'Informed consent',
      'Monitoring and response to change',
      'Communication, consultation and handoff',
      'Discharge and follow-up',
      'Documentation',
    ])
      await pick(domain, 'Not at issue');
    await pick('Overall opinion on the standard of care', 'The standard of care was met');
    await k.write(box(/^Overall opinion on the standard of care/), REASONS);
    await next('Causation');
    await pick(
      'Did the care at issue cause or contribute to the injury?',
      'Not reached: no departure from the standard of care was found',
    );
    await next('Answers to the questions asked');
    await k.write(box(/Should imaging have been ordered/), `Yes. ${REASONS}`);
    await next('Limits and further records');
    await k.write(box('Limits of this review'), 'The films themselves were not among the records.');
    await next('Conclusion');
    await k.write(box('Summary of opinions'), `The care met the standard that applies. ${REASONS}`);
    await pick(
      'Degree of certainty',
      'These opinions are held to a reasonable degree of medical probability (more likely than not)',
    );
    await next('Attestation and signature');
    for (const statement of await page.getByRole('group', { name: 'I confirm' }).getByRole('checkbox').all())
      await k.tick(statement);
    await k.use(button(ines, 'Sign the report'));
    await k.write(page.getByRole('dialog').getByLabel(/Your password/), PASSWORD);
    await k.press('Enter');
    await expect(page.getByRole('heading', { name: 'Signed. In check at Peritus.' })).toBeVisible();
    await expect(page.locator(':is(h1, h2):focus')).toHaveCount(1);
    await server.settle();
    await d.to('delivered');
  });

  await test.step('read, download, rate, order one like it', async () => {
    const { page } = dana;
    const k = keys.dana;
    await page.goto(`/case/${d.id}`);
    await k.use(page.getByRole('link', { name: 'Read the report' }));
    await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
    await expect(page.locator('h1')).toBeFocused();
    const downloading = page.waitForEvent('download');
    await k.use(page.getByRole('link', { name: 'Download PDF' }));
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);

    await page.goto(`/case/${d.id}/rate-medical-expert`);
    await expect(page.getByRole('radiogroup').first()).toBeVisible();
    for (const item of await page.getByRole('radiogroup').all()) {
      const yes = (await item.getByRole('radio', { name: 'Yes' }).count()) > 0;
      await k.pick(item, yes ? 'Yes' : '5');
    }
    await k.write(page.getByLabel(/^Anything else/), 'Clear and on time.');
    await k.use(button(dana, 'Send the rating'));
    await expect(page.getByRole('heading', { name: 'Thank you. Your rating is in.' })).toBeVisible();
    await expect(page.locator(':is(h1, h2):focus')).toHaveCount(1);

    await page.goto(`/case/${d.id}`);
    await k.use(button(dana, 'Order one like this'));
    await expect(page).toHaveURL(/\/step-one$/);
    await expect(page.locator('h1')).toBeFocused();
    await expect(page.getByLabel('Claim or matter number')).not.toHaveValue('');
  });
});

test('a review found, followed and talked about by keyboard alone, and what comes by mail', async ({
  person,
  server,
}) => {
  const { cast, d, withExpert } = await acceptedCase(server);
  const dana = await person();
  const { page } = dana;
  const k = new Keyboard(page);
  await signIn(dana, cast.requester, '/cases');

  await test.step('by a filter of the list', async () => {
    const choices = page.getByRole('search').getByRole('button', { name: 'Specialty' });
    await k.use(choices);
    const panel = page.getByRole('dialog', { name: 'Filter by specialty' });
    await k.tick(panel.getByRole('checkbox', { name: /Neurosurgery/ }));
    await expect(page).toHaveURL(/specialty=\d+/);
    await k.press('Escape');
    await expect(page.getByRole('search').getByRole('button', { name: /^Specialty: / })).toBeFocused();
    await k.use(page.getByRole('table').getByRole('link', { name: /Brightwater/ }));
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}`));
    await expect(page.locator('h1')).toBeFocused();
  });

  await test.step('followed', async () => {
    await k.choose(button(dana, 'More actions'), page.getByRole('menuitem', { name: 'Follow this review' }));
    await expect(button(dana, 'More actions')).toBeFocused();
    await k.use(button(dana, 'More actions'));
    await expect(page.getByRole('menuitem', { name: 'Stop following' })).toBeVisible();
    await k.press('Escape');
    await expect(button(dana, 'More actions')).toBeFocused();
  });

  await test.step('what comes by mail', async () => {
    await page.goto('/account/notifications');
    const choice = page.getByRole('switch', { name: 'Orders' });
    const before = await choice.isChecked();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    await k.use(choice, 'Space');
    await saved;
    await expect(choice).toBeChecked({ checked: !before });
    await expect(choice).toBeFocused();
  });

  await test.step('by the command menu', async () => {
    await k.press('Control+k');
    const menu = page.getByRole('dialog', { name: 'Search or jump to' });
    await expect(menu.getByRole('combobox')).toBeFocused();
    await k.type(`CR-${d.id}`);
    await expect(menu.getByRole('option', { selected: true })).toContainText(String(d.id));
    await k.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/case/${d.id}`));
    await expect(page.locator('h1')).toBeFocused();
  });

  await test.step('a message', async () => {
    await page.goto(`/chat/${withExpert}`);
    await k.write(page.getByRole('textbox', { name: /^Write to/ }), 'Which page shows the drain output?');
    await k.use(button(dana, 'Send'));
    await expect(page.getByRole('log')).toContainText('Which page shows the drain output?');
    await expect(page.getByRole('textbox', { name: /^Write to/ })).toBeFocused();
  });
});

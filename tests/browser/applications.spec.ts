import type { ServerProcess } from '../harness/server-process.ts';
import { castFor } from '../harness/review-driver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { atServer, sender } from '../harness/sender.ts';
import { applicationAnswers, pdf } from '../http/application-world.ts';
import { expect, expectFits, expectSound, test } from './fixtures.ts';

/** Somebody who has sent an application. */
async function applicant(server: ServerProcess) {
  const who = await server.world.person({ profile: 'ApplicantMedicalExpert' });
  const send = sender(server.url);
  for (const [part, data] of Object.entries(await applicationAnswers(server)))
    await send(who, 'PUT', `/api/v1/application/parts/${part}`, { version: 0, data });
  await fetch(`${server.url}/api/v1/cvs/full?name=CV.pdf`, {
    method: 'PUT',
    headers: { ...who.headers, 'content-type': 'application/pdf' },
    body: new Uint8Array(await pdf()),
  });
  await send(who, 'POST', '/api/v1/application/submit');
  return who;
}

test('from applicant to invited expert: read, asked, checked, signed, approved, invited', async ({
  person,
  server,
}) => {
  test.slow();
  const who = await applicant(server);
  const cast = await castFor(server.world);
  const desk = await person();
  desk.allow(422);
  await desk.enter(cast.clinOps);
  const { page } = desk;
  await page.goto('/admin/applications');
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await expectSound(desk);
  await page.getByRole('link', { name: 'Ines Falkenrath' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ines Falkenrath' })).toBeVisible();
  await page.getByRole('button', { name: 'Start reading' }).click();
  await expect(page.getByRole('heading', { name: 'Does the field fit?' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask for documents' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask for documents' }).click();
  await expect(dialog.getByText('Say what is needed.').first()).toBeVisible();
  await expectSound(desk);
  await dialog.getByRole('textbox', { name: /^What/ }).fill('Your NPDB self-query');
  await dialog.getByRole('button', { name: 'Ask for documents' }).click();
  await expect(page.getByRole('heading', { name: 'The applicant has to answer' })).toBeVisible();

  // the applicant, on a phone, answers
  const phone = await person({ viewport: { width: 390, height: 844 } });
  await phone.enter(who);
  await phone.page.goto('/apply');
  await expect(phone.page.getByRole('heading', { name: 'We asked you for something' })).toBeVisible();
  await expectSound(phone);
  await expectFits(phone.page);
  await expect(phone.page.getByRole('button', { name: 'Send to Peritus' })).toBeDisabled();
  await phone.page
    .getByLabel('File for: Your NPDB self-query')
    .setInputFiles({ name: 'npdb.pdf', mimeType: 'application/pdf', buffer: await pdf(1) });
  await expect(phone.page.getByRole('link', { name: 'npdb.pdf' })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Send to Peritus' }).click();
  await expect(phone.page.getByRole('heading', { name: 'We are reading your application' })).toBeVisible();

  // each check with its source and day
  await page.reload();
  await expect(page.getByRole('link', { name: /npdb\.pdf/ })).toBeVisible();
  await page.getByRole('button', { name: 'Start the checks' }).click();
  await expect(page.getByRole('heading', { name: 'Check the credentials' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the agreement' })).toBeDisabled();
  const open = page.getByRole('button', { name: /^Record: / });
  for (let left = await open.count(); left > 0; left -= 1) {
    await open.first().click();
    await dialog.getByLabel('Source').fill('The source itself');
    const ends = dialog.getByRole('textbox', { name: 'Ends on' });
    if (await ends.isVisible()) await ends.fill('07/31/2028');
    if (left === 1) await expectSound(desk);
    await dialog.getByRole('button', { name: 'Record it' }).click();
    await expect(dialog).toBeHidden();
    await expect(open).toHaveCount(left - 1);
  }
  await page.getByRole('button', { name: 'Send the agreement' }).click();
  await expect(page.getByRole('heading', { name: 'The agreement is with the applicant' })).toBeVisible();
  await page
    .getByLabel('File of the redacted CV')
    .setInputFiles({ name: 'redacted.pdf', mimeType: 'application/pdf', buffer: await pdf(1) });
  await expect(page.getByRole('link', { name: /redacted\.pdf/ })).toBeVisible();

  await expect(phone.page.getByRole('heading', { name: 'The agreement is with you' })).toBeVisible();
  await phone.page.getByLabel('Your full name').fill('Ines Falkenrath');
  await expectSound(phone);
  await phone.page.getByRole('button', { name: 'Sign the agreement' }).click();
  await expect(phone.page.getByRole('heading', { name: 'You signed the agreement' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'The agreement is signed' })).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByLabel('Reason, for the file').fill('Everything holds.');
  await expectSound(desk);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Approved' })).toBeVisible();

  // whoever applied is an expert now, and is invited
  const d = new CaseDriver(atServer(server, cast));
  await d.to('released');
  await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [who.profile_id] });
  phone.allow(403, 404);
  await phone.page.goto('/up-next');
  await expect(phone.page.getByRole('link', { name: /invitation/i }).first()).toBeVisible();
});

test('the board: a card is moved by its menu with the keyboard, and a lane says why it takes one not', async ({
  person,
  server,
}) => {
  await applicant(server);
  const staff = await person();
  await staff.enter(await server.world.staff('matching_admin'));
  const { page } = staff;
  await page.goto('/admin/applications?view=board&q=Ines');
  const card = page.getByRole('region', { name: 'Submitted' }).getByRole('listitem').first();
  await expect(card.getByRole('link', { name: 'Ines Falkenrath' })).toBeVisible();
  await expectSound(staff);
  await card.getByRole('button', { name: 'Move Ines Falkenrath' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Start reading' })).toBeFocused();
  await page.keyboard.press('Enter');
  const screening = page.getByRole('region', { name: 'Screening' });
  await expect(screening.getByRole('link', { name: 'Ines Falkenrath' }).first()).toBeVisible();
  // dragged where it cannot go
  await screening
    .getByRole('listitem')
    .first()
    .dragTo(page.getByRole('region', { name: 'Interview' }));
  await expect(page.getByText('Ines Falkenrath cannot go from Screening to Interview.')).toBeVisible();
  // dragged where it may
  await screening
    .getByRole('listitem')
    .first()
    .dragTo(page.getByRole('region', { name: 'Verification' }));
  await expect(
    page.getByRole('region', { name: 'Verification' }).getByRole('link', { name: 'Ines Falkenrath' }).first(),
  ).toBeVisible();
  const small = await person({ viewport: { width: 320, height: 640 } });
  await small.enter(await server.world.staff('support_agent'));
  await small.page.goto('/admin/applications');
  await expect(small.page.getByRole('link', { name: 'Ines Falkenrath' }).first()).toBeVisible();
  await expectFits(small.page);
});

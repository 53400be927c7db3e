import { castFor } from '../harness/review-driver.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, expectSound, signedInAnHourAgo, test } from './sso-fixtures.ts';

test('whoever has no password signs a report after signing in again with their organization', async ({
  person,
  server,
  northfield: { provider, organization, domain },
}) => {
  const { world } = server;
  const cast = await castFor(world);
  const d = new CaseDriver(atServer(server, cast));
  await d.to('reportWritten', { service: 'report_only', needed_by: '2027-06-30' });
  const email = `ines@${domain}`;
  await world.ownExpert(cast.expert, { organization_id: organization, email });
  provider.person = { sub: 'ines', email, email_verified: true, given_name: 'Ines', family_name: 'Falk' };

  const ines = await person({ elsewhere: provider.issuer });
  // the record of these tests has no bytes: it is told as damaged
  ines.allow(401, 500);
  const { page } = ines;
  await page.goto(`/login?redirectUrl=${encodeURIComponent(`/case/${d.id}/report`)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).focus();
  await page.getByRole('button', { name: 'Sign in with Northfield Health' }).click();
  await expect(page).toHaveURL(new RegExp(`/case/${d.id}/report$`));

  // that was an hour ago
  await signedInAnHourAgo(server);
  const dialog = page.getByRole('dialog', { name: 'Sign version 1 of this report?' });
  const sign = dialog.getByRole('button', { name: 'Sign it' });
  await page.getByRole('button', { name: 'Sign the report' }).click();
  const service = dialog.getByRole('button', { name: 'Sign in with Northfield Health' });
  await expect(service).toBeVisible();
  await expect(dialog.getByLabel('Your password')).toHaveCount(0);
  await expect(sign).toBeDisabled();
  await expectSound(ines);
  await service.click();

  // back where it was begun, with nothing in between to find again
  await expect(page).toHaveURL(new RegExp(`/case/${d.id}/report$`));
  await expect(dialog).toContainText('You signed in with Northfield Health a short while ago.');
  await expectSound(ines);
  await sign.click();
  await expect(dialog).toBeHidden();
  await expect(async () => expect(await d.status()).toBe('report_in_qa')).toPass();
  await expect(page.getByRole('button', { name: 'Sign the report' })).toHaveCount(0);
});

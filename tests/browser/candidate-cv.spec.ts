import { presentedCase } from './accepted-case.ts';
import { expect, expectSound, signIn, test } from './fixtures.ts';
import { pdfOf } from './steps/records.ts';

test('the requester reads a presented expert’s redacted CV in the page', async ({ person, server }) => {
  const { cast, d } = await presentedCase(server);
  const answer = await fetch(`${server.url}/api/v1/cvs/redacted?name=CV.pdf`, {
    method: 'PUT',
    headers: { ...cast.expert.headers, 'content-type': 'application/pdf' },
    body: new Uint8Array(await pdfOf('Curriculum vitae', ['Nineteen years of spine surgery.'])),
  });
  expect(answer.status).toBe(200);
  // staff approved it
  await server.world.db
    .updateTable('cvs')
    .set({ approved_at: new Date() })
    .where('profile_id', '=', cast.expert.profile_id)
    .execute();
  const dana = await person();
  await signIn(dana, cast.requester);
  const { page } = dana;
  await page.goto(`/case/${d.id}/experts`);
  await expect(page.getByRole('radio')).toHaveCount(3);
  // the others have none
  const read = page.getByRole('button', { name: /^Read the redacted CV of Expert / });
  await expect(read).toHaveCount(1);
  await read.click();
  const cv = page.getByRole('region', { name: /^Redacted CV of Expert / });
  await expect(cv.getByRole('heading')).toBeFocused();
  await expect(cv.getByText('Nineteen years of spine surgery.')).toBeVisible();
  await expect(cv.getByRole('link', { name: 'Download' })).toBeHidden();
  // reading chooses nobody
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expectSound(dana);
  await cv.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(cv).toBeHidden();
  await page.getByRole('radio').first().check();
  await expect(page.getByRole('radio').first()).toBeChecked();
});

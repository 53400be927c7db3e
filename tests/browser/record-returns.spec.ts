import type { ReturnsView } from '../../src/features/disclosure/contract/returns.ts';
import { agreed } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* A matter has ended: the expert says on a telephone what became of the records, and the firm opens the certificate. */
test('records are certified as destroyed once a matter has ended', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await agreed(new LegalDriver(atServer(server, cast)));
  await d.concluded();
  const expert = await person({ viewport: { width: 390, height: 844 } });
  const firm = await person({ dark: true });
  const name = 'Records returned or destroyed';
  await d.freshProof(cast.expert);
  await signIn(expert, cast.expert, `/legal-case/${d.id}`);
  const card = expert.page.getByRole('region', { name });
  await expect(card.getByText(/^The expert’s certificate is awaited by /)).toBeVisible();
  await card.getByRole('button', { name: 'Say what became of the records' }).click();
  // the keyboard is in the form, and back on its button once it is left
  await expect(card.getByLabel('What became of them')).toBeFocused();
  await card.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(card.getByRole('button', { name: 'Say what became of the records' })).toBeFocused();
  await card.getByRole('button', { name: 'Say what became of the records' }).click();
  await card.getByRole('button', { name: 'Sign the certificate' }).click();
  await expect(card.getByText('Choose what became of them.')).toBeVisible();
  await card.getByLabel('What became of them').selectOption({ label: 'Destroyed' });
  await card.getByLabel('How', { exact: true }).fill('Shredded what was printed.');
  await inspect(expert.page);
  // what was written stays over a reload
  await expert.page.reload();
  await card.getByRole('button', { name: 'Say what became of the records' }).click();
  await expect(card.getByText(/^I destroyed all of them.*Shredded what was printed\.$/)).toBeVisible();
  const { own_name } = await d.must<ReturnsView>(cast.expert, 'GET', d.url('/record_returns'));
  await card.getByLabel('Your name').fill(own_name);
  await card.getByLabel('I have read it as a whole').check();
  await card.getByRole('button', { name: 'Sign the certificate' }).click();
  await expect(card.getByText(new RegExp(`^Signed by ${own_name}`))).toBeVisible();
  await inspect(expert.page);

  await signIn(firm, cast.requester, `/legal-case/${d.id}`);
  const link = firm.page.getByRole('region', { name }).getByRole('link', { name: /^Open as PDF/ });
  const paper = await firm.page.request.get((await link.getAttribute('href')) ?? '');
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await inspect(firm.page);
});

import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { choose, expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* An adviser becomes a witness: the firm proposes it, the expert signs, and where either writes they are told what that means. */
test('a consulting expert becomes a testifying one, asked by both, and what is written says what it is', async ({
  person,
  server,
  passwordHash,
}) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await new LegalDriver(atServer(server, cast)).to('accepted');
  await d.agreementProposed(cast.requester, { role: 'consulting' });
  await d.to('retainerPaid');
  const firm = await person();
  const expert = await person({ viewport: { width: 390, height: 844 }, dark: true });

  await test.step('the firm proposes the change, and is told what it means', async () => {
    await signIn(firm, cast.requester, `/legal-case/${d.id}`);
    const panel = firm.page.getByRole('region', { name: 'Conversation' });
    await panel.getByText('Protected in most courts while the expert only advises.').click();
    await expect(panel.getByText(/Should they testify later/)).toBeVisible();
    await inspect(firm.page);
    await firm.page.getByRole('link', { name: 'Open it' }).click();
    await firm.page.getByRole('button', { name: 'Propose a change' }).click();
    const form = firm.page.getByRole('form', { name: 'Propose terms' });
    await expect(form.getByRole('combobox', { name: 'Role' })).toBeFocused();
    await firm.page.getByRole('textbox', { name: /^Your name/ }).fill((await d.agreement()).own_name);
    await firm.page.getByRole('checkbox', { name: /I sign this agreement/ }).check();
    await form.getByRole('button', { name: 'Sign and propose' }).click();
    await expect(form.getByText('Nothing differs from what both signed. Change a term first.').first()).toBeVisible();
    await choose(form.getByRole('combobox', { name: 'Role' }), 'Testifying expert');
    await expect(form.getByText(/they may be named as a witness/)).toBeVisible();
    await inspect(firm.page);
    // what was written is there after a reload
    await firm.page.reload();
    await firm.page.getByRole('button', { name: 'Propose a change' }).click();
    await expect(form.getByText(/they may be named as a witness/)).toBeVisible();
    await firm.page.getByRole('textbox', { name: /^Your name/ }).fill((await d.agreement()).own_name);
    await firm.page.getByRole('checkbox', { name: /I sign this agreement/ }).check();
    await form.getByRole('button', { name: 'Sign and propose' }).click();
    await expect(firm.page.getByRole('heading', { name: /^Change of version 1, by/ })).toBeVisible();
    await expect(firm.page.getByRole('heading', { name: 'What holds until then' })).toBeVisible();
    await firm.page.getByText(/^Version 1, by .*, signed by both$/).click();
    await expect(firm.page.getByText('The expert advises the firm as a consulting expert').first()).toBeVisible();
    await inspect(firm.page);
  });

  await test.step('the expert reads what would change, and signs it on a telephone', async () => {
    await server.settle();
    await signIn(expert, cast.expert, `/legal-case/${d.id}/agreement`);
    await expect(expert.page.getByText('Until both have signed it, what you agreed before holds.')).toBeVisible();
    const form = expert.page.getByRole('form', { name: 'Sign the change' });
    await expect(form.getByText(/they may be named as a witness/)).toBeVisible();
    await inspect(expert.page);
    await form.getByRole('textbox', { name: /^Your name/ }).fill((await d.agreement(cast.expert)).own_name);
    await form.getByRole('checkbox', { name: /I sign this agreement/ }).check();
    await form.getByRole('button', { name: 'Sign the change' }).click();
    await expect(expert.page.getByRole('heading', { name: /^Version 2, by/ })).toBeVisible();
    await expect(expert.page.getByRole('button', { name: 'Propose a change' })).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('where they write it says what may be read', async () => {
    await server.settle();
    await firm.page.goto(`/legal-case/${d.id}`);
    await expect(firm.page.getByText('What is written here may have to be disclosed.')).toBeVisible();
    await expect(firm.page.getByText('signed that the consulting expert becomes a testifying expert')).toBeVisible();
    await inspect(firm.page);
    await d.to('reportStarted');
    // the record of this matter has a name and no pages
    await server.world.db
      .updateTable('files')
      .set({ visible_to_expert: false })
      .where('review_id', '=', d.id)
      .execute();
    await expert.page.goto(`/legal-case/${d.id}/report`);
    await expert.page.getByText('Some states let the other side see drafts.').click();
    await expect(expert.page.getByText(/Federal courts protect drafts/)).toBeVisible();
    await inspect(expert.page);
  });
});

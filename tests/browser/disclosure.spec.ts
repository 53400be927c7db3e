import type { DisclosureView } from '../../src/features/disclosure/contract.ts';
import { agreed, pdfOf, PUBLICATION, recorded, TESTIMONY, verifiedRecord } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* The expert's disclosure: the firm reads what is missing and asks, the assistant prepares, the expert confirms and signs on a telephone, the firm opens the packet. */
test('a disclosure is asked for, prepared, confirmed, signed and opened', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = await agreed(new LegalDriver(atServer(server, cast)));
  await recorded(d);
  const firm = await person();
  const assistant = await person();
  const expert = await person({ viewport: { width: 390, height: 844 } });
  const card = (of: typeof firm) => of.page.getByRole('region', { name: 'Expert disclosure' });
  const press = (of: typeof firm, name: string) => card(of).getByRole('button', { name, exact: true }).click();
  const part = (of: typeof firm, name: string) => card(of).getByRole('listitem').filter({ hasText: name }).first();

  await test.step('the firm reads whose move it is, and asks', async () => {
    await signIn(firm, cast.requester, `/legal-case/${d.id}`);
    await expect(card(firm).getByText(/^1 of the six parts/)).toBeVisible();
    await expect(part(firm, 'Facts or data considered')).toContainText(
      'The expert has not confirmed the list. With the expert.',
    );
    await expect(part(firm, 'Opinions, with their basis')).toContainText('Your move.');
    await inspect(firm.page);
    await press(firm, 'Ask the expert for it');
    await expect(card(firm).getByRole('button', { name: 'Ask the expert for it' })).toBeHidden();
  });

  await test.step('the assistant prepares the list, which the expert confirms', async () => {
    await d.to('delivered');
    const helper = await server.world.assistantOf(cast.expert.profile_id);
    await server.world.db
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', helper.user_id)
      .execute();
    await signIn(assistant, helper, `/legal-case/${d.id}`);
    await press(assistant, 'Choose what was considered');
    await press(assistant, 'Add a source');
    await press(assistant, 'Save for the expert');
    await expect(card(assistant).getByText('Enter what was considered.')).toBeVisible();
    await card(assistant).getByLabel('Source', { exact: true }).fill('Interview with counsel, November 2');
    await inspect(assistant.page);
    // kept over a reload
    await assistant.page.reload();
    await press(assistant, 'Choose what was considered');
    await expect(card(assistant).getByLabel('Source', { exact: true })).toHaveValue(
      'Interview with counsel, November 2',
    );
    await press(assistant, 'Save for the expert');
    await expect(card(assistant).getByRole('form', { name: 'Facts or data considered' })).toBeHidden();
  });

  await test.step('the expert confirms both lists and what is none on a telephone', async () => {
    await signIn(expert, cast.expert, `/legal-case/${d.id}`);
    await press(expert, 'Choose what was considered');
    await expect(card(expert).getByRole('checkbox', { name: 'Chart.pdf' })).toBeChecked();
    await inspect(expert.page);
    await press(expert, 'Confirm the list');
    await expect(part(expert, 'Facts or data considered')).toContainText('Ready: 1 file and 1 other source, confirmed');
    await press(expert, 'Choose the exhibits');
    await card(expert).getByRole('checkbox', { name: 'Chart.pdf' }).uncheck();
    await press(expert, 'Confirm that there are none');
    await expect(part(expert, 'Exhibits')).toContainText('Ready: no exhibits, confirmed');
    await press(expert, 'I published nothing in ten years');
    await expect(card(expert).getByRole('button', { name: 'Take back that there is none' })).toBeVisible();
    await inspect(expert.page);
  });

  await test.step('with CV and records there it is signed', async () => {
    await fetch(`${server.url}/api/v1/cvs/full?name=CV.pdf`, {
      method: 'PUT',
      headers: { ...cast.expert.headers, 'content-type': 'application/pdf' },
      body: new Uint8Array(await pdfOf('Curriculum vitae', 2)),
    });
    await server.world.db
      .updateTable('cvs')
      .set({ approved_at: server.world.clock.now() })
      .where('profile_id', '=', cast.expert.profile_id)
      .execute();
    await verifiedRecord(d, 'publication', PUBLICATION);
    await verifiedRecord(d, 'testimony', TESTIMONY);
    await d.freshProof(cast.expert);
    await expert.page.reload();
    await expect(card(expert).getByText(/^All six parts/)).toBeVisible();
    await press(expert, 'Sign the disclosure');
    await press(expert, 'Sign it');
    await expect(card(expert).getByText('Type your name.')).toBeVisible();
    const { own_name } = await d.must<DisclosureView>(cast.expert, 'GET', d.url('/disclosure'));
    await card(expert).getByLabel('Your name').fill(own_name);
    await card(expert).getByLabel('I have read what each part says').check();
    await inspect(expert.page);
    // what is signed is what was read: a change takes the tick away
    const form = card(expert).getByRole('form', { name: 'Sign the disclosure' });
    await expect(form.getByText('Ferrante v. Brightwater Regional')).toBeVisible();
    await expect(form.getByText(/^CV\.pdf, 2 pages/)).toBeVisible();
    const { lock_version } = await d.must<DisclosureView>(cast.requester, 'GET', d.url('/disclosure'));
    await d.must(cast.requester, 'POST', d.url('/disclosure/prefix'), { prefix: 'FER-DEF', lock_version });
    await expect(form.getByText(/^What the packet says has changed since you opened this/)).toBeVisible();
    await expect(form.getByLabel('I have read what each part says')).not.toBeChecked();
    await inspect(expert.page);
    await press(expert, 'Sign it');
    await expect(form.getByText('Confirm that you sign electronically.')).toBeVisible();
    await form.getByLabel('I have read what each part says').check();
    await press(expert, 'Sign it');
    await expect(card(expert).getByText(new RegExp(`Signed by ${own_name}`))).toBeVisible();
    await server.settle();
  });

  await test.step('the firm opens it, and reads what a supplement would say', async () => {
    await firm.page.reload();
    const open = card(firm).getByRole('link', { name: 'Open as PDF: disclosure, version 1' });
    await expect(open).toBeVisible();
    const file = await firm.page.request.get((await open.getAttribute('href')) ?? '');
    expect(file.status()).toBe(200);
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await card(firm).getByText('Index and fingerprint').click();
    await expect(card(firm).getByText(/^SHA-256: [0-9a-f]{64}$/)).toBeVisible();
    await inspect(firm.page);
    await recorded(d, 60);
    await firm.page.reload();
    await expect(card(firm).getByText('Recorded so far: $1,000.00; it was $600.00.')).toBeVisible();
  });
});

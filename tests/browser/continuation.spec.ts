import { CaseDriver } from '../harness/case-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { json } from '../../src/platform/db/json.ts';
import { CONSENT_LINES } from '../../src/features/continuations/rules.ts';
import { choose, expect, signIn, test as base, withServer } from './fixtures.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { inspect } from './look.ts';

// its clock moves
const test = base.extend<object, { server: ServerProcess }>({
  server: [async ({}, use) => withServer(use), { scope: 'worker' }],
});

/* A case review that is over continues as a legal case: asked by the adjuster, agreed to by the expert on a telephone, opened by the desk. */
test('a case review continues as a legal case with the same expert', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  await server.world.db
    .updateTable('organizations')
    .set({
      flags: json({
        enable_case_closeout_transfer_requests: true,
        generics_enabled: true,
        for_generics: true,
        accepts_new_generic_submissions: true,
      }),
    })
    .where('id', '=', cast.organization_id)
    .execute();
  const d = await new CaseDriver(atServer(server, cast)).to('timeChosen', { needed_by: '2027-06-30' });
  await server.advance({ days: 3 });
  await d.held();
  const dana = await person();
  const ines = await person({ viewport: { width: 390, height: 844 }, dark: true });
  const desk = await person();
  const card = ({ page }: typeof dana) => page.getByRole('region', { name: 'Continue as a legal case' });

  await test.step('the requester asks, with counsel’s name and the files that go with it', async () => {
    await signIn(dana, cast.requester, `/case/${d.id}`);
    await card(dana).getByRole('button', { name: 'Ask the expert' }).click();
    const form = card(dana).getByRole('form', { name: 'Ask the expert to continue' });
    await form.getByRole('button', { name: 'Ask the expert' }).click();
    await expect(form.getByText('Say why, in a sentence or two.')).toBeVisible();
    await expect(form.getByText('Enter the name, or take this line out.')).toBeVisible();
    await inspect(dana.page);
    await form.getByLabel('Why it continues').fill('Suit was filed on Monday.');
    await form.getByLabel('Name', { exact: true }).fill('Calder & Rowe LLP');
    await choose(form.getByLabel('Role', { exact: true }), 'Claimant’s counsel');
    await form.getByRole('checkbox').first().check();
    // what was written is there after a reload
    await dana.page.reload();
    await card(dana).getByRole('button', { name: 'Ask the expert' }).click();
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Calder & Rowe LLP');
    await expect(form.getByRole('checkbox').first()).toBeChecked();
    await form.getByRole('button', { name: 'Ask the expert' }).click();
    await expect(card(dana).getByText(/They look at the names, and answer/)).toBeVisible();
    await inspect(dana.page);
  });

  await test.step('the expert looks at the names, and agrees', async () => {
    await server.settle();
    await signIn(ines, cast.expert, `/case/${d.id}`);
    const form = card(ines).getByRole('form', { name: 'Agree to continue' });
    await expect(form.getByText('Calder & Rowe LLP')).toBeVisible();
    await form.getByRole('button', { name: 'Agree to continue' }).click();
    await expect(form.getByText('Answer yes or no.').first()).toBeVisible();
    await inspect(ines.page);
    for (const { key, good } of CONSENT_LINES)
      await form
        .locator(`[data-path="answers.${key}"]`)
        .getByRole('radio', { name: good ? 'Yes' : 'No', exact: true })
        .check();
    await form.getByRole('button', { name: 'Agree to continue' }).click();
    await expect(card(ines).getByText(/You have agreed/)).toBeVisible();
    await inspect(ines.page);
  });

  await test.step('the matching desk opens it, and the requester finds the draft', async () => {
    await server.settle();
    await signIn(desk, cast.matching, `/case/${d.id}`);
    await inspect(desk.page);
    await card(desk).getByRole('button', { name: 'Open the legal case' }).click();
    await expect(card(desk).getByText('It continues as a legal case.')).toBeVisible();
    await server.settle();
    await dana.page.goto(`/case/${d.id}`);
    await card(dana)
      .getByRole('link', { name: /^Open legal case LC-/ })
      .click();
    await expect(dana.page).toHaveURL(/\/legal-case\/\d+/);
    await dana.page.goto(`${new URL(dana.page.url()).pathname.replace(/\/(step-\w+)?$/, '')}/step-two`);
    await expect(dana.page.getByRole('textbox', { name: 'Name', exact: true }).last()).toHaveValue('Calder & Rowe LLP');
    await inspect(dana.page);
  });
});

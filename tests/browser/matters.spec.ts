import { LegalDriver } from '../harness/legal-driver.ts';
import { castFor } from '../harness/review-driver.ts';
import { atServer } from '../harness/sender.ts';
import { reviewNumber } from '../../src/core/kinds.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* Several experts on one matter: a second one is ordered from the first one's page, a third is linked by its number. */
test('another expert is ordered on the same matter, and one is linked', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const at = atServer(server, cast);
  const d = await new LegalDriver(at).to('accepted');
  const apart = await new LegalDriver(at).to('submitted');
  const greta = await person();
  const card = greta.page.getByRole('region', { name: 'Experts on this matter' });

  await test.step('a second one, with the files that are ticked', async () => {
    await signIn(greta, cast.requester, `/legal-case/${d.id}`);
    await card.getByRole('button', { name: 'Order another expert' }).click();
    const form = card.getByRole('form', { name: 'Order another expert' });
    await expect(form.getByRole('checkbox').first()).toBeFocused();
    await inspect(greta.page);
    await form.getByRole('button', { name: 'Open the draft' }).click();
    await expect(greta.page).toHaveURL(/\/legal-case\/\d+\/step-three/);
    await expect(greta.page.getByText(/Fall from a ladder/)).toBeVisible();
    await greta.page.goto(`/legal-case/${d.id}`);
    await expect(card.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('one that was ordered apart, by its number', async () => {
    await card.getByRole('button', { name: 'Link a legal case' }).click();
    const form = card.getByRole('form', { name: 'Link a legal case' });
    await expect(form.getByLabel('Its number')).toBeFocused();
    await form.getByRole('button', { name: 'Link it' }).click();
    await expect(form.getByText('Enter its number.')).toBeVisible();
    greta.allow(422);
    await form.getByLabel('Its number').fill('LC-1');
    await form.getByRole('button', { name: 'Link it' }).click();
    await expect(form.getByText('There is no legal case of yours with this number.')).toBeVisible();
    await form.getByLabel('Its number').fill(reviewNumber('Generic', apart.id));
    await form.getByRole('button', { name: 'Link it' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(3);
    await inspect(greta.page);
  });

  await test.step('its expert sees none of it, on a telephone', async () => {
    const ines = await person({ viewport: { width: 390, height: 844 }, dark: true });
    await signIn(ines, cast.expert, `/legal-case/${d.id}`);
    await expect(ines.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      ines.page.getByRole('link', { name: 'Agreement' }).or(ines.page.getByText('Agreement')).first(),
    ).toBeVisible();
    await expect(ines.page.getByText('Experts on this matter')).toHaveCount(0);
  });

  await test.step('and it is taken out again', async () => {
    await greta.page.setViewportSize({ width: 390, height: 844 });
    await card.getByRole('button', { name: 'Take this one out' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(0);
    await expect(card.getByText(/Another expert on the matter has a legal case of their own/)).toBeVisible();
    await inspect(greta.page);
  });
});

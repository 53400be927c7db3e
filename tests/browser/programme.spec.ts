import { expect, expectSound, signIn, test } from './fixtures.ts';

const FIELD = ['Hospital medicine', 'General'] as const;

test('a subscription: begun, a seat, its pre-orders, an order from the seat', async ({ person, server }) => {
  const { world } = server;
  const organization_id = await world.organization({ name: 'Saltmarsh Programme' });
  await world.specialty(...FIELD, 1);
  const manager = await world.person({
    profile: 'ClaimConsultant',
    is_review_manager: true,
    organization_id,
    first_name: 'Mara',
    last_name: 'Quell',
  });
  const mara = await person();
  const { page } = mara;
  await signIn(mara, manager);

  await page.goto('/admin/subscriptions');
  await expect(page.getByText('No subscription yet')).toBeVisible();
  await page.getByRole('button', { name: 'New subscription' }).click();
  const dialog = page.getByRole('dialog');
  // sent too early, it shows what is missing, although that lies far above the button
  await dialog.getByRole('button', { name: 'Start it' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel('Name')).toBeInViewport();
  await dialog.getByLabel('Name').fill('Hospitalists');
  await dialog.getByLabel('Facility').fill('Saltmarsh General');
  await dialog.getByLabel('Charts per review').fill('2');
  await dialog.getByRole('button', { name: 'Start it' }).click();
  await expect(page.getByRole('heading', { name: 'Hospitalists', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Add a seat' }).click();
  await dialog.getByRole('button', { name: 'Add the seat' }).click();
  await expect(dialog.getByLabel('Provider under review')).toBeFocused();
  await dialog.getByLabel('Provider under review').fill('Dr. Lowel Pike');
  const pick = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label, exact: true }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick('License type', 'MD');
  await pick('State', 'Illinois');
  await pick('Specialty', FIELD[0]);
  await pick('Sub-specialty', FIELD[1]);
  await dialog.getByRole('button', { name: 'Add the seat' }).click();
  await expect(page.getByRole('heading', { name: 'Dr. Lowel Pike' })).toBeVisible();
  await server.settle();
  await page.reload();

  // a slip of the pen is put right in place, and reaches what is not ordered yet
  await page.getByRole('button', { name: 'More for Dr. Lowel Pike' }).click();
  await page.getByRole('menuitem', { name: 'Correct the details' }).click();
  await expect(dialog.getByText(/not ordered yet gets? these details, too/)).toBeVisible();
  await expectSound(mara);
  await dialog.getByLabel('Provider under review').fill('Dr. Lowell Pike');
  await dialog.getByLabel('NPI').fill('1234567893');
  await dialog.getByRole('button', { name: 'Correct the details' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Dr. Lowell Pike' })).toBeVisible();
  await page.getByText('Corrected once').click();
  await expect(page.getByText('Provider: Dr. Lowel Pike → Dr. Lowell Pike')).toBeVisible();
  await expect(page.getByText('NPI: nothing → 1234567893')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('meter', { name: /Dr\. Lowell Pike/ })).toBeVisible();
  await expectSound(mara);

  await page.goto('/pre-order-peer-reviews');
  await expect(page.getByRole('heading', { name: 'Pre-ordered Peer Reviews', level: 1 })).toBeVisible();
  await expect(page.getByText('Dr. Lowell Pike, Saltmarsh General').first()).toBeVisible();
  await expect(page.getByText('2 of 2 missing').first()).toBeVisible();

  await page.goBack();
  await page.getByRole('button', { name: 'Order a review of Dr. Lowell Pike' }).click();
  await expect(page).toHaveURL(/\/peer-review\/\d+\/step-one\?seatId=\d+$/);
  await expect(page.getByLabel('Type of review')).toBeDisabled();
  await expect(page.getByText(/The subscription covers it/)).toBeVisible();
});

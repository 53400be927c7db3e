import { acceptedCase } from './accepted-case.ts';
import { expect, expectFits, expectSound, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

/* A call that did not take place: who missed it is said by one side, contested by the other, decided by staff. */

test('the requester records that the expert missed the call, the expert contests it, Peritus decides', async ({
  person,
  server,
}) => {
  const { cast, d } = await acceptedCase(server);
  await d.to('timeChosen');
  // its time came twenty minutes ago
  await server.world.db
    .updateTable('appointments')
    .set({ starts_at: new Date(server.world.clock.now().getTime() - 20 * 60_000) })
    .where('review_id', '=', d.id)
    .execute();

  const dana = await person();
  await signIn(dana, cast.requester);
  await dana.page.goto(`/case/${d.id}`);
  const call = dana.page.getByRole('region', { name: 'Call', exact: true });
  await call.getByRole('button', { name: 'It did not take place' }).click();
  await expect(call.getByRole('radio', { name: /^We did not show up/ })).toBeVisible();
  await expect(call).toContainText('Costs $');
  await call.getByLabel('What happened?').fill('Nobody joined on the expert’s side.');
  await call.getByRole('button', { name: 'Record it as missed' }).click();
  await expect(call).toContainText('Say who did not show up.');
  await call.getByRole('radio', { name: 'The expert did not show up' }).check();
  await expectSound(dana);
  await expectFits(dana.page);
  await call.getByRole('button', { name: 'Record it as missed' }).click();
  await expect(call).toContainText('Your side recorded that the expert did not show up.');
  await inspect(dana.page);

  const ines = await person();
  await signIn(ines, cast.expert);
  await ines.page.goto(`/case/${d.id}`);
  const hers = ines.page.getByRole('region', { name: 'Call', exact: true });
  await expect(hers).toContainText('The requester recorded that your side did not show up.');
  await expect(hers).not.toContainText('$');
  await hers.getByRole('button', { name: 'That is not what happened' }).click();
  await hers.getByLabel('What happened?').fill('I was on the line from the first minute.');
  await expectSound(ines);
  await hers.getByRole('button', { name: 'Ask Peritus to decide' }).click();
  await expect(hers).toContainText('You dispute that. Peritus will decide.');
  await expect(call).toContainText('The expert disputes that. Peritus will decide.');
  await expect(call).not.toContainText('first minute');

  const omar = await person();
  await signIn(omar, cast.clinOps);
  await omar.page.goto(`/case/${d.id}`);
  const desk = omar.page.getByRole('region', { name: 'Call', exact: true });
  await expect(desk).toContainText('“I was on the line from the first minute.”');
  await desk.getByRole('button', { name: 'Decide who missed it' }).click();
  await desk.getByRole('radio', { name: /^The requester did not show up/ }).check();
  await desk.getByLabel('Why?').fill('The bridge shows that only the expert joined.');
  await inspect(omar.page);
  await desk.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(desk).toContainText('Peritus decided: the requester did not show up.');
  await expect(call).toContainText('Peritus decided: your side did not show up.');
  await expect(call).toContainText('You are charged $');
  await expect(hers).toContainText('Peritus decided: the requester did not show up.');
});

import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { castFor } from '../harness/review-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { atServer } from '../harness/sender.ts';
import { expect, signIn, test } from './fixtures.ts';
import { inspect } from './look.ts';

// what arrives from the network, and what does not, is shown here
test.use({ cold: true });

/*
 * The examinee's page on a telephone: by the link staff make, in Spanish, without an account. What is answered there shows
 * on the review; a link that was withdrawn says so in both languages.
 */

test('an examinee answers on their page, by a link', async ({ person, server, passwordHash }) => {
  const cast = await castFor(server.world, passwordHash);
  const d = new ImeDriver(atServer(server, cast));
  await d.to('timeChosen');

  const clara = await person();
  await signIn(clara, cast.clinOps, `/ime/${d.id}`);
  const card = clara.page.getByRole('region', { name: 'Examinee', exact: true });
  await expect(card.getByText('The examinee has not said yet whether they come.')).toBeVisible();
  await expect(card.getByText(/Nobody has checked the Spanish texts/)).toBeVisible();
  await card.getByRole('button', { name: 'Make the link to their page' }).click();
  const address = await card.getByLabel('The examinee’s page').inputValue();
  expect(address).toMatch(/\/exam-visit\/[\w-]{43}$/);
  await clara.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await card.getByRole('button', { name: 'Copy' }).click();
  await expect(card.getByText('Copied.')).toBeVisible();
  expect(await clara.page.evaluate('navigator.clipboard.readText()')).toBe(address);
  await inspect(clara.page);

  const marta = await person({ viewport: { width: 320, height: 640 }, touch: true, zone: 'America/Chicago' });
  const { page } = marta;
  const path = new URL(address).pathname;

  await test.step('it says when, where and what to bring, in her language and in English', async () => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Su examen médico');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-US');
    await expect(page.getByText('Una identificación con foto')).toBeVisible();
    await expect(page.getByText('Harbor Street Clinic')).toBeVisible();
    // her own time beside that of the place
    await expect(page.getByText(/Donde usted está ahora: .*CST/)).toBeVisible();
    await expect(page.getByText('Estamos organizando un intérprete de español para usted.')).toBeVisible();
    // nothing of the product around it: no sign-in, no way into it
    await expect(page.getByRole('link', { name: 'Log In' })).toHaveCount(0);
    await inspect(page);
    await page.getByRole('button', { name: 'English' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your medical exam');
    await inspect(page);
    await page.getByRole('button', { name: 'Español' }).tap();
  });

  await test.step('the map of the way there comes when she comes near, and its failing is said', async () => {
    const sent = await fetch(`${server.url}/api/v1/experts/${cast.expert.profile_id}/site_maps`, {
      method: 'POST',
      headers: { ...cast.expert.headers, 'content-type': 'image/png' },
      body: createCanvas(900, 600).toBuffer('image/png'),
    });
    const { id: map_id } = (await sent.json()) as { id: number };
    await server.world.db.updateTable('practice_sites').set({ map_id }).where('id', '=', d.site).execute();
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/exam_visit/map') && asked.push(request.url())));
    marta.allow(503);
    await page.route('**/exam_visit/map', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked).toEqual([]);
    const directions = page.getByRole('heading', { name: 'Cómo llegar y estacionamiento' });
    await directions.scrollIntoViewIfNeeded();
    await expect(page.getByText('No se pudo cargar el mapa.')).toBeVisible();
    await page.reload();
    await directions.scrollIntoViewIfNeeded();
    const map = page.getByRole('img', { name: /^Mapa para llegar a Harbor Street Clinic/ });
    await expect(map).toHaveJSProperty('complete', true);
    await expect(map).toHaveJSProperty('naturalWidth', 900);
    expect(asked).toHaveLength(2);
    await inspect(page);
  });

  await test.step('she will come; her calendar has it', async () => {
    await page.getByRole('button', { name: 'Voy a ir' }).tap();
    await expect(page.getByText('Usted dijo que va a venir. Gracias.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Voy a ir' })).toHaveCount(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Agregar al calendario' }).tap();
    const file = await (await saved).path();
    expect(await readFile(file, 'utf8')).toContain('SUMMARY:Examen médico');
  });

  await test.step('she says what she needs, and how to remind her', async () => {
    const needs = page.getByRole('form', { name: '¿Qué necesita para entrar y ser examinado?' });
    await needs.getByRole('textbox').fill('Una rampa; uso silla de ruedas.');
    await needs.getByRole('button', { name: 'Enviar' }).tap();
    await expect(page.getByText(/Nos dijo lo que necesita el/)).toBeVisible();
    const reminders = page.getByRole('form', { name: 'Recordatorios' });
    await expect(reminders.getByRole('radio', { name: /mensaje de texto/ })).toHaveCount(0);
    await reminders.getByRole('radio', { name: /Por correo/ }).check();
    await reminders.getByRole('button', { name: 'Guardar' }).tap();
    await expect(reminders.getByText('Por favor, complete esto.')).toBeVisible();
    await reminders.getByLabel('Su correo electrónico').fill('marta@home.example');
    await reminders.getByRole('button', { name: 'Guardar' }).tap();
    await expect(reminders.getByText('Guardado')).toBeVisible();
  });

  await test.step('another date: it is kept while the connection is away, and then asked for', async () => {
    await page.getByRole('button', { name: 'Necesito otra fecha' }).tap();
    const form = page.getByRole('form', { name: 'Necesito otra fecha' });
    await form.getByRole('textbox').fill('Ese día me operan. Cualquier martes.');
    await inspect(page);
    marta.allow(0);
    await marta.context.setOffline(true);
    await form.getByRole('button', { name: 'Enviar' }).tap();
    await expect(form.getByText(/No hay conexión/)).toBeVisible();
    await marta.context.setOffline(false);
    await form.getByRole('button', { name: 'Enviar' }).tap();
    await expect(page.getByText(/Usted pidió otra fecha/)).toBeVisible();
  });

  await test.step('staff record of whom the interpreter was ordered, and she reads it', async () => {
    await card.getByRole('button', { name: 'Record the order: Interpreter, Spanish' }).click();
    const form = card.getByRole('form', { name: 'Record the order: Interpreter' });
    await form.getByLabel('Ordered of').fill('Lingua Boston');
    await form.getByLabel('Their phone').fill('617 555 0140');
    await form.getByLabel('Who confirmed it there').fill('Ada Brook');
    await inspect(clara.page);
    await form.getByRole('button', { name: 'Record it' }).click();
    await expect(card.getByText(/Confirmed by Ada Brook/)).toBeVisible();
    await page.reload();
    await expect(page.getByText('Habrá un intérprete de español.')).toBeVisible();
    await expect(page.getByText('Lingua Boston, teléfono 617 555 0140')).toBeVisible();
  });

  await test.step('staff see whose move it is, and answer', async () => {
    await clara.page.reload();
    await expect(card.getByText('Your move')).toBeVisible();
    await expect(card.getByText(/Ese día me operan/)).toBeVisible();
    await expect(card.getByText(/Una rampa/)).toBeVisible();
    await expect(card.getByText(/By e-mail to marta@home.example/)).toBeVisible();
    await expect(card.getByText(/Opened \d+ times?, last on/)).toBeVisible();
    await card.getByRole('button', { name: 'Answer the examinee' }).click();
    await card.getByLabel('Why the exam stays as it is').fill('No hay otro día libre.');
    await inspect(clara.page);
    await card.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(card.getByText(/answered: “No hay otro día libre.”/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/Nuestra respuesta: No hay otro día libre./)).toBeVisible();
  });

  await test.step('withdrawn, it says so and nothing else', async () => {
    await card.getByRole('button', { name: 'Withdraw the link' }).click();
    await expect(card.getByText('No link yet')).toBeVisible();
    marta.allow(410);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Esta página fue retirada' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This page was withdrawn' })).toBeVisible();
    await inspect(page);
  });
});

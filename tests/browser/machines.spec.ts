import { expect, test } from './fixtures.ts';

/** What a site can leave in a browser. */
const LEAVE = `(async () => {
  localStorage.setItem('left', 'here');
  sessionStorage.setItem('left', 'here');
  document.cookie = 'left=here';
  await (await caches.open('left')).put('/left', new Response('here'));
  await new Promise((done, failed) => {
    const asked = indexedDB.open('left', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('left');
    asked.onsuccess = () => (asked.result.close(), done());
    asked.onerror = failed;
  });
})()`;

/** What of it is there. */
const FOUND = `(async () => [
  ...Object.keys(localStorage).filter((key) => key === 'left').map((key) => 'local ' + key),
  ...Object.keys(sessionStorage).filter((key) => key === 'left').map((key) => 'session ' + key),
  ...document.cookie.split('; ').filter((one) => one !== '').map((one) => 'cookie ' + one),
  ...(await caches.keys()).map((key) => 'cache ' + key),
  ...(await indexedDB.databases()).map(({ name }) => 'database ' + name).filter((one) => one.endsWith('left')),
].sort())()`;

const SETUP = { viewport: { width: 700, height: 700 }, zone: 'America/Chicago', dark: false, touch: false };

test('who comes to a machine another left finds nothing there; what was changed, or is to be cold, is nobody else’s', async ({
  machines,
}) => {
  const sit = (cold = false) => machines.take(SETUP, { cold, tell: () => undefined });
  const first = await sit();
  for (const who of ['the first', 'the next']) {
    const machine = who === 'the first' ? first : await machines.leave(first).then(() => sit());
    expect(machine, who).toBe(first);
    expect(machine.pages()).toEqual([]);
    const page = await machine.context.newPage();
    await page.goto('/robots.txt');
    expect(await page.evaluate<string[]>(FOUND)).toEqual([]);
    await page.evaluate<void>(LEAVE);
    expect(await page.evaluate<string[]>(FOUND)).toEqual([
      'cache left',
      'cookie left=here',
      'database left',
      'local left',
      'session left',
    ]);
  }
  const beside = await sit();
  expect(beside, 'where somebody sits already').not.toBe(first);
  first.isChanged = true;
  await machines.leave(first);
  const cold = await sit(true);
  expect(cold).not.toBe(first);
  await machines.leave(cold);
  await machines.leave(beside);
  expect(await sit()).toBe(beside);
  beside.isChanged = true;
  await machines.leave(beside);
  expect([first, cold, beside]).not.toContain(await sit());
});

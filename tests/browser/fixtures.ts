import { writeFileSync } from 'node:fs';
import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { ClusterConnection } from '../harness/cluster.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';
import { type ServerProcess, startServer } from '../harness/server-process.ts';
import type { Person } from '../harness/world.ts';
import { type Machine, Machines, type Setup } from './machines.ts';
import { withoutSnapshots } from './no-snapshots.ts';

export { PASSWORD };
export { expectAccessible, expectFits, expectSound } from './look.ts';

/** A page that reports whatever goes wrong in it; tests name what they expect to fail. */
export interface Watched {
  page: Page;
  /** The browser behind the page. Who asks for it changes it, so nobody else gets it afterwards. */
  readonly context: BrowserContext;
  /** Status codes the next steps provoke on purpose; 0: the server cannot be reached. */
  allow(...statuses: number[]): void;
  /** Gives this browser a new session of somebody. */
  enter(who: Pick<Person, 'user_id'>): Promise<void>;
}

interface Fixtures {
  /** A browser context of one's own: another person at another machine. */
  person: (options?: {
    viewport?: { width: number; height: number };
    zone?: string;
    dark?: boolean;
    /** Fingers instead of a mouse. */
    touch?: boolean;
    /** Another origin this person is led to on purpose. */
    elsewhere?: string;
  }) => Promise<Watched>;
}
interface Options {
  /** People come to browsers that loaded nothing yet: where what the network brings, or does not, is what is shown. */
  cold: boolean;
}
interface WorkerFixtures {
  server: ServerProcess;
  machines: Machines;
  passwordHash: string;
}

/** The application for the time of a fixture, set up as the options say. */
export async function withServer(
  use: (server: ServerProcess) => Promise<void>,
  options?: Parameters<typeof startServer>[1],
): Promise<void> {
  const cluster = JSON.parse(process.env.PERITUS_TEST_CLUSTER ?? '{}') as ClusterConnection;
  const server = await startServer(cluster, { connections: 6, named_statements: true, ...options });
  await use(server);
  await server.stop();
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  cold: [false, { option: true }],
  server: [async ({}, use) => withServer(use), { scope: 'worker' }],
  passwordHash: [async ({}, use) => use(PASSWORD_HASH), { scope: 'worker' }],
  machines: [
    async ({ browser, server }, use) => {
      const machines = new Machines(browser, server.url);
      await use(machines);
      await machines.close();
    },
    { scope: 'worker' },
  ],
  person: async ({ machines, server, cold }, use, info) => {
    const taken: Machine[] = [];
    const faults: string[] = [];
    await use(
      async ({
        viewport = { width: 1440, height: 900 },
        zone = 'America/Chicago',
        dark = false,
        touch = false,
        elsewhere,
      } = {}) => {
        const setup: Setup = { viewport, zone, dark, touch };
        const machine = await machines.take(setup, { cold, tell: (fault) => faults.push(fault) });
        taken.push(machine);
        const { context } = machine;
        const page = await context.newPage();
        await withoutSnapshots(page);
        const allowed = new Set<number>();
        watch(page, [server.url, ...(elsewhere ? [elsewhere] : [])], faults, allowed);
        return {
          page,
          get context() {
            machine.isChanged = true;
            return context;
          },
          allow: (...statuses) => statuses.forEach((s) => allowed.add(s)),
          enter: (who) => enter(context, server, who),
        };
      },
    );
    // what each of several people saw when it went wrong
    if (info.status !== info.expectedStatus)
      for (const [at, page] of taken.flatMap((machine) => machine.pages()).entries())
        writeFileSync(
          info.outputPath(`page-${at + 1}.yml`),
          `${page.url()}\n${await page.locator('body').ariaSnapshot()}`,
        );
    for (const machine of taken) await machines.leave(machine);
    expect(faults, 'console errors, page errors, unexpected requests, and what toasts lie on').toEqual([]);
  },
});

function watch(page: Page, own: readonly string[], faults: string[], allowed: Set<number>): void {
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // the browser logs every refused request; which ones may be refused is decided below
    if (message.text().startsWith('Failed to load resource')) return;
    if (message.text().startsWith('WebSocket connection to') && allowed.has(0)) return;
    faults.push(`console: ${message.text()} (${page.url()})`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!own.some((origin) => url.startsWith(origin)) && !/^(data|blob|about):/.test(url))
      faults.push(`request to another place: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !allowed.has(response.status()))
      faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
}

/** Gives a browser a new session of somebody. */
export async function enter(
  context: BrowserContext,
  server: ServerProcess,
  who: Pick<Person, 'user_id'>,
): Promise<void> {
  const value = /peritus_session=([^;]+)/.exec((await server.world.signIn(who.user_id)).cookie ?? '')?.[1] ?? '';
  await context.addCookies([{ name: 'peritus_session', value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Signed in, for tests that are not about it; at `path` where the next step does not go to its page itself. */
export async function signIn({ page, enter }: Watched, who: Pick<Person, 'user_id'>, path?: string): Promise<void> {
  await enter(who);
  if (path === undefined) return;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** Goes to an address as a link within the program does, without loading it anew. */
export const goWithin = (page: Page, to: string): Promise<void> =>
  page.evaluate<void>(`history.pushState({}, '', ${JSON.stringify(to)}); dispatchEvent(new PopStateEvent('popstate'))`);

/** Signs in through the sign-in page. */
export async function signInByHand(
  { page, allow }: Pick<Watched, 'page' | 'allow'>,
  who: Pick<Person, 'email'>,
): Promise<void> {
  allow(401);
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Chooses from a list, which is searched by typing once it is long. */
export async function choose(field: Locator, label: string): Promise<void> {
  await expect(field).toBeVisible();
  const page = field.page();
  if ((await field.and(page.locator('select')).count()) > 0) return void (await field.selectOption({ label }));
  await field.fill(label);
  await page.getByRole('option', { name: label }).click();
  // the options of native lists beside it stay
  await expect(field).toHaveAttribute('aria-expanded', 'false');
}

export { expect };

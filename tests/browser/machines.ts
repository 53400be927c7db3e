import type { Browser, BrowserContext, Page } from '@playwright/test';
import { watchToasts } from './toasts.ts';

/* What another person at another machine costs, and why machines are used again: docs/decisions/0064. */

/** What is fixed with a machine. */
export interface Setup {
  viewport: { width: number; height: number };
  zone: string;
  dark: boolean;
  touch: boolean;
}

/** A browser context, and what belongs to whoever sits at it now. */
export interface Machine {
  readonly setup: string;
  readonly context: BrowserContext;
  /** Keeps the process of its pages, and what that compiled, once they are closed; null where nobody sits afterwards. */
  readonly parked: Page | null;
  /** More than pages, cookies and what sites store was changed: nobody sits here afterwards. */
  isChanged: boolean;
  tell: (fault: string) => void;
  /** The pages of whoever sits here. */
  pages(): Page[];
}

/** So many that nobody sits at are kept: each holds some 100 MB. */
const KEPT = 5;

/**
 * The machines of a worker. Who comes to one that another left finds no page, no cookie and nothing stored, but the
 * product's files, which are kept for good by their names, and the program already compiled: a page loads in half the time.
 */
export class Machines {
  readonly #browser: Browser;
  readonly #url: string;
  #free: Machine[] = [];

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** A machine set up so, which nobody else sits at; `cold`: a new one that nobody gets afterwards. */
  async take(setup: Setup, { cold, tell }: { cold: boolean; tell: Machine['tell'] }): Promise<Machine> {
    const words = JSON.stringify(setup);
    const found = cold ? undefined : this.#free.find((one) => one.setup === words);
    const machine = found ?? (await this.#open(setup, cold));
    this.#free = this.#free.filter((one) => one !== found);
    machine.isChanged = cold;
    machine.tell = tell;
    return machine;
  }

  /** Whoever sat there is gone, and so is what they left. */
  async leave(machine: Machine): Promise<void> {
    if (machine.isChanged || machine.parked === null) return machine.context.close();
    for (const page of machine.pages()) await page.close();
    await machine.context.clearCookies();
    const devtools = await machine.context.newCDPSession(machine.parked);
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes: 'all' });
    await devtools.detach();
    machine.tell = () => undefined;
    this.#free.unshift(machine);
    for (const one of this.#free.splice(KEPT)) await one.context.close();
  }

  async close(): Promise<void> {
    for (const { context } of this.#free.splice(0)) await context.close();
  }

  async #open(setup: Setup, cold: boolean): Promise<Machine> {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      viewport: setup.viewport,
      timezoneId: setup.zone,
      colorScheme: setup.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      hasTouch: setup.touch,
      isMobile: setup.touch,
    });
    const parked = cold ? null : await context.newPage();
    const machine: Machine = {
      setup: JSON.stringify(setup),
      context,
      parked,
      isChanged: false,
      tell: () => undefined,
      pages: () => context.pages().filter((page) => page !== parked),
    };
    await watchToasts(context, (fault) => machine.tell(fault));
    return machine;
  }
}

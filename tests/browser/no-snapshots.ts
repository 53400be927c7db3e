import type { Page } from '@playwright/test';

/** The few of Playwright's insides that are needed: it runs in this process. */
interface Insides {
  _connection?: {
    toImpl?: (page: Page) => { mainFrame(): { context(world: 'utility'): Promise<World> } };
  };
}
interface Script {
  evaluate(change: (injected: { ariaSnapshotForExpectFailure: () => string }) => void): Promise<void>;
}
interface World {
  injectedScript(): Promise<Script>;
}

let isDone = false;

/**
 * Whenever an expectation is not met yet, Playwright writes down everything the page says, in case it never will be: at each
 * look, a tenth of the time in pages. What people saw when a test failed is written once, by `person` in fixtures.ts.
 * A version of Playwright that is made otherwise goes on as it would.
 */
export async function withoutSnapshots(page: Page): Promise<void> {
  if (isDone) return;
  isDone = true;
  const inside = (page as unknown as Insides)._connection?.toImpl?.(page);
  if (inside === undefined) return;
  const worlds = Object.getPrototypeOf(await inside.mainFrame().context('utility')) as World;
  const { injectedScript } = worlds;
  const quiet = new WeakMap<World, Promise<Script>>();
  worlds.injectedScript = function (this: World) {
    const known = quiet.get(this);
    if (known !== undefined) return known;
    const made = injectedScript.call(this).then(async (script) => {
      await script.evaluate((injected) => void (injected.ariaSnapshotForExpectFailure = () => ''));
      return script;
    });
    quiet.set(this, made);
    return made;
  };
}

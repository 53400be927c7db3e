import { expect, type Locator, type Page } from '@playwright/test';

/** Stops of the Tab key between where one is and what is wanted, at most. */
const MOST_STOPS = 150;

/** How what has the focus looks, with what is around it: told apart from how it looks without, it shows the focus. */
const LOOK = `
  const lookOf = (one) => {
    const around = [one, one.nextElementSibling];
    for (let at = one.parentElement, i = 0; at && i < 4; at = at.parentElement, i += 1) around.push(at);
    return around
      .filter(Boolean)
      .map((part) => {
        const style = getComputedStyle(part);
        return [style.outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecorationLine].join();
      })
      .join(' | ');
  };
  // an outline is drawn for nothing else; a writer's is around the whole box
  const isOutlined = (one) => {
    for (let at = one, i = 0; at && i < 4; at = at.parentElement, i += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
    }
    return false;
  };`;

/**
 * Whether the focus is on the part wanted; what is wrong with where it is and with how it was shown where it was; and
 * keeps how the focused part looks.
 */
const STOP = `globalThis.stopAt = (wanted) => {
  ${LOOK}
  const faults = [];
  const now = document.activeElement;
  const { one, look, outlined } = window.focusedBefore ?? {};
  // a heading that was led to is read out, and does nothing
  if (one?.isConnected && one !== now && one.tabIndex >= 0 && !outlined && lookOf(one) === look)
    faults.push('shows no focus: ' + one.outerHTML.slice(0, 160));
  window.focusedBefore = null;
  if (now && now !== document.body) {
    window.focusedBefore = { one: now, look: lookOf(now), outlined: isOutlined(now) };
    const { left, top, right, bottom } = now.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
      faults.push('out of view: ' + now.outerHTML.slice(0, 120));
  }
  return { there: now === wanted, faults };
}`;

type Stopping = typeof globalThis & { stopAt?: (wanted: unknown) => { there: boolean; faults: string[] } };

/** Somebody who has a keyboard and nothing else. Wherever the focus stops on the way it must be in view and be seen. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Letter by letter; what is long comes at once, as a dictation does. */
  type(words: string): Promise<void> {
    const { keyboard } = this.#page;
    return words.length > 40 ? keyboard.insertText(words) : keyboard.type(words);
  }

  /** Tabs until this has the focus; fails when it is never reached. */
  async to(wanted: Locator): Promise<void> {
    const one = wanted.first();
    await expect(one).toBeAttached();
    const faults = new Set<string>();
    await this.#page.evaluate(STOP);
    for (let stop = 0; ; stop += 1) {
      const { there, faults: found } = await one.evaluate(
        (node) => (globalThis as Stopping).stopAt?.(node) ?? { there: false, faults: [] },
      );
      for (const fault of found) faults.add(fault);
      if (there) break;
      expect(stop, `stops on the way to ${wanted.toString()}`).toBeLessThan(MOST_STOPS);
      await this.press('Tab');
    }
    expect.soft([...faults], `the focus on the way to ${wanted.toString()}`).toEqual([]);
  }

  /** Goes to a control and presses it. */
  async use(wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.to(wanted);
    await this.press(key);
  }

  /** Goes to a field and writes there, after what it holds. */
  async write(field: Locator, words: string): Promise<void> {
    await this.to(field);
    await this.type(words);
  }

  /** Ticks a box. */
  async tick(box: Locator): Promise<void> {
    await this.use(box, 'Space');
    await expect(box.first()).toBeChecked();
  }

  /** Chooses one of a group, which is one stop of the Tab key; arrows go from one to the next. */
  async pick(group: Locator, name: string | RegExp): Promise<void> {
    const wanted = group.getByRole('radio', { name, exact: true });
    const radios = group.getByRole('radio');
    await expect(wanted).toBeAttached();
    const checked = group.getByRole('radio', { checked: true });
    await this.to((await checked.count()) > 0 ? checked : radios);
    const most = await radios.count();
    for (let step = 0; !(await wanted.evaluate((node) => node === node.ownerDocument.activeElement)); step += 1) {
      expect(step, `arrows to ${wanted.toString()}`).toBeLessThan(most);
      await this.press('ArrowDown');
    }
    if (!(await wanted.isChecked())) await this.press('Space');
    await expect(wanted).toBeChecked();
  }

  /** Opens a menu and chooses from it. */
  async choose(menu: Locator, item: Locator): Promise<void> {
    await this.use(menu);
    await expect(item).toBeVisible();
    for (let step = 0; !(await item.evaluate((node) => node === node.ownerDocument.activeElement)); step += 1) {
      expect(step, `arrows to ${item.toString()}`).toBeLessThan(30);
      await this.press('ArrowDown');
    }
    await this.press('Enter');
  }
}

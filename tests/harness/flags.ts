import { castFor, inApp } from './review-driver.ts';
import { test } from 'vitest';
import type { OrganizationSettingsView } from '../../src/features/organizations/contract/console.ts';
import { ORGANIZATION_FIELDS } from '../../src/features/organizations/rules/fields.ts';
import type { TestApp } from './app.ts';
import { CaseDriver } from './case-driver.ts';
import type { Person } from './world.ts';
import { peerCast, PeerDriver } from './peer-driver.ts';

export type Flags = Record<string, boolean>;
export interface Setting {
  flags?: Flags;
  settings?: Record<string, unknown>;
}

/** Who sets flags, one for each application. */
const keepers = new WeakMap<TestApp, Promise<Person>>();
function keeperOf(t: TestApp): Promise<Person> {
  const known = keepers.get(t) ?? t.world.staff('super_admin');
  keepers.set(t, known);
  return known;
}

/** Sets an organization's own flags and settings, all of them, as the admin console does. */
export async function setFlags(t: TestApp, organizationId: number, { flags = {}, settings = {} }: Setting) {
  const keeper = await keeperOf(t);
  const url = `/api/v1/organizations/${organizationId}/settings`;
  const { body } = await t.request<OrganizationSettingsView>(keeper, 'GET', url);
  const wanted: Record<string, unknown> = { ...flags, ...settings };
  const changes: Record<string, unknown> = {};
  for (const { name, stored } of ORGANIZATION_FIELDS) {
    if (stored === 'column') continue;
    const field = body.fields[name];
    if (Object.hasOwn(wanted, name)) changes[name] = wanted[name];
    else if (field?.is_own) changes[name] = null;
  }
  const unknown = Object.keys(wanted).filter((name) => !Object.hasOwn(changes, name));
  if (unknown.length > 0) throw new Error(`The console sets no ${unknown.join(', ')}.`);
  if (Object.keys(changes).length === 0) return;
  const saved = await t.request(keeper, 'PATCH', url, { lock_version: body.lock_version, changes });
  if (saved.status !== 200) throw new Error(`Not set: ${saved.raw.body}`);
}

/** Reviews with all their people, each in an organization of its own with these flags. */
export function flagWorld(t: TestApp, passwordHash?: string) {
  return {
    async aCase(setting: Setting = {}): Promise<CaseDriver> {
      const cast = await castFor(t.world, passwordHash);
      await setFlags(t, cast.organization_id, setting);
      return new CaseDriver(inApp(t, cast));
    },
    async aPeerReview(setting: Setting = {}): Promise<PeerDriver> {
      const cast = await peerCast(t.world, passwordHash);
      await setFlags(t, cast.organization_id, setting);
      return new PeerDriver(inApp(t, cast));
    },
  };
}
export type FlagWorld = ReturnType<typeof flagWorld>;

/** One test for a flag on and one for it off. */
export function flag(name: string, on: () => Promise<void>, off: () => Promise<void>): void {
  // what is expected stands in what is given
  // oxlint-disable-next-line vitest/expect-expect
  test(`flag ${name} on`, on);
  // oxlint-disable-next-line vitest/expect-expect
  test(`flag ${name} off`, off);
}

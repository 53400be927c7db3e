import { castFor, inApp } from './review-driver.ts';
import { test } from 'vitest';
import { json } from '../../src/platform/db/json.ts';
import type { TestApp } from './app.ts';
import { CaseDriver } from './case-driver.ts';
import { peerCast, PeerDriver } from './peer-driver.ts';

export type Flags = Record<string, boolean>;
export interface Setting {
  flags?: Flags;
  settings?: Record<string, unknown>;
}

/** Sets an organization's own flags and settings, all of them. */
export async function setFlags(t: TestApp, organizationId: number, { flags = {}, settings = {} }: Setting) {
  await t.world.db
    .updateTable('organizations')
    .set({ flags: json(flags), settings: json(settings) })
    .where('id', '=', organizationId)
    .execute();
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

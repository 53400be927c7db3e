import { expect } from 'vitest';
import type { ChoicesShown } from '../../../src/core/choices.ts';
import type { Kind } from '../../../src/core/kinds.ts';
import type { FileListView } from '../../../src/features/files/contract.ts';
import type { ReviewDetail } from '../../../src/features/reviews/contract.ts';
import type { ScheduleView } from '../../../src/features/scheduling/contract.ts';
import type { TestApp } from '../../harness/app.ts';
import { CaseDriver } from '../../harness/case-driver.ts';
import { ImeDriver } from '../../harness/ime-driver.ts';
import { LegalDriver } from '../../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../../harness/password.ts';
import { PeerDriver, peerCast } from '../../harness/peer-driver.ts';
import { type Cast, castFor, inApp, type ReviewDriver } from '../../harness/review-driver.ts';
import type { Person } from '../../harness/world.ts';

/** Where flags.md puts what a setting does. */
type Seen = 'an open page' | 'an API answer' | 'a mail' | 'a job’s next run';

/** People and reviews around one setting, and a look at what it does, which can be taken again. */
export interface Scene {
  /** Whose setting it is: an organization's, or of a person. */
  of: { organization_id: number } | { user_id: number };
  /** Answers what is seen where the setting acts, in a review of its own where looking moves one on. */
  look: () => Promise<unknown>;
}

/** One row of the table. What is expected may hold matchers. */
export interface Effect {
  seen: Seen;
  scene: (stage: Stage) => Promise<Scene>;
  /** Other settings of the organization it needs to act. */
  beside?: { flags?: Record<string, boolean>; settings?: Record<string, unknown> };
  /** What a switch shows while it is off and while it is on. */
  off?: unknown;
  on?: unknown;
  /** For what is no switch: a value, and what is seen without it and with it. */
  value?: unknown;
  /** What has a page and an endpoint of its own is changed so; `trail` is its field on the trail where that is another. */
  change?: (stage: Stage, of: { organization_id: number }) => Promise<void>;
  trail?: string;
  without?: unknown;
  with?: unknown;
}
export type Effects = Readonly<Record<string, Effect>>;

export interface Catalogue {
  organization: Record<string, unknown> | null;
  sections: { fields: { key: string }[] }[];
  options: Record<string, { value: string; label: string }[]>;
}

/** What rows have in common: casts, reviews, and where things are read. */
export class Stage {
  readonly t: TestApp;
  constructor(t: TestApp) {
    this.t = t;
  }

  cast(): Promise<Cast> {
    return castFor(this.t.world, PASSWORD_HASH);
  }
  peerCast(): Promise<Cast> {
    return peerCast(this.t.world, PASSWORD_HASH);
  }
  /** The same people, with other experts: one gives one opinion on a matter. */
  async otherExperts(cast: Cast): Promise<Cast> {
    const { world } = this.t;
    const expert = await world.expert({});
    const others = [await world.expert({}), await world.expert({})];
    await world.db
      .updateTable('users')
      .set({ password_hash: PASSWORD_HASH })
      .where('id', '=', expert.user_id)
      .execute();
    return { ...cast, expert, others };
  }
  aCase(cast: Cast): CaseDriver {
    return new CaseDriver(inApp(this.t, cast));
  }
  anIme(cast: Cast): ImeDriver {
    return new ImeDriver(inApp(this.t, cast));
  }
  aMatter(cast: Cast): LegalDriver {
    return new LegalDriver(inApp(this.t, cast));
  }
  aPeerReview(cast: Cast): PeerDriver {
    return new PeerDriver(inApp(this.t, cast));
  }

  get<T>(who: Person, url: string) {
    return this.t.request<T>(who, 'GET', url);
  }
  async status(who: Person, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: unknown): Promise<number> {
    return (await this.t.request(who, method, url, body)).status;
  }

  async catalogue(d: ReviewDriver): Promise<Catalogue> {
    return (await this.get<Catalogue>(d.cast.requester, `/api/v1/${d.kind.resource}/fields`)).body;
  }
  /** Whether a requester is offered to order a kind for their organization. */
  async offered({ requester, organization_id }: Cast, kind: Kind): Promise<boolean> {
    const url = `/api/v1/organization_choices?orders=${kind}`;
    return (await this.get<ChoicesShown>(requester, url)).body.data.some(({ id }) => id === organization_id);
  }
  async fields(d: ReviewDriver): Promise<string[]> {
    return (await this.catalogue(d)).sections.flatMap((section) => section.fields.map((field) => field.key));
  }
  detail(d: ReviewDriver, who: Person = d.cast.requester): Promise<ReviewDetail> {
    return d.must<ReviewDetail>(who, 'GET', d.url());
  }
  schedule(d: ReviewDriver): Promise<ScheduleView> {
    return d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'));
  }
  files(d: ReviewDriver): Promise<FileListView> {
    return d.must<FileListView>(d.cast.requester, 'GET', d.url('/files'));
  }

  /** Sends a step with more in it; answers the status. */
  async sends(d: ReviewDriver, section: string, more: Record<string, unknown>): Promise<number> {
    const url = d.url(`/sections/${section}`);
    const step = await d.must<{ version: number; data: Record<string, unknown> }>(d.cast.requester, 'GET', url);
    return this.status(d.cast.requester, 'PUT', url, { version: step.version, data: { ...step.data, ...more } });
  }

  /** The mails of a review to somebody, by template and whether they go out. */
  async mails(d: ReviewDriver, to: { user_id: number } | { email: string }) {
    await this.t.settle();
    return this.t.world.db
      .selectFrom('mails')
      .select(['template', 'status', 'text'])
      .where('review_id', '=', d.id)
      .$if('user_id' in to, (q) => q.where('to_user_id', '=', 'user_id' in to ? to.user_id : 0))
      .$if('email' in to, (q) => q.where('to_email', '=', 'email' in to ? to.email : ''))
      .orderBy('id')
      .execute();
  }

  dropRecords(d: CaseDriver) {
    return this.t.world.db.deleteFrom('files').where('review_id', '=', d.id).execute();
  }

  /** A case whose call was held, of which nobody is in a hurry. */
  async held(cast: Cast): Promise<CaseDriver> {
    const d = await this.aCase(cast).to('timeChosen', { needed_by: '2029-06-29' });
    this.t.clock.advance({ days: 3 });
    return d.held();
  }

  /** A case that was called off, of which nothing is kept that need not be. */
  async cancelled(cast: Cast): Promise<CaseDriver> {
    const d = await this.aCase(cast).to('submitted', { needed_by: '2029-06-29' });
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
    await this.t.settle();
    return d;
  }

  /** Who keeps the organization's own things. */
  orgAdmin(cast: { organization_id: number }): Promise<Person> {
    return this.t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  }
}

/** A field of a step exists and is taken with the switch; without it, it is neither offered nor taken, and leaving it out is. */
export const fieldOfStep = (
  kind: 'case' | 'peer',
  { key, section, value }: { key: string; section: string; value: unknown },
): Pick<Effect, 'seen' | 'scene' | 'on' | 'off'> => ({
  seen: 'an API answer',
  scene: async (stage) => {
    const cast = await (kind === 'case' ? stage.cast() : stage.peerCast());
    const d = await (kind === 'case' ? stage.aCase(cast) : stage.aPeerReview(cast)).draft({ [key]: undefined });
    return {
      of: cast,
      look: async () => ({
        offered: (await stage.fields(d)).includes(key),
        taken: await stage.sends(d, section, { [key]: value }),
        left_out: await stage.sends(d, section, { [key]: null }),
      }),
    };
  },
  on: { offered: true, taken: 200, left_out: 200 },
  off: { offered: false, taken: 403, left_out: 200 },
});

/** A matcher of words somewhere in a text. */
export const textIn = (text: string): unknown => expect.stringContaining(text);

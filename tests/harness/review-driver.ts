import type { PurgeRequest } from '../../src/features/reviews/contract.ts';
import { ATTESTATION_LINES } from '../../src/features/reviews/rules.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { Storage } from '../../src/platform/storage.ts';
import { PASSWORD } from './password.ts';
import type { Person, World } from './world.ts';

/** Sends one request; answers status and body. */
export type Send = (
  who: { headers: Record<string, string> },
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: unknown }>;

export interface Cast {
  organization_id: number;
  requester: Person;
  expert: Person & { profile_id: number };
  others: (Person & { profile_id: number })[];
  clinOps: Person;
  matching: Person;
  admin: Person;
}

/** What a driver works with. */
export interface Wiring {
  send: Send;
  world: World;
  cast: Cast;
  settle: () => Promise<void>;
}

/** A driver within the application of the tests. */
export const inApp = (
  t: { request: (...sent: Parameters<Send>) => ReturnType<Send>; world: World; settle: () => Promise<void> },
  cast: Cast,
): Wiring => ({
  send: (who, method, url, body, headers) => t.request(who, method, url, body, headers),
  world: t.world,
  cast,
  settle: () => t.settle(),
});

/** Everybody a case review needs, in an organization of their own. `passwordHash` lets them sign in and sign. */
export async function castFor(
  world: World,
  passwordHash?: string,
  platform_type: 'managed' | 'saas' = 'managed',
): Promise<Cast> {
  const organization_id = await world.organization({ platform_type });
  const requester = await world.consultant(organization_id);
  const expert = await world.expert({});
  const others = [await world.expert({}), await world.expert({})];
  const clinOps = await world.staff('clin_ops');
  const matching = await world.staff('matching_admin');
  const admin = await world.staff('admin');
  if (passwordHash) await world.db.updateTable('users').set({ password_hash: passwordHash }).execute();
  return { organization_id, requester, expert, others, clinOps, matching, admin };
}

export const CLEAN_ATTESTATION = {
  answers: Object.fromEntries(ATTESTATION_LINES.map((l) => [l.key, l.good])),
  disclosure: '',
};

/** A record as an upload leaves it, for tests that are not about uploading. */
export async function writeRecord(
  world: World,
  reviewId: number,
  name = 'Chart.pdf',
  pages = 40,
  visible = true,
): Promise<number> {
  const row = await world.db
    .insertInto('files')
    .values({
      review_id: reviewId,
      name,
      size_bytes: 1000,
      content_type: 'application/pdf',
      sha256: 'a'.repeat(64),
      storage_key: `test/${reviewId}/${name}`,
      pages,
      has_text: true,
      category: 'hospital_chart',
      visible_to_expert: visible,
      status: 'ready',
      created_at: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The bytes of such a record, where its row says they are. */
export async function storeRecord(storage: Storage, world: World, fileId: number, content: Buffer): Promise<void> {
  const { storage_key } = await world.db
    .selectFrom('files')
    .select('storage_key')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  const { size, sha256 } = await storage.put(storage_key, content);
  await world.db.updateTable('files').set({ size_bytes: size, sha256 }).where('id', '=', fileId).execute();
}

/** What a review goes through. */
export type Step =
  | 'submitted'
  | 'released'
  | 'presented'
  | 'selected'
  | 'invited'
  | 'accepted'
  | 'agreementProposed'
  | 'agreementSigned'
  | 'retainerPaid'
  | 'replaced'
  | 'offered'
  | 'timeChosen'
  | 'served'
  | 'held'
  | 'reportRequested'
  | 'reportStarted'
  | 'reportWritten'
  | 'signed'
  | 'checked'
  | 'delivered';

/** In what the kinds of reviews differ for a driver. */
export interface KindOfDriver {
  /** Its reviews in the API. */
  resource: string;
  /** All fields of an order. */
  sections(
    ids: { specialty_id: number; sub_specialty_id: number },
    more: Record<string, unknown>,
  ): Record<string, Record<string, unknown>>;
  /** What is done next in each state, in the order of its life; where several things are, one after the other. */
  next: Partial<Record<string, readonly Step[]>>;
  /** Complete answers to its report form, by section. */
  answers(view: ReportView, fileId: number): Map<string, Record<string, unknown>>;
}

/** Drives one review through its life, as its people would, over HTTP. */
export abstract class ReviewDriver {
  abstract readonly kind: KindOfDriver;
  readonly #done = new Set<Step>();
  readonly send: Send;
  readonly world: World;
  readonly cast: Cast;
  readonly settle: () => Promise<void>;
  id = 0;
  fileId = 0;

  constructor(options: Wiring) {
    this.send = options.send;
    this.world = options.world;
    this.cast = options.cast;
    this.settle = options.settle;
  }

  /** Sends and throws unless it succeeded. */
  async must<T>(who: Person, method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<T> {
    const answer = await this.send(who, method, url, body);
    if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  /** Has its records deleted outside the schedule, as it takes: one super admin asks, another confirms. */
  async purge(reason = 'For the test'): Promise<void> {
    const first = await this.world.staff('super_admin');
    const second = await this.world.staff('super_admin');
    const { request } = await this.must<PurgeRequest>(first, 'POST', this.url('/purge_request'), { reason });
    await this.must(second, 'POST', this.url('/purge_request/confirm'), { request_id: request?.id });
  }

  url(rest = ''): string {
    return `/api/v1/${this.kind.resource}/${this.id}${rest}`;
  }

  /** What its call's times were charged in all, cents. */
  async chargedForTimes(): Promise<number> {
    const rows = await this.world.db
      .selectFrom('appointments')
      .select('late_fee_cents')
      .where('review_id', '=', this.id)
      .execute();
    return rows.reduce((sum, row) => sum + row.late_fee_cents, 0);
  }

  async status(): Promise<string> {
    const row = await this.world.db
      .selectFrom('reviews')
      .select('status')
      .where('id', '=', this.id)
      .executeTakeFirstOrThrow();
    return row.status;
  }

  /** Goes on from wherever the review stands until this has been done; a draft is made first, with these fields. */
  async to(goal: Step, fields: Record<string, unknown> = {}): Promise<this> {
    if (this.id === 0) await this.draft(fields);
    const order = Object.values(this.kind.next).flat();
    for (let taken: Step | undefined; taken !== goal;) {
      const status = await this.status();
      const here = this.kind.next[status] ?? [];
      taken = here.find((step) => !this.#done.has(step)) ?? here.at(-1);
      if (!taken || order.indexOf(taken) > order.indexOf(goal))
        throw new Error(`A review at “${status}” does not come to be ${goal}.`);
      await this[taken]();
    }
    return this;
  }

  async draft(more: Record<string, unknown> = {}): Promise<this> {
    const ids = await this.world.specialty();
    const { review_id } = await this.must<{ review_id: number }>(
      this.cast.requester,
      'POST',
      `/api/v1/${this.kind.resource}`,
      { sections: this.kind.sections(ids, more) },
    );
    this.id = review_id;
    this.fileId = await writeRecord(this.world, review_id);
    return this;
  }

  /** What an order carries: the price its quote shows the requester. */
  async atShownPrice(): Promise<{ confirmed_total_cents: number | undefined }> {
    const { quote } = await this.must<{ quote: { total_cents: number } | null }>(
      this.cast.requester,
      'GET',
      this.url('/quote'),
    );
    return { confirmed_total_cents: quote?.total_cents };
  }

  async submitted(): Promise<this> {
    await this.must(this.cast.requester, 'POST', this.url('/submit'), await this.atShownPrice());
    await this.settle();
    return this;
  }

  async released(): Promise<this> {
    await this.must(this.cast.clinOps, 'POST', this.url('/actions/release_to_matching'), {});
    await this.settle();
    return this;
  }

  async presented(): Promise<this> {
    await this.must(this.cast.matching, 'POST', this.url('/candidates'), {
      expert_profile_ids: [this.cast.expert, ...this.cast.others].map((e) => e.profile_id),
      note: 'Three who fit.',
    });
    await this.settle();
    return this;
  }

  async selected(): Promise<this> {
    const shown = await this.world.db
      .selectFrom('candidates')
      .select('id')
      .where('review_id', '=', this.id)
      .where('expert_profile_id', '=', this.cast.expert.profile_id)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow();
    await this.must(this.cast.requester, 'POST', this.url(`/candidates/${shown.id}/select`), {});
    await this.settle();
    return this;
  }

  async invited(): Promise<this> {
    await this.must(this.cast.matching, 'POST', this.url('/invitations'), {
      expert_profile_ids: [this.cast.expert.profile_id],
    });
    await this.settle();
    return this;
  }

  async accepted(): Promise<this> {
    await this.must(this.cast.expert, 'POST', `/api/v1/invitations/review-${this.id}/accept`, CLEAN_ATTESTATION);
    await this.settle();
    return this;
  }

  /** Offers five times, on five days from the day after tomorrow, 10 AM in New York. */
  async offered(): Promise<this> {
    const base = this.world.clock.now().getTime() + 2 * 86_400_000;
    const starts_at = [0, 1, 2, 3, 4].map((d) =>
      new Date(new Date(base + d * 86_400_000).setUTCHours(15, 0, 0, 0)).toISOString(),
    );
    await this.must(this.cast.expert, 'POST', this.url('/time_offers'), {
      starts_at,
      zone: 'America/New_York',
      outside_working_hours: true,
    });
    await this.settle();
    return this;
  }

  async offers(): Promise<{ id: number; starts_at: Date }[]> {
    return this.world.db
      .selectFrom('time_offers')
      .select(['id', 'starts_at'])
      .where('review_id', '=', this.id)
      .where('status', '=', 'open')
      .orderBy('starts_at')
      .execute();
  }

  async timeChosen(): Promise<this> {
    const [first] = await this.offers();
    await this.must(this.cast.requester, 'POST', this.url('/call'), { offer_id: first?.id, zone: 'America/Chicago' });
    await this.settle();
    return this;
  }

  /** The agreement with an expert, its retainer, and one who is replaced: only matters of a firm have them. */
  agreementProposed(): Promise<this> {
    return Promise.reject(new Error('No agreement is signed for this kind.'));
  }

  agreementSigned(): Promise<this> {
    return Promise.reject(new Error('No agreement is signed for this kind.'));
  }

  retainerPaid(): Promise<this> {
    return Promise.reject(new Error('No retainer is paid for this kind.'));
  }

  replaced(): Promise<this> {
    return Promise.reject(new Error('Nobody is replaced in this kind.'));
  }

  /** The notice of an exam is served; only exams have one. */
  served(): Promise<this> {
    throw new Error('No notice is served for this kind.');
  }

  async held(): Promise<this> {
    await this.must(this.cast.expert, 'POST', this.url('/call/held'), { minutes: 40, prep_minutes: 60 });
    await this.settle();
    return this;
  }

  async reportRequested(): Promise<this> {
    const detail = await this.must<{ quote: { report_later_cents: number | null } | null }>(
      this.cast.requester,
      'GET',
      this.url(),
    );
    await this.must(this.cast.requester, 'POST', this.url('/actions/request_report'), {
      approved_total_cents: detail.quote?.report_later_cents,
    });
    await this.settle();
    return this;
  }

  async reportStarted(): Promise<this> {
    await this.must(this.cast.expert, 'POST', this.url('/report/start'), {});
    await this.settle();
    return this.#did('reportStarted');
  }

  async reportWritten(): Promise<this> {
    const view = await this.must<ReportView>(this.cast.expert, 'GET', this.url('/report'));
    for (const [section, answers] of this.kind.answers(view, this.fileId)) {
      await this.must(this.cast.expert, 'PUT', this.url(`/report/sections/${section}`), {
        version: view.report?.sections.find((s) => s.section === section)?.version ?? 0,
        answers,
      });
    }
    return this.#did('reportWritten');
  }

  async signed(password = PASSWORD): Promise<this> {
    await this.must(this.cast.expert, 'POST', this.url('/report/sign'), { password, time_zone: 'America/New_York' });
    await this.settle();
    return this;
  }

  async checked(): Promise<this> {
    await this.must(this.cast.clinOps, 'POST', this.url('/actions/open_qa'), {});
    await this.settle();
    return this;
  }

  async delivered(): Promise<this> {
    await this.must(this.cast.clinOps, 'POST', this.url('/report/approve'), {});
    await this.settle();
    return this;
  }

  /** Notes a step that leaves the review in its state. */
  #did(step: Step): this {
    this.#done.add(step);
    return this;
  }
}

import type { Kysely } from 'kysely';
import { HOUR, MINUTE } from '../src/core/time.ts';
import { ATTESTATION_LINES } from '../src/features/reviews/rules.ts';
import type { RankedCandidate } from '../src/features/matching/contract.ts';
import { isFree } from '../src/features/scheduling/rules.ts';
import type { ScheduleView } from '../src/features/scheduling/contract.ts';
import type { DB } from '../src/platform/db/types.ts';
import type { App } from '../src/app/server.ts';
import type { SeededPeople } from './people.ts';
import { type Headers, openSession } from './session.ts';

export type { Headers } from './session.ts';

export interface Setup {
  app: App;
  db: Kysely<DB>;
  clock: { at: Date };
  people: SeededPeople;
  now: Date;
  password: string;
}

/** What demo reviews are lived with: the people's own sessions, the product's HTTP commands, a clock of the past. */
export class DemoActs {
  protected readonly setup: Setup;
  readonly #sessions = new Map<number, Headers>();

  constructor(setup: Setup) {
    this.setup = setup;
  }

  /** Moves on by hours, but never past the demo's present. */
  protected async later(hours: number): Promise<void> {
    const { clock, now } = this.setup;
    clock.at = new Date(Math.min(clock.at.getTime() + hours * HOUR, now.getTime() - MINUTE));
    await Promise.resolve();
  }

  /** What follows from it is done; mails wait, for all of them are sent off at once at the end. */
  protected settle(): Promise<void> {
    return this.setup.app.drain({ sending: false });
  }

  protected async named(key: string): Promise<Headers> {
    const found = this.setup.people.users.get(key);
    if (!found) throw new Error(`There is no demo person ${key}.`);
    return this.session(found.user_id);
  }

  protected async expert(profileId: number): Promise<Headers> {
    const { user_id } = await this.setup.db
      .selectFrom('profiles')
      .select('user_id')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow();
    return this.session(user_id);
  }

  protected async session(userId: number): Promise<Headers> {
    const known = this.#sessions.get(userId);
    if (known) return known;
    const headers = await openSession(this.setup.db, userId, this.setup.now);
    this.#sessions.set(userId, headers);
    return headers;
  }

  /** Everybody has just shown who they are, as whoever signs does: doing so on the page gives another session. */
  protected async proveAgain(): Promise<void> {
    await this.setup.db.updateTable('sessions').set({ authenticated_at: this.setup.clock.at }).execute();
  }

  /** An expert offers times for the call: those wished, or the nearest hours after them that are still free. */
  protected async offerTimes(doctor: Headers, review: string, wished: readonly Date[]): Promise<void> {
    const {
      calendar,
      duration_minutes: minutes,
      buffer_before,
      buffer_after,
    } = await this.get<ScheduleView>(doctor, `${review}/schedule`);
    const taken = (calendar?.busy ?? []).map((b) => ({ start: new Date(b.start), end: new Date(b.end) }));
    const starts: string[] = [];
    for (const wish of wished) {
      let at = wish;
      while (!isFree(at, { minutes, buffer_before, buffer_after }, taken) || starts.includes(at.toISOString()))
        at = new Date(at.getTime() + HOUR);
      starts.push(at.toISOString());
    }
    await this.post(doctor, `${review}/time_offers`, {
      starts_at: starts,
      zone: 'America/New_York',
      outside_working_hours: true,
    });
    await this.settle();
  }

  /** Presents the three who fit best; answers who they are, the best first. */
  protected async presentBest(matching: Headers, review: string): Promise<number[]> {
    const { ranking } = await this.get<{ ranking: { candidates: RankedCandidate[] } }>(matching, `${review}/matching`);
    const expert_profile_ids = ranking.candidates.slice(0, 3).map(({ profile_id }) => profile_id);
    await this.post(matching, `${review}/candidates`, { expert_profile_ids, note: '' });
    await this.settle();
    return expert_profile_ids;
  }

  /** An expert discloses nothing, and accepts. */
  protected async acceptInvitation(doctor: Headers, reviewId: number): Promise<void> {
    const answers = Object.fromEntries(ATTESTATION_LINES.map((l) => [l.key, l.good]));
    await this.post(doctor, `/api/v1/invitations/review-${reviewId}/accept`, { answers, disclosure: '' });
    await this.settle();
  }

  /** Orders a review at the price its quote shows. */
  protected async submit(who: Headers, url: string): Promise<void> {
    const { quote } = await this.get<{ quote: { total_cents: number } | null }>(who, `${url}/quote`);
    await this.post(who, `${url}/submit`, { confirmed_total_cents: quote?.total_cents });
  }

  protected get<T = unknown>(who: Headers, url: string): Promise<T> {
    return this.send<T>(who, 'GET', url);
  }
  protected post<T = unknown>(who: Headers, url: string, body: unknown): Promise<T> {
    return this.send<T>(who, 'POST', url, body);
  }
  protected put<T = unknown>(who: Headers, url: string, body: unknown): Promise<T> {
    return this.send<T>(who, 'PUT', url, body);
  }
  protected patch<T = unknown>(who: Headers, url: string, body: unknown): Promise<T> {
    return this.send<T>(who, 'PATCH', url, body);
  }
  private async send<T>(
    who: Headers,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    url: string,
    body?: unknown,
  ): Promise<T> {
    const answer = await this.setup.app.http.inject({
      method,
      url,
      headers: who,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (answer.statusCode >= 400)
      throw new Error(`Demo data: ${method} ${url} answered ${answer.statusCode}: ${answer.body.slice(0, 800)}`);
    return (answer.body === '' ? undefined : JSON.parse(answer.body)) as T;
  }
}

import { createHash, randomBytes } from 'node:crypto';
import { type ProfileType, profileHeader, type Role } from '../../src/core/actor.ts';
import { assignLead } from '../../src/features/reviews/server/lifecycle/experts.ts';
import type { Clock } from '../../src/core/time.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { json } from '../../src/platform/db/json.ts';

export interface Person {
  user_id: number;
  profile_id: number | null;
  organization_id: number | null;
  email: string;
  /** Cookie and profile headers of a fresh session. */
  headers: Record<string, string>;
}

let serial = 0;
const next = (): number => (serial += 1);

/** Factories for people and organizations. What a review goes through is done by commands, over HTTP, never here. */
export class World {
  readonly db: Db;
  readonly clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.db = db;
    this.clock = clock;
  }

  /** Puts an expert on a review as its lead, or nobody, as an acceptance does. */
  assign(reviewId: number, expertProfileId: number | null): Promise<void> {
    return assignLead(this.db, reviewId, expertProfileId, this.clock.now());
  }

  /** Puts an expert on a review beside its lead, without an invitation. */
  async join(reviewId: number, expertProfileId: number): Promise<void> {
    await this.db
      .insertInto('review_experts')
      .values({ review_id: reviewId, expert_profile_id: expertProfileId, part: 'member', since: this.clock.now() })
      .execute();
  }

  /** Takes an expert off a review. */
  async leave(reviewId: number, expertProfileId: number): Promise<void> {
    await this.db
      .updateTable('review_experts')
      .set({ until: this.clock.now() })
      .where('review_id', '=', reviewId)
      .where('expert_profile_id', '=', expertProfileId)
      .execute();
  }

  async organization(
    options: {
      name?: string;
      parent_id?: number;
      platform_type?: 'managed' | 'saas';
      flags?: Record<string, unknown>;
      settings?: Record<string, unknown>;
    } = {},
  ): Promise<number> {
    const row = await this.db
      .insertInto('organizations')
      .values({
        name: options.name ?? `Organization ${next()}`,
        parent_id: options.parent_id ?? null,
        platform_type: options.platform_type ?? 'managed',
        flags: json(options.flags ?? {}),
        settings: json(options.settings ?? {}),
        created_at: this.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  async person(
    options: {
      role?: Role;
      profile?: ProfileType | null;
      is_review_manager?: boolean;
      organization_id?: number | null;
      time_zone?: string;
      first_name?: string;
      last_name?: string;
      email?: string;
      password_hash?: string;
    } = {},
  ): Promise<Person> {
    const n = next();
    const email = options.email ?? `person${n}-${randomBytes(3).toString('hex')}@example.test`;
    const user = await this.db
      .insertInto('users')
      .values({
        organization_id: options.organization_id ?? null,
        email,
        password_hash: options.password_hash ?? null,
        first_name: options.first_name ?? `First${n}`,
        last_name: options.last_name ?? `Last${n}`,
        role: options.role ?? 'user',
        time_zone: options.time_zone ?? 'America/Chicago',
        eula_accepted_at: this.clock.now(),
        created_at: this.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    let profileId: number | null = null;
    if (options.profile) {
      const profile = await this.db
        .insertInto('profiles')
        .values({
          user_id: user.id,
          type: options.profile,
          is_review_manager: options.is_review_manager ?? false,
          is_primary: true,
          organization_id: options.organization_id ?? null,
          created_at: this.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      profileId = profile.id;
    }
    const headers = await this.signIn(user.id);
    if (options.profile && profileId !== null) {
      headers['x-profile-type'] = profileHeader({
        type: options.profile,
        is_review_manager: options.is_review_manager ?? false,
      });
      headers['x-profile-id'] = String(profileId);
    }
    return {
      user_id: user.id,
      profile_id: profileId,
      organization_id: options.organization_id ?? null,
      email,
      headers,
    };
  }

  /** Headers of a new session for a user. */
  async signIn(userId: number): Promise<Record<string, string>> {
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    await this.db
      .insertInto('sessions')
      .values({
        user_id: userId,
        token_hash: createHash('sha256').update(token).digest(),
        created_at: now,
        authenticated_at: now,
        // seen until then: tests move the clock by days, and idle sign-out has tests of its own
        last_seen_at: new Date(now.getTime() + 365 * 86_400_000),
        expires_at: new Date(now.getTime() + 365 * 86_400_000),
      })
      .execute();
    // its name over TLS as well
    return { cookie: `peritus_session=${token}; __Host-peritus_session=${token}` };
  }

  consultant(organization_id: number): Promise<Person> {
    return this.person({ profile: 'ClaimConsultant', organization_id });
  }

  manager(organization_id: number): Promise<Person> {
    return this.person({ profile: 'ClaimConsultant', is_review_manager: true, organization_id });
  }

  staff(role: Role): Promise<Person> {
    return this.person({ role });
  }

  /** A specialty with one sub-specialty; the same names answer the same ids. */
  async specialty(
    name = 'Neurosurgery',
    sub = 'Spine',
    priceModifier = 1.5,
  ): Promise<{ specialty_id: number; sub_specialty_id: number }> {
    const specialty = await this.db
      .insertInto('specialties')
      .values({ name })
      .onConflict((oc) => oc.column('name').doUpdateSet({ name }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const found = await this.db
      .insertInto('sub_specialties')
      .values({ specialty_id: specialty.id, name: sub, price_modifier: priceModifier })
      .onConflict((oc) => oc.columns(['specialty_id', 'name']).doUpdateSet({ name: sub }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return { specialty_id: specialty.id, sub_specialty_id: found.id };
  }

  /** A subscription of the organization with one seat; its periods open by themselves. */
  async seat(
    organization_id: number,
    contact_id: number,
    mark = 'Seat',
  ): Promise<{ subscription_id: number; seat_id: number }> {
    const now = this.clock.now();
    const plan = await this.db
      .insertInto('subscriptions')
      .values({
        organization_id,
        name: `${mark} plan`,
        review_type: 'chart_audit',
        facility: `${mark} Hospital`,
        service: 'standard',
        period: 'quarter',
        reviews_per_seat: 2,
        charts_per_review: 2,
        carry_over_days: 10,
        starts_on: '2026-10-01',
        contact_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const seat = await this.db
      .insertInto('subscription_seats')
      .values({
        ...(await this.specialty()),
        subscription_id: plan.id,
        organization_id,
        provider_name: `Dr. ${mark}`,
        license_type: 'MD',
        state: 'IL',
        starts_on: '2026-10-01',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { subscription_id: plan.id, seat_id: seat.id };
  }

  async expert(
    options: {
      specialty?: string;
      sub_specialty?: string;
      state?: string;
      time_zone?: string;
      first_name?: string;
      last_name?: string;
      affiliations?: string[];
      max_open_reviews?: number;
    } = {},
  ): Promise<Person & { profile_id: number }> {
    const person = await this.person({
      profile: 'MedicalExpert',
      time_zone: options.time_zone ?? 'America/New_York',
      ...(options.first_name ? { first_name: options.first_name } : {}),
      ...(options.last_name ? { last_name: options.last_name } : {}),
    });
    if (person.profile_id === null) throw new Error('An expert has a profile.');
    const ids = await this.specialty(options.specialty, options.sub_specialty);
    await this.db
      .insertInto('expert_profiles')
      .values({
        profile_id: person.profile_id,
        code: `X-${person.profile_id}`,
        accepts_kinds: ['Case'],
        city: 'Boston',
        state: options.state ?? 'MA',
        setting: 'Academic center',
        years_in_practice: 18,
        has_cv: true,
        has_redacted_cv: true,
        max_open_reviews: options.max_open_reviews ?? 6,
        last_clinical_on: '2026-10-01',
        created_at: this.clock.now(),
      })
      .execute();
    await this.db
      .insertInto('credentials')
      .values({
        expert_profile_id: person.profile_id,
        ...ids,
        is_primary: true,
        license_key: 'MD',
        license_state: options.state ?? 'MA',
        license_number: `L${person.profile_id}`,
        expires_on: '2028-12-31',
        verified_at: this.clock.now(),
        verified_source: 'State board',
      })
      .execute();
    for (const name of options.affiliations ?? []) {
      await this.db
        .insertInto('affiliations')
        .values({
          expert_profile_id: person.profile_id,
          name,
          from_on: '2024-01-01',
        })
        .execute();
    }
    return { ...person, profile_id: person.profile_id };
  }

  /** Makes an expert one of an organization's own, by this address; without a hash one who has no password. */
  async ownExpert(
    { user_id, profile_id }: { user_id: number; profile_id: number },
    { password_hash = null, ...own }: { organization_id: number; email: string; password_hash?: string | null },
  ): Promise<void> {
    await this.db
      .updateTable('users')
      .set({ ...own, password_hash })
      .where('id', '=', user_id)
      .execute();
    await this.db.updateTable('profiles').set({ type: 'ExternalMedicalExpert' }).where('id', '=', profile_id).execute();
  }

  async assistantOf(expertProfileId: number): Promise<Person> {
    const person = await this.person({ profile: 'MedicalExpertAssistant' });
    await this.db
      .insertInto('assistant_links')
      .values({ assistant_profile_id: person.profile_id ?? 0, expert_profile_id: expertProfileId })
      .execute();
    return person;
  }
}

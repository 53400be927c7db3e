import { IME_FORM } from '../../src/features/reviews/kinds/ime/form.ts';
import { sectionOf } from '../../src/features/reviews/kinds/form.ts';
import { answersToForm } from './report-answers.ts';
import { type KindOfDriver, ReviewDriver, writeRecord } from './review-driver.ts';
import type { World } from './world.ts';

/** A practice site as staff have verified it. */
export async function siteOf(
  world: World,
  expert_profile_id: number,
  more: { state?: string; time_zone?: string; name?: string } = {},
): Promise<number> {
  const row = await world.db
    .insertInto('practice_sites')
    .values({
      expert_profile_id,
      name: more.name ?? 'Harbor Street Clinic',
      address_line1: '12 Harbor Street',
      city: 'Boston',
      state: more.state ?? 'MA',
      postal_code: '02110',
      time_zone: more.time_zone ?? 'America/New_York',
      rooms: 2,
      verified_at: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Lets experts take exams. */
export async function examiners(world: World, profiles: readonly number[]): Promise<void> {
  await world.db
    .updateTable('expert_profiles')
    .set({ accepts_kinds: ['Case', 'PeerReview', 'IME'] })
    .where('profile_id', 'in', [...profiles])
    .execute();
}

const DAY = 86_400_000;

/** Drives one independent medical exam as its people would. */
export class ImeDriver extends ReviewDriver {
  site = 0;
  readonly kind: KindOfDriver = {
    resource: 'imes',
    sections: (ids, more) => {
      const inSixtyDays = new Date(this.world.clock.now().getTime() + 60 * DAY).toISOString().slice(0, 10);
      const sections: Record<string, Record<string, unknown>> = {
        step_one: {
          claim_number: 'WC-2026-1180',
          coverage: 'workers_compensation',
          jurisdiction_state: 'MA',
          date_of_injury: '2026-03-14',
          body_parts: [{ part: 'Left shoulder', standing: 'accepted' }],
          examinee_first_name: 'Marta',
          examinee_last_name: 'Solis',
          examinee_dob: '1979-05-02',
          examinee_street: '48 Alder Lane',
          examinee_city: 'Quincy',
          examinee_state: 'MA',
          examinee_zip: '02169',
          treaters_unknown: true,
          language: 'es',
          interpreter: true,
        },
        step_two: { ...ids, exam_state: 'MA' },
        step_three: { questions: ['Has maximum medical improvement been reached?'] },
        step_four: {
          service: 'exam',
          needed_by: inSixtyDays,
          conflict_parties: [{ name: 'Marta Solis', role: 'claimant', kind: 'person' }],
          missed_terms_accepted: true,
          terms_accepted: true,
        },
      };
      for (const [key, value] of Object.entries(more)) {
        const home = sections[sectionOf(IME_FORM, key) ?? 'step_one'];
        if (home) home[key] = value;
      }
      return sections;
    },
    next: {
      draft: ['submitted'],
      in_intake: ['released'],
      matching: ['presented'],
      expert_selection: ['selected'],
      invited: ['accepted'],
      scheduling: ['offered'],
      appointment_offered: ['timeChosen'],
      appointment_confirmed: ['served'],
      notices_sent: ['held'],
      exam_done: ['reportStarted'],
      report_requested: ['reportStarted'],
      report_in_progress: ['reportWritten', 'signed'],
      report_in_qa: ['delivered'],
    },
    answers: answersToForm,
  };

  /** With the purpose letter among its records, unless it is to be missing. */
  override async draft(more: Record<string, unknown> = {}, letter = true): Promise<this> {
    await super.draft(more);
    await examiners(
      this.world,
      [this.cast.expert, ...this.cast.others].map(({ profile_id }) => profile_id),
    );
    if (letter) await this.purposeLetter();
    this.site = await siteOf(this.world, this.cast.expert.profile_id);
    return this;
  }

  /** The purpose letter, as its upload leaves it. */
  async purposeLetter(): Promise<void> {
    const id = await writeRecord(this.world, this.id, 'Purpose letter.pdf', 2);
    await this.world.db.updateTable('files').set({ category: 'purpose_letter' }).where('id', '=', id).execute();
  }

  /** Three starts on the quarter hour, so many days from now. */
  starts(days: number): string[] {
    const base = this.world.clock.now().getTime() + days * DAY;
    return [0, 1, 2].map((d) => new Date(new Date(base + d * DAY).setUTCHours(15, 0, 0, 0)).toISOString());
  }

  /** Offers three appointments, thirty days from now and on. */
  override async offered(): Promise<this> {
    await this.must(this.cast.expert, 'POST', this.url('/exam/offers'), {
      offers: this.starts(30).map((starts_at) => ({ site_id: this.site, starts_at })),
    });
    await this.settle();
    return this;
  }

  async openOffers(): Promise<{ id: number; starts_at: Date }[]> {
    return this.world.db
      .selectFrom('exam_offers')
      .select(['id', 'starts_at'])
      .where('review_id', '=', this.id)
      .where('status', '=', 'open')
      .orderBy('starts_at')
      .execute();
  }

  override async timeChosen(): Promise<this> {
    const [first] = await this.openOffers();
    await this.must(this.cast.requester, 'POST', this.url('/exam'), { offer_id: first?.id });
    await this.settle();
    return this;
  }

  /** A proof of service as it is recorded today. */
  proof(): Record<string, unknown> {
    return {
      served_on: this.world.clock.now().toISOString().slice(0, 10),
      served_by: 'Clara Ojukwu',
      language: 'Spanish',
      notices: [
        {
          recipient: 'examinee',
          name: 'Marta Solis',
          address: '48 Alder Lane, Quincy, MA 02169',
          method: 'certified_mail',
          tracking: '9407 1000',
        },
      ],
    };
  }

  override async served(): Promise<this> {
    await this.must(this.cast.clinOps, 'POST', this.url('/exam/notices'), this.proof());
    await this.settle();
    return this;
  }

  /** The day comes, and the examinee with it. */
  override async held(): Promise<this> {
    await this.must(this.cast.expert, 'POST', this.url('/exam/attendance'), {
      attendance: 'attended',
      identity_seen: true,
      interpreter_present: true,
    });
    await this.settle();
    return this;
  }
}

import { LEGAL_FORM } from '../../src/features/reviews/kinds/legal-case/form.ts';
import { sectionOf } from '../../src/features/reviews/kinds/form.ts';
import { answersToForm } from './report-answers.ts';
import { type KindOfDriver, ReviewDriver } from './review-driver.ts';
import type { World } from './world.ts';

/** Lets experts take legal cases. */
export async function legalExperts(world: World, profiles: readonly number[]): Promise<void> {
  await world.db
    .updateTable('expert_profiles')
    .set({ accepts_kinds: ['Case', 'PeerReview', 'Generic'] })
    .where('profile_id', 'in', [...profiles])
    .execute();
}

const DAY = 86_400_000;

/** Drives one legal case as its people would. */
export class LegalDriver extends ReviewDriver {
  readonly kind: KindOfDriver = {
    resource: 'generics',
    sections: (ids, more) => {
      const inDays = (days: number) =>
        new Date(this.world.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
      // nothing is needed after what it is needed for
      const needed_by = typeof more['needed_by'] === 'string' ? more['needed_by'] : inDays(40);
      const notBefore = (day: string): string => (day < needed_by ? needed_by : day);
      const sections: Record<string, Record<string, unknown>> = {
        step_one: {
          caption: 'Ferrante v. Brightwater Regional',
          case_number: 'HL-2026-118',
          court: 'Circuit Court of Cook County',
          jurisdiction_state: 'IL',
          side: 'defense',
          matter_stage: 'discovery',
          disclosure_deadline: notBefore(inDays(120)),
          trial_on: notBefore(inDays(300)),
        },
        step_two: {
          conflict_parties: [
            { name: 'Ana Ferrante', role: 'plaintiff', kind: 'person' },
            { name: 'Brightwater Regional', role: 'defendant', kind: 'facility' },
          ],
        },
        step_three: {
          ...ids,
          service: 'testifying',
          summary:
            'Fall from a ladder on March 9. Presented with low back pain, urinary retention noted by triage. Decompression on March 11.',
          issues: ['standard_of_care', 'causation'],
          questions: ['Was decompression within 24 hours the standard of care?', 'Did the delay change the outcome?'],
        },
        step_four: { needed_by, retainer: 'replenished', terms_accepted: true },
      };
      for (const [key, value] of Object.entries(more)) {
        const home = sections[sectionOf(LEGAL_FORM, key) ?? 'step_one'];
        if (home) home[key] = value;
      }
      return sections;
    },
    next: {
      draft: ['submitted'],
      conflict_check: ['released'],
      matching: ['presented'],
      expert_selection: ['selected'],
      invited: ['accepted'],
      retained: ['reportRequested'],
      report_requested: ['reportStarted'],
      report_in_progress: ['reportWritten', 'signed'],
      report_in_qa: ['delivered'],
    },
    answers: answersToForm,
  };

  override async draft(more: Record<string, unknown> = {}): Promise<this> {
    await super.draft(more);
    await legalExperts(
      this.world,
      [this.cast.expert, ...this.cast.others].map(({ profile_id }) => profile_id),
    );
    return this;
  }

  /** A conference is asked for. */
  async conferenceAsked(): Promise<this> {
    const reason = 'Before anything is in writing.';
    await this.must(this.cast.requester, 'POST', this.url('/actions/request_conference'), { reason });
    await this.settle();
    return this;
  }

  async concluded(outcome = 'settled'): Promise<this> {
    await this.must(this.cast.requester, 'POST', this.url('/actions/conclude'), { outcome });
    await this.settle();
    return this;
  }
}

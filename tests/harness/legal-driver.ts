import { LEGAL_FORM } from '../../src/features/reviews/kinds/legal-case/form.ts';
import { sectionOf } from '../../src/features/reviews/kinds/form.ts';
import type { EngagementView } from '../../src/features/engagements/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { EngagementTerms } from '../../src/features/engagements/rules.ts';
import { answersToForm } from './report-answers.ts';
import { type KindOfDriver, ReviewDriver } from './review-driver.ts';
import type { Person, World } from './world.ts';

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
      interviewing: ['selected'],
      invited: ['accepted'],
      agreement_pending: ['agreementProposed'],
      agreement_proposed: ['agreementSigned'],
      agreement_countered: ['agreementSigned'],
      retainer_pending: ['retainerPaid'],
      expert_withdrawn: ['replaced'],
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

  /** Who signs has just shown who they are. */
  async freshProof(who: Person): Promise<void> {
    await this.world.db
      .updateTable('sessions')
      .set({ authenticated_at: this.world.clock.now() })
      .where('user_id', '=', who.user_id)
      .execute();
  }

  /** The agreement as somebody sees it. */
  agreement(who: Person = this.cast.requester): Promise<EngagementView> {
    return this.must(who, 'GET', this.url('/agreement'));
  }

  /** The firm, or the expert, proposes what the page begins with, and signs it; `terms` are others. */
  override async agreementProposed(
    by: Person = this.cast.requester,
    terms: Partial<EngagementTerms> = {},
  ): Promise<this> {
    await this.freshProof(by);
    const { start, own_name, lock_version } = await this.agreement(by);
    await this.must(by, 'POST', this.url('/agreement/propose'), {
      terms: { ...start, ...terms },
      note: '',
      name: own_name,
      consents: true,
      lock_version,
    });
    await this.settle();
    return this;
  }

  /** The side that did not propose it signs. */
  override async agreementSigned(): Promise<this> {
    const { versions } = await this.agreement();
    const open = versions?.find(({ status }) => status === 'open');
    const by = open?.by_side === 'requester' ? this.cast.expert : this.cast.requester;
    await this.freshProof(by);
    const { own_name } = await this.agreement(by);
    await this.must(by, 'POST', this.url('/agreement/sign'), {
      version: open?.version,
      sha256: open?.sha256,
      name: own_name,
      consents: true,
    });
    await this.settle();
    return this;
  }

  /** All that is due of the retainer arrives. */
  override async retainerPaid(): Promise<this> {
    const { retainer, today } = await this.agreement(this.cast.expert);
    await this.must(this.cast.expert, 'POST', this.url('/retainer/receive'), {
      cents: retainer?.due_cents,
      moved_on: today,
      method: 'wire',
      reference: 'FW-1',
    });
    await this.settle();
    return this;
  }

  override async replaced(): Promise<this> {
    await this.must(this.cast.requester, 'POST', this.url('/actions/replace_expert'), {});
    await this.settle();
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
    const { ending } = await this.must<ReviewDetail>(this.cast.requester, 'GET', this.url());
    await this.must(this.cast.requester, 'POST', this.url('/actions/conclude'), {
      outcome,
      ...(ending
        ? {
            confirmed_ending: {
              called_off_cents: ending.called_off_cents,
              waiting_cents: ending.expenses_cents + ending.unrecorded_cents,
            },
          }
        : {}),
    });
    await this.settle();
    return this;
  }
}

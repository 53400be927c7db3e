import {
  heldAgreement,
  retainerDrawn,
  retainerOf,
  unuseRetainer,
  useRetainer,
} from '../features/engagements/server/index.ts';
import type { EngagementTerms } from '../features/engagements/rules.ts';
import type { AgreedTerms, AgreedWork } from '../features/work/ports.ts';
import { TASK_TYPE_NAMES, type TaskType } from '../features/work/rules.ts';

/** Which of the agreed rates a sort of task is charged at. */
function rateOf(type: TaskType, terms: EngagementTerms): { cents: number; per: 'hour' | 'day' } {
  switch (type) {
    case 'deposition':
      return { cents: terms.deposition_hourly_cents, per: 'hour' };
    case 'trial':
      return { cents: terms.trial_day_cents, per: 'day' };
    case 'travel':
      return { cents: terms.travel_hourly_cents, per: 'hour' };
    default:
      return { cents: terms.hourly_cents, per: 'hour' };
  }
}

const agreedWork = ({
  terms,
  first_agreed_at,
  expert_profile_id,
}: {
  terms: EngagementTerms;
  first_agreed_at: Date;
  expert_profile_id: number;
}): AgreedWork => ({
  expert_profile_id,
  agreed_at: first_agreed_at,
  rates: Object.fromEntries(TASK_TYPE_NAMES.map((type) => [type, rateOf(type, terms)])),
  step_minutes: terms.step_minutes,
  budget_cents: terms.budget_cents,
  statement_days: terms.statement_days,
  testimony: {
    deposition_minimum_minutes: terms.deposition_minimum_hours * 60,
    cancel_days: terms.cancel_days,
    cancel_percent: terms.cancel_percent,
  },
});

/** What recorded work asks of the agreement of its matter: rates, steps and budget, and its retainer. */
export const agreedTerms: AgreedTerms = {
  async of(db, reviewId) {
    const held = await heldAgreement(db, reviewId);
    return held ? agreedWork(held) : null;
  },
  retainer: {
    async balance(db, reviewId) {
      const held = await heldAgreement(db, reviewId);
      return held && held.terms.retainer_cents > 0 ? (await retainerOf(db, reviewId)).balance : null;
    },
    drawn: retainerDrawn,
    async use(tx, of) {
      await useRetainer(tx, of);
    },
    unuse: unuseRetainer,
  },
};

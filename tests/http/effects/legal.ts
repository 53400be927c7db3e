import type { FileCategory } from '../../../src/features/files/rules.ts';
import type { ReviewDetail } from '../../../src/features/reviews/contract.ts';
import { accepting, enabled, type KindOfEffect, ordersFor } from './ordering.ts';
import type { Effect, Effects } from './stage.ts';

/* What an organization switches of its legal cases. */

const MATTERS: KindOfEffect = { cast: (stage) => stage.cast(), begin: (stage, cast) => stage.aMatter(cast) };

/** Whether a record can be given a category, and is offered it. */
const category = (name: FileCategory): Effect => ({
  seen: 'an API answer',
  scene: async (stage) => {
    const of = await stage.cast();
    return {
      of,
      look: async () => {
        const d = await stage.aMatter(of).draft();
        return {
          offered: (await stage.files(d)).rules.categories.includes(name),
          taken: await stage.status(of.requester, 'PATCH', `/api/v1/files/${d.fileId}`, { category: name }),
        };
      },
    };
  },
  on: { offered: true, taken: 200 },
  off: { offered: false, taken: 403 },
});

export const LEGAL_EFFECTS: Effects = {
  generics_enabled: enabled(MATTERS),
  accepts_new_generic_submissions: accepting(MATTERS),
  for_generics: ordersFor('Generic', MATTERS),
  allow_generic_purpose_letter_upload: category('legal_purpose_letter'),
  allow_fee_schedule_upload: category('fee_schedule'),
  record_time_in_six_minute_steps: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.aMatter(of).to('accepted');
      return { of, look: async () => ({ steps: (await d.agreement(of.requester)).start?.step_minutes }) };
    },
    on: { steps: 6 },
    off: { steps: 1 },
  },
  use_peritus_id_for_case_number_in_legal_cases: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aMatter(of).draft({ case_number: undefined });
          const own = (await stage.fields(d)).includes('case_number');
          const sent = await stage.status(of.requester, 'POST', d.url('/submit'), await d.atShownPrice());
          const { claim_number, number } = (await stage.get<ReviewDetail>(of.requester, d.url())).body;
          return { own, sent, ours: claim_number === number };
        },
      };
    },
    on: { own: false, sent: 200, ours: true },
    off: { own: true, sent: 422, ours: false },
  },
};

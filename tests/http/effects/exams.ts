import type { ExamView } from '../../../src/features/exams/contract.ts';
import { accepting, enabled, IMES, labels } from './ordering.ts';
import type { Effects, Stage } from './stage.ts';

/* What an organization switches of its medical exams. */

/** An order whose purpose letter is missing: whether it is released, and the state of the exam is asked for. */
const lacking =
  (fields: Record<string, unknown>, ask: (stage: Stage, d: ReturnType<Stage['anIme']>) => Promise<unknown>) =>
  async (stage: Stage) => {
    const of = await stage.cast();
    return {
      of,
      look: async () => {
        const d = await stage.anIme(of).draft(fields, false);
        return ask(stage, d);
      },
    };
  };

/** Before the examiner offered any appointment: whether the requester may propose some, and what answers it. */
const proposing: Effects[string] = {
  seen: 'an API answer',
  scene: async (stage) => {
    const of = await stage.cast();
    const d = await stage.anIme(of).to('accepted');
    return {
      of,
      look: async () => {
        const { can } = (await stage.t.request<ExamView>(of.requester, 'GET', d.url('/exam'))).body;
        return {
          offered: can.propose,
          proposed: await stage.status(of.requester, 'POST', d.url('/exam/proposals'), {
            offers: d.starts(30).map((starts_at) => ({ site_id: d.site, starts_at })),
          }),
        };
      },
    };
  },
  on: { offered: true, proposed: 200 },
  off: { offered: false, proposed: 403 },
};

export const EXAM_EFFECTS: Effects = {
  allow_ime_scheduling_with_no_expert_times: proposing,
  imes_enabled: enabled(IMES),
  accepts_new_ime_submissions: accepting(IMES),
  for_imes: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => ({
          offered: await stage.offered(of, 'IME'),
          ordered: await stage.status(of.requester, 'POST', '/api/v1/imes', {}),
        }),
      };
    },
    on: { offered: true, ordered: 201 },
    off: { offered: false, ordered: 403 },
  },
  ime_type_enabled: {
    seen: 'an API answer',
    beside: { settings: { ime_type_options: [{ value: 'first', label: 'First exam' }] } },
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.anIme(of).draft({ ime_type: undefined });
      return {
        of,
        look: async () => ({
          offered: (await stage.fields(d)).includes('ime_type'),
          taken: await stage.sends(d, 'step_one', { ime_type: 'first' }),
          left_out: await stage.sends(d, 'step_one', { ime_type: null }),
        }),
      };
    },
    on: { offered: true, taken: 200, left_out: 200 },
    off: { offered: false, taken: 403, left_out: 200 },
  },
  ime_type_options: {
    seen: 'an API answer',
    beside: { flags: { ime_type_enabled: true } },
    scene: async (stage) => {
      const of = await stage.cast();
      return { of, look: labels(stage.anIme(of), stage, 'ime_types') };
    },
    value: [{ value: 're_exam', label: 'Re-exam' }],
    without: [],
    with: ['Re-exam'],
  },
  allow_expert_matching_without_ime_purpose_letter: {
    seen: 'an API answer',
    scene: lacking({}, async (stage, d) => {
      await d.submitted();
      return stage.status(d.cast.clinOps, 'POST', d.url('/actions/release_to_matching'), {});
    }),
    on: 200,
    off: 409,
  },
  allow_ime_purpose_letter_upload: {
    seen: 'an API answer',
    scene: lacking({}, async (stage, d) => ({
      offered: (await stage.files(d)).rules.categories.includes('purpose_letter'),
      taken: await stage.status(d.cast.requester, 'PATCH', `/api/v1/files/${d.fileId}`, { category: 'purpose_letter' }),
    })),
    on: { offered: true, taken: 200 },
    off: { offered: false, taken: 403 },
  },
  allow_ime_purpose_letter_writing_service: {
    seen: 'an API answer',
    scene: lacking({}, async (stage, d) => ({
      offered: (await stage.t.request<{ can: { ask: boolean } }>(d.cast.requester, 'GET', d.url('/purpose_letter')))
        .body.can.ask,
      asked: await stage.status(d.cast.requester, 'POST', d.url('/purpose_letter/ask'), {}),
    })),
    on: { offered: true, asked: 200 },
    off: { offered: false, asked: 403 },
  },
  allow_ime_location_assignment_during_scheduling: {
    seen: 'an API answer',
    scene: lacking({ exam_state: null }, async (stage, d) =>
      stage.status(d.cast.requester, 'POST', d.url('/submit'), await d.atShownPrice()),
    ),
    on: 200,
    off: 422,
  },
};

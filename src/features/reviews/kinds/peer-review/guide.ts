import type { FormGuide } from '../form.ts';
import { PEER_FIXED_AFTER_ACCEPTANCE } from './checks.ts';
import { type PeerReviewFields, peerReviewParties } from './fields.ts';
import { PEER_REVIEW_TYPES } from './options.ts';

/** What pages need of the peer review's form. */
export const PEER_REVIEW_GUIDE: FormGuide = {
  fixed_after_acceptance: PEER_FIXED_AFTER_ACCEPTANCE,
  onboarding: [
    {
      key: 'create',
      section: 'step_one',
      title: 'Your first peer review.',
      text: 'Four short steps. Everything is kept as you type, and nothing is ordered before the last one.',
    },
    {
      key: 'step_one',
      section: 'step_one',
      title: 'The type decides the form.',
      text: 'A chart audit takes up to ten charts; a focused review looks at one case in depth.',
    },
    {
      key: 'step_two',
      section: 'step_two',
      title: 'A code is enough.',
      text: 'If you enter a code instead of a name, the reviewer never learns whose care it is.',
    },
    {
      key: 'step_three',
      section: 'step_three',
      title: 'One row for each chart.',
      text: 'Its label is the column of the report. Add each date of service the reviewer should look at.',
    },
    {
      key: 'records',
      section: 'step_three',
      title: 'Files named like the charts.',
      text: 'The reviewer finds “Chart 1.pdf” at once when the chart is called “Chart 1”.',
    },
    {
      key: 'step_four',
      section: 'step_four',
      title: 'Who reads the report.',
      text: 'Only you, your managers and the colleagues ticked here can open it.',
    },
  ],
  prefill(asked) {
    const wanted = [asked['reviewTypeId'], asked['reviewType'], asked['reviewTypeLabel']];
    const type = PEER_REVIEW_TYPES.find((t) =>
      wanted.some((one) => one === t.id || one === String(t.id) || one === t.value || one === t.label),
    );
    return type ? { review_type: type.value } : {};
  },
  named_parties: (fields) => peerReviewParties(fields as Partial<PeerReviewFields>),
};

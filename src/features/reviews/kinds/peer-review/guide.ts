import type { ConflictParty } from '../options.ts';
import { AT_RECORDS, type FormGuide } from '../form.ts';
import type { PeerReviewFields } from './fields.ts';
import { PEER_REVIEW_TYPES } from './options.ts';
import { SHIPPED_BELOW } from './types.ts';

/** Everyone already named in the order, for prefilling the list reviewers are checked against. A code is nobody's name. */
function peerReviewParties(fields: Partial<PeerReviewFields>): ConflictParty[] {
  const parties: ConflictParty[] = [];
  if (fields.provider_name && fields.provider_blind !== true)
    parties.push({ name: fields.provider_name, role: 'subject_provider', kind: 'person' });
  if (fields.facility) parties.push({ name: fields.facility, role: 'facility', kind: 'facility' });
  return parties;
}

const FIXED: readonly (keyof PeerReviewFields)[] = [
  'review_type',
  'service',
  'expedited',
  'facility',
  'provider_name',
  'provider_blind',
  'license_type',
  'state',
  'specialty_id',
  'sub_specialty_id',
  'conflict_parties',
  'charts',
  'report_form',
];

/** What pages need of the peer review's form. */
export const PEER_REVIEW_GUIDE: FormGuide = {
  fixed_after_acceptance: new Set(FIXED),
  onboarding: [
    {
      key: 'create',
      section: 'step_one',
      at: null,
      title: 'How a peer review is ordered.',
      text: 'Four short steps. Everything is kept as you type; nothing is ordered before the last.',
    },
    {
      key: 'step_one',
      section: 'step_one',
      at: 'review_type',
      title: 'The type decides the form.',
      text: 'A chart audit takes up to ten charts; a focused review looks at one case in depth.',
    },
    {
      key: 'step_two',
      section: 'step_two',
      at: 'provider_name',
      title: 'A code is enough.',
      text: 'Enter a code and say so: the reviewer never learns whose care it is.',
    },
    {
      key: 'step_three',
      section: 'step_three',
      at: 'charts',
      title: 'One row for each chart.',
      text: 'Its label heads a column of the report. Add each date of service to look at.',
    },
    {
      key: 'records',
      section: 'step_three',
      at: AT_RECORDS,
      title: 'Files named like the charts.',
      text: 'A file “Chart 1.pdf” is found at once when the chart is called “Chart 1”.',
    },
    {
      key: 'step_four',
      section: 'step_four',
      at: 'recipients',
      title: 'Who reads the report.',
      text: 'Only you, your managers and the colleagues checked here can open it.',
    },
  ],
  prefill(asked) {
    const wanted = [asked['reviewTypeId'], asked['reviewType'], asked['reviewTypeLabel']];
    const type = PEER_REVIEW_TYPES.find((t) =>
      wanted.some((one) => one === t.id || one === String(t.id) || one === t.value || one === t.label),
    );
    if (type) return { review_type: type.value };
    const own = Number(asked['reviewTypeId']);
    return Number.isSafeInteger(own) && own > SHIPPED_BELOW ? { review_type: `type_${own}` } : {};
  },
  named_parties: peerReviewParties,
};

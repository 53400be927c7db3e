/** What exams tell the compiler: deadlines with what they carry, mails, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { PlaceView } from '../contract.ts';
import type { JurisdictionRule, RuleTerms } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'exam_offers.parts': readonly { panel_place: number; expert_profile_id: number; starts_at: string }[];
    'exam_offers.place': PlaceView;
    'exams.fee_steps': readonly { from: string; percent: number }[];
    'exams.place': PlaceView;
    /** The rule as it was when the exam was set. */
    'exams.rule': JurisdictionRule;
    'jurisdiction_rules.terms': RuleTerms;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Deadlines {
    exam_offer_lapse: { offer_id: number };
    /** `confirms`: by that day the notice confirms what was agreed, which the rule asks for before its own last day. */
    exam_notice_alarm: { appointment_id: number; confirms?: boolean };
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  // many examiners’ appointments end on the same day
  exam_offer_lapse: { irreversible: 'Withdraws an appointment on offer', often_many: true },
  exam_notice_alarm: 'reversible',
} as const satisfies Undoing;

/*
 * What is said to an examinee, on their page and in their letter, as data: one table a language. `{name}` is filled in.
 * Law is no part of it: what a state's rule says stands in the rule, in English, and is not translated by us.
 */

/** Every text there is, by what it says. */
export type WordKey =
  | 'page_title'
  | 'page_lead'
  | 'letter_title'
  | 'letter_lead'
  | 'dear'
  | 'through_attorney'
  | 'version'
  | 'beside_english'
  | 'when'
  | 'your_time'
  | 'arrive'
  | 'lasts'
  | 'where'
  | 'open_map'
  | 'by_video'
  | 'video_open'
  | 'video_arrive'
  | 'video_ready'
  | 'directions'
  | 'directions_ask'
  | 'map_title'
  | 'map_alt'
  | 'map_failed'
  | 'office_phone'
  | 'examiner'
  | 'examiners'
  | 'purpose'
  | 'purpose_parts'
  | 'bring'
  | 'bring_id'
  | 'bring_medications'
  | 'bring_aids'
  | 'bring_images'
  | 'bring_letter'
  | 'no_treatment_title'
  | 'no_treatment'
  | 'report_title'
  | 'report'
  | 'report_also'
  | 'to_board'
  | 'to_carrier'
  | 'to_treating_provider'
  | 'to_examinee'
  | 'to_examinee_attorney'
  | 'to_defense_attorney'
  | 'to_employer'
  | 'to_other'
  | 'interpreter_title'
  | 'interpreter_planned'
  | 'interpreter_arranged'
  | 'interpreter_ask'
  | 'transport_title'
  | 'transport_planned'
  | 'transport_arranged'
  | 'ride_sedan'
  | 'ride_wheelchair'
  | 'ride_flight'
  | 'transport_mileage'
  | 'transport_self'
  | 'mileage'
  | 'provider_phone'
  | 'recording_title'
  | 'recording_ask'
  | 'missing_title'
  | 'missing'
  | 'fee_title'
  | 'fee_before'
  | 'fee_from'
  | 'change_title'
  | 'change'
  | 'change_late'
  | 'change_page'
  | 'change_page_late'
  | 'law_title'
  | 'law_english'
  | 'law_source'
  | 'law_call_off'
  | 'answer_title'
  | 'confirm'
  | 'confirmed'
  | 'other_date'
  | 'other_date_reason'
  | 'other_date_help'
  | 'other_date_sent'
  | 'other_date_answered'
  | 'needs'
  | 'needs_help'
  | 'needs_sent'
  | 'reminders'
  | 'reminders_email'
  | 'reminders_text'
  | 'reminders_none'
  | 'email'
  | 'phone'
  | 'calendar'
  | 'calendar_title'
  | 'save'
  | 'send'
  | 'cancel'
  | 'saved'
  | 'required'
  | 'bad_email'
  | 'failed'
  | 'offline'
  | 'private'
  | 'language'
  | 'slip_title'
  | 'slip_lead'
  | 'slip_come'
  | 'slip_other'
  | 'slip_needs'
  | 'slip_signature'
  | 'slip_date'
  | 'page_address'
  | 'contact'
  | 'mail_link_subject'
  | 'mail_link_line'
  | 'mail_reminder_subject'
  | 'mail_reminder_line'
  | 'mail_open'
  | 'mail_why'
  | 'privacy'
  | 'ended_revoked_title'
  | 'ended_revoked'
  | 'ended_over_title'
  | 'ended_over'
  | 'ended_moved_title'
  | 'ended_moved'
  | 'ended_unknown_title'
  | 'ended_unknown';

/** A text with whose it is. */
export interface Word {
  text: string;
  /** Raised with every change of what it says. */
  version: number;
  source: string;
  /** Who checked it, as they are named; null: nobody has. */
  reviewed_by: string | null;
}

/** A language as it comes with the product. */
export interface Language {
  /** BCP 47. */
  tag: string;
  /** By its own name. */
  name: string;
  /** By its English name, for staff. */
  english: string;
  words: Readonly<Record<WordKey, Word>>;
}

/** The texts of a language that come from one hand and were checked by one; a text that differs says so itself. */
export function wordsBy(
  by: Omit<Word, 'text'>,
  texts: Readonly<Record<WordKey, string | (Partial<Word> & { text: string })>>,
): Readonly<Record<WordKey, Word>> {
  const rows = Object.entries(texts).map(([key, one]) => [
    key,
    typeof one === 'string' ? { ...by, text: one } : { ...by, ...one },
  ]);
  // why: the keys are those of `texts`, which has all of them
  return Object.fromEntries(rows) as Readonly<Record<WordKey, Word>>;
}

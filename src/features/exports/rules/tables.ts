/** By what a row of a table belongs to an organization's tree. */
export type OwnedBy =
  | 'itself'
  | 'organization_id'
  | 'review_id'
  | 'report_id'
  /** Its own, and whatever its delivered reports were written on. */
  | 'organization_or_report'
  | 'channel_id'
  | 'file_request_id'
  | 'subscription_id'
  | 'invoice_id'
  | 'budget_id'
  | 'seat_id'
  | 'user_id'
  /** A person's, and about one of the tree's reviews or about none. */
  | 'user_and_review'
  /** What its own people said of a review. */
  | 'rater';

/**
 * Whether a table is part of an organization's export. `leaves_out` are columns that are not the organization's although
 * the row is; keys, hashes and who an expert is are left out of every table without being named here (`columns.ts`).
 */
export type Decision =
  | { by: OwnedBy; leaves_out?: readonly string[]; only?: Narrowing }
  /** Somebody else's, or nobody's: the platform's own, an expert's, counted from the rest. */
  | { not: string }
  /** Opens something, or proves who somebody is. */
  | { secret: string };

/** Rows of the tree that are kept back, by name; the server has the condition of each. */
export type Narrowing =
  | 'kept_files'
  | 'own_channels'
  | 'delivered_reports'
  | 'known_experts'
  | 'timeline_or_settings'
  | 'own_entries'
  | 'own_lines';

const PLATFORM = 'Kept by the platform for all organizations.';
const EXPERTS = 'The experts’ own.';
const MATCHING = 'How the platform looks for an expert; says who was asked.';
const MACHINERY = 'How the product does its work; what came of it is in the other tables.';
const COUNTED = 'Counted from the opinions, which are exported.';
const COUNTED_MONEY = 'Counted from the ledger, which is exported.';
const APPLICANTS = 'The applicants’ own.';
const SIGN_IN = 'Opens an account or proves who somebody is.';

/** Every table of the database, and whether an organization's export has it. A table without a row here fails a test. */
export const EXPORT_TABLES: Readonly<Record<string, Decision>> = {
  account_codes: { secret: SIGN_IN },
  account_links: { secret: SIGN_IN },
  affiliations: { not: EXPERTS },
  announcements: { not: PLATFORM },
  application_checks: { not: APPLICANTS },
  application_documents: { not: APPLICANTS },
  application_notes: { not: APPLICANTS },
  application_parts: { not: APPLICANTS },
  application_requests: { not: APPLICANTS },
  applications: { not: APPLICANTS },
  appointment_attendees: { by: 'review_id' },
  appointments: {
    by: 'review_id',
    leaves_out: ['busy', 'prep_minutes', 'minutes_held', 'late_cost_cents', 'ics_uid', 'ics_sequence'],
  },
  assistant_links: { not: EXPERTS },
  audit_details: { not: 'Values beside the audit trail; the trail’s rows of the reviews are exported without them.' },
  audit_rows: {
    by: 'itself',
    only: 'timeline_or_settings',
    // who of the experts' side acted, from where, and what internal steps carried is not the organization's
    leaves_out: ['actor_user_id', 'profile_id', 'ip', 'request_id', 'reason'],
  },
  audit_seals: { not: PLATFORM },
  audit_unsealed: { not: MACHINERY },
  billing_order_acts: { by: 'review_id', leaves_out: ['by_user_id'] },
  billing_order_lines: { by: 'review_id' },
  billing_orders: { by: 'review_id' },
  bank_files: { not: PLATFORM },
  bank_layouts: { not: PLATFORM },
  bank_lines: { not: PLATFORM },
  bank_payers: { not: PLATFORM },
  billing_terms: { by: 'organization_id', leaves_out: ['updated_by'] },
  break_glass_links: { secret: SIGN_IN },
  budget_requests: { by: 'review_id' },
  candidates: { not: MATCHING },
  card_charges: { not: MACHINERY },
  card_checkouts: { not: MACHINERY },
  card_disputes: { not: MACHINERY },
  card_events: { not: PLATFORM },
  card_refunds: { by: 'organization_id', leaves_out: ['asked_by', 'request_key'] },
  card_refusals: { not: PLATFORM },
  certifications: { not: EXPERTS },
  channel_members: { not: 'Names people of other sides; who said what is with the messages.' },
  channels: { by: 'review_id', only: 'own_channels' },
  clock_seen: { not: MACHINERY },
  conflict_attestations: { not: EXPERTS },
  contact_answers: { not: 'Written by support, and sent to the person who asked.' },
  contact_messages: { by: 'user_id', leaves_out: ['assigned_to', 'settled_by'] },
  credentials: { not: EXPERTS },
  cvs: { not: EXPERTS },
  damaged_objects: { not: MACHINERY },
  custom_forms: { by: 'organization_id' },
  deadline_holds: { not: PLATFORM },
  deadlines: { not: MACHINERY },
  dictations: { not: 'What an examiner spoke while writing; the report is exported.' },
  declared_conflicts: { not: EXPERTS },
  email_changes: { secret: SIGN_IN },
  overdue_holds: { by: 'organization_id' },
  payment_returns: { by: 'organization_id' },
  report_deliveries: { by: 'review_id' },
  agreement_signatures: { not: 'Who signed an agreement, from where; the agreements are exported.' },
  agreement_versions: { by: 'review_id' },
  disclosures: { not: 'What an expert prepares; the packets are exported as they were signed.' },
  disclosure_packets: { by: 'review_id' },
  engagements: { by: 'review_id' },
  retainer_movements: { by: 'review_id' },
  exam_notices: { by: 'review_id' },
  exam_offers: { not: 'Appointments the examiner’s side offered; the one that was set is with the exams.' },
  exam_parts: { not: 'Which appointment of an exam is whose; the appointments are exported.' },
  examinee_answers: { by: 'review_id' },
  examinee_arrangements: { by: 'review_id' },
  examinee_letters: { by: 'review_id' },
  examinee_links: { by: 'review_id' },
  examinee_text_checks: { not: 'Who checked the texts of a language; they are everybody’s.' },
  exams: { by: 'review_id', leaves_out: ['fee_steps'] },
  expert_changes: { not: EXPERTS },
  expert_documents: { not: EXPERTS },
  expert_profiles: { not: EXPERTS },
  expert_fees: { not: 'What experts earn is theirs and the platform’s.' },
  expert_rates: { not: EXPERTS },
  expert_standings: { not: EXPERTS },
  expert_publications: { not: EXPERTS },
  expert_testimonies: { not: EXPERTS },
  extra_holidays: { not: PLATFORM },
  file_pages_seen: { not: 'Which pages an expert read.' },
  file_request_items: { by: 'file_request_id' },
  file_requests: { by: 'review_id' },
  files: { by: 'review_id', only: 'kept_files' },
  handled_events: { not: MACHINERY },
  idempotency_keys: { secret: 'Answers to requests, kept for a day.' },
  instance_settings: { secret: 'The installation’s own.' },
  invitations: { not: MATCHING },
  linked_reviews: { by: 'review_id', leaves_out: ['swapped'] },
  list_columns: { by: 'user_id' },
  invoice_lines: { by: 'invoice_id' },
  invoice_numbers: { not: MACHINERY },
  invoices: { by: 'organization_id', leaves_out: ['issued_by', 'seed'] },
  ledger_entries: { by: 'organization_id', only: 'own_entries' },
  ledger_lines: { by: 'organization_id', only: 'own_lines', leaves_out: ['expert_profile_id'] },
  list_views: { by: 'user_id' },
  lockouts: { secret: SIGN_IN },
  mail_wordings: { not: PLATFORM },
  mails: { not: 'Letters as they were sent; what they tell is in the other tables.' },
  record_returns: { by: 'review_id' },
  merit_requests: { by: 'review_id' },
  merit_statements: { by: 'review_id' },
  merit_templates: { not: PLATFORM },
  meeting_types: { by: 'organization_id' },
  messages: { by: 'channel_id', leaves_out: ['client_id'] },
  missed_calls: { by: 'review_id', leaves_out: ['contest_note', 'decision_note'] },
  matter_dates: { by: 'review_id' },
  matter_rules: { not: PLATFORM },
  notification_preferences: { by: 'user_id' },
  notifications: { by: 'user_and_review', leaves_out: ['dedupe_key', 'data'] },
  operational_alerts: { not: PLATFORM },
  opinion_findings: { by: 'review_id' },
  opinion_policies: { by: 'organization_id' },
  opinions: { by: 'organization_id', leaves_out: ['facility_key', 'provider_key'] },
  organization_agreements: { by: 'organization_id' },
  organization_setups: { by: 'organization_id' },
  organization_sso: { by: 'organization_id', leaves_out: ['client_id'] },
  organizations: { by: 'itself', leaves_out: ['tree_place', 'logo'] },
  outbox: { not: MACHINERY },
  outside_links: {
    by: 'review_id',
    // what a provider answers goes to the reviewer, not to those who order
    leaves_out: ['text', 'text_version', 'summary', 'signature_name', 'report_id'],
  },
  rented_sites: { not: PLATFORM },
  room_bookings: { not: 'Which room of a site an exam takes; the exam has its place.' },
  panel_places: { by: 'review_id' },
  pdf_signatures: { not: 'The signatures stand in the PDFs, which are exported.' },
  peer_review_menus: { by: 'organization_id' },
  peer_review_statutes: { by: 'organization_id' },
  payments: { by: 'organization_id', leaves_out: ['recorded_by', 'reversed_by'] },
  peer_review_types: { by: 'organization_id' },
  approval_rules: { by: 'organization_id', leaves_out: ['updated_by'] },
  review_approvals: { by: 'review_id' },
  price_links: { by: 'review_id' },
  public_report_links: { by: 'review_id' },
  public_report_permits: { by: 'review_id' },
  public_report_visits: { by: 'review_id' },
  price_books: { by: 'organization_id', leaves_out: ['expert_terms'] },
  person_invitations: { by: 'organization_id' },
  practice_sites: { not: EXPERTS },
  profiles: { by: 'organization_id' },
  purchase_orders: { by: 'organization_id', leaves_out: ['created_by'] },
  purge_certificates: { by: 'review_id' },
  purge_requests: { not: PLATFORM },
  audit_verifications: { not: PLATFORM },
  queue_assignments: { not: PLATFORM },
  quotes: { by: 'review_id' },
  review_extras: { by: 'review_id' },
  review_tasks: { by: 'review_id' },
  settlements: { by: 'organization_id' },
  payout_entries: { not: EXPERTS },
  payout_left_out: { not: EXPERTS },
  payout_runs: { not: PLATFORM },
  payout_settings: { not: PLATFORM },
  api_keys: { secret: 'What opens an organization’s data to its programs.' },
  box_import_files: { not: 'How records come from Box; what arrived is among the files.' },
  box_imports: { not: 'How records come from Box; what arrived is among the files.' },
  box_report_uploads: { not: 'How reports go into Box; they are among the reports.' },
  box_report_wishes: { not: 'How reports go into Box; they are among the reports.' },
  calendar_entries: { not: MACHINERY },
  calendar_busy: { not: 'When a person is busy by their own calendar.' },
  calendar_feeds: { secret: 'The address a person’s own calendar reads.' },
  connection_attempts: { secret: SIGN_IN },
  connection_revocations: { secret: 'Opens people’s own accounts elsewhere, until it is taken back.' },
  provider_connections: { secret: 'Opens people’s own accounts elsewhere.' },
  meeting_sessions: { not: MACHINERY },
  meetings: { not: MACHINERY },
  calendars: { secret: 'Private addresses of people’s own calendars.' },
  hl7_messages: { not: MACHINERY },
  hl7_documents: { by: 'organization_id', leaves_out: ['storage_key', 'by_user_id'] },
  hl7_connections: { by: 'organization_id', leaves_out: ['created_by', 'token_hash'] },
  webhook_deliveries: { not: MACHINERY },
  webhook_endpoints: { secret: 'Where an organization’s programs are told of things, with what signs it.' },
  payouts: { secret: 'Bank accounts of experts.' },
  spend_budgets: { by: 'organization_id', leaves_out: ['created_by'] },
  spend_budget_acts: { by: 'budget_id', leaves_out: ['by_user_id'] },
  spend_budget_alerts: { not: MACHINERY },
  spend_cells: { not: COUNTED_MONEY },
  testimony_sessions: { by: 'review_id' },
  departures: { by: 'review_id', leaves_out: ['shown_by'] },
  matter_experts: { by: 'review_id', leaves_out: ['linked_by'] },
  continuations: { by: 'review_id', leaves_out: ['answers', 'decline_reason'] },
  interviews: { by: 'review_id', leaves_out: ['answers', 'decline_reason', 'asked_by_user'] },
  interview_notes: { not: 'Each side’s own, which the other never sees.' },
  time_entries: { by: 'review_id' },
  matter_expenses: { by: 'review_id' },
  expense_receipts: { by: 'review_id' },
  work_timers: { not: 'An expert’s own watch; what it measured is with the time that was recorded.' },
  purpose_letter_versions: { by: 'review_id' },
  purpose_letters: { by: 'review_id' },
  rankings: { not: MATCHING },
  ratings: { by: 'rater' },
  recovery_codes: { secret: SIGN_IN },
  registrations: { secret: SIGN_IN },
  remembered_devices: { secret: SIGN_IN },
  reminders: { not: MACHINERY },
  report_answers: { not: 'An expert’s drafts; what was signed and delivered is among the reports.' },
  report_forms: { by: 'organization_or_report' },
  reports: {
    by: 'review_id',
    only: 'delivered_reports',
    leaves_out: [
      'attestation',
      'citations',
      'citations_version',
      'returned_note',
      'returned_sections',
      'signature_name',
      'snapshot',
      'signed_by',
    ],
  },
  review_attention: { by: 'review_id' },
  review_earlier_dates: { by: 'review_id' },
  review_experts: { by: 'review_id', only: 'known_experts', leaves_out: ['earns'] },
  review_kinds: { not: PLATFORM },
  review_parties: { by: 'review_id' },
  review_pauses: { by: 'review_id' },
  review_sales: { not: PLATFORM },
  review_seats: { by: 'review_id' },
  review_sections: { by: 'review_id' },
  review_transfers: { by: 'review_id' },
  review_watchers: { by: 'review_id' },
  review_meetings: { by: 'review_id' },
  reviews: { by: 'organization_id', leaves_out: ['search', 'due_sort', 'failed_invitations'] },
  schema_migrations: { not: MACHINERY },
  seat_quotas: { by: 'seat_id' },
  second_factors: { secret: SIGN_IN },
  sessions: { secret: SIGN_IN },
  jurisdiction_rules: { not: PLATFORM },
  license_types: { not: PLATFORM },
  signing_certificates: { secret: 'The keys PDFs are signed with.' },
  site_maps: { not: EXPERTS },
  specialties: { not: PLATFORM },
  sso_domains: { by: 'organization_id' },
  sso_identities: { secret: SIGN_IN },
  sso_sessions: { secret: SIGN_IN },
  sso_sign_ins: { secret: SIGN_IN },
  stored_objects: { secret: 'The keys of all files.' },
  sub_specialties: { not: PLATFORM },
  subscription_periods: { by: 'subscription_id' },
  subscription_seats: { by: 'organization_id' },
  subscriptions: { by: 'organization_id' },
  tenant_exports: { by: 'organization_id', leaves_out: ['attempt'] },
  texts: { secret: 'Carries codes for signing in.' },
  throttles: { secret: SIGN_IN },
  time_offers: { by: 'review_id' },
  trend_cases: { not: COUNTED },
  trend_cells: { not: COUNTED },
  trend_findings: { not: COUNTED },
  upload_locks: { not: MACHINERY },
  uploads: { not: 'Uploads under way; what arrived is among the files.' },
  users: { by: 'itself', leaves_out: ['demo_note', 'avatar'] },
  vendor_infos: { secret: 'Tax ids and bank accounts.' },
  w9_forms: { secret: 'Tax ids.' },
};

/** The tables an export has, by name. */
export const exportedTables = (): [string, Extract<Decision, { by: OwnedBy }>][] =>
  Object.entries(EXPORT_TABLES).flatMap(([table, decision]) =>
    'by' in decision ? [[table, decision] as [string, typeof decision]] : [],
  );

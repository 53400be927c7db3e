import { hl7Settings } from '../../harness/hl7-settings.ts';
import { ADMINS, EVERYBODY, EXPERT_SIDE, ORDERERS, STAFF, type Who } from './people.ts';

/** The two worlds of the matrix by what their addresses name. */
export interface Subject {
  review_id: number;
  file_id: number;
  attendee_id: number;
  request_id: number;
  /** A custodian's link. */
  link_id: number;
  candidate_id: number;
  invitation_id: number;
  offer_id: number;
  channel_id: string;
  message_id: number;
  /** One of the requester's. */
  notification_id: number;
  announcement_id: number;
  /** A day staff added to the holidays. */
  holiday_id: number;
  rented_site_id: number;
  specialty_id: number;
  sub_specialty_id: number;
  organization_id: number;
  person_invitation_id: number;
  requester_id: number;
  /** Somebody of the requester's organization. */
  colleague_id: number;
  expert_profile_id: number;
  verification_code: string;
  subscription_id: number;
  seat_id: number;
  custom_form_id: number;
  peer_review_type_id: number;
  /** An application that was sent, with a document. */
  application_id: number;
  application_document_id: number;
  /** A message to support. */
  contact_message_id: number;
  /** An export of the organization that is over. */
  export_id: number;
}

export type Fresh = 'file' | 'attendee' | 'person';

interface Cell {
  /** Words added to the test's name where one endpoint is asked for several things. */
  as?: string;
  params?: (s: Subject) => Record<string, string | number>;
  query?: string;
  body?: (s: Subject, asking: { user_id: number }) => unknown;
  /** What is made anew for every question because an answer uses it up. */
  fresh?: Fresh;
  /** Asked as nobody only: it ends the session that asks. */
  endsSession?: true;
}

/**
 * What an endpoint answers to whom.
 *
 * - `public`: anyone, signed in or not.
 * - `everyone`: every signed-in person, about themselves.
 * - `kind`: these people and no others, whatever they ask about; what comes back is theirs (the markers see to that).
 * - `review`: about one review. `may` are the people who may ever do it there; anybody else who has a part in the
 *   review is told so (403), or not even that it exists where listed under `hidden` (404). All the rest get 404, or 403
 *   where they see it for another reason (`told`) or
 *   where the endpoint is not for their kind of person at all.
 */
export type Rule = Cell & { variants?: readonly Rule[] } & (
    | { for: 'public' }
    | { for: 'everyone' }
    | { for: 'kind'; may: readonly Who[] }
    | { for: 'review'; may: readonly Who[]; hidden?: readonly Who[]; told?: readonly Who[] }
  );

const onReview = (s: Subject) => ({ id: s.review_id });
const READERS: readonly Who[] = [...ORDERERS, 'watcher', ...EXPERT_SIDE, ...STAFF];
/** Matching reads no contents. */
const READING: readonly Who[] = READERS.filter((who) => who !== 'matching_admin');
const READING_STAFF = ['clin_ops', 'support_agent', ...ADMINS] as const;
/** Whoever acts for the requester: the ordering side, support on its behalf, and admins. */
const ACTING: readonly Who[] = [...ORDERERS, 'support_agent', ...ADMINS];
/** Whoever adds records. */
const ADDING: readonly Who[] = [...ACTING, 'clin_ops'];
/** An interview that is none, and its acts. */
const onInterview = { params: () => ({ interviewId: 999_999_999 }) };
/** A session of testimony, of which a case has none. */
const onSession = { params: (s: { review_id: number }) => ({ id: s.review_id, sessionId: 1 }) };
const SESSION = {
  starts_at: '2027-03-01T15:00:00.000Z',
  minutes: 240,
  zone: 'America/Chicago',
  place: '1 Main Street',
};
const MATCHERS = ['matching_admin', ...ADMINS] as const;
const CONVERSE: readonly Who[] = [
  ...READERS,
  'colleague',
  'passed_over_expert',
  'external_expert',
  'foreign_requester',
  'foreign_manager',
  'foreign_org_admin',
  'foreign_customer_admin',
  'foreign_expert',
  'foreign_external_expert',
  'foreign_assistant',
];
/** Who can have conversations: also whoever joins calls. */
const TALK: readonly Who[] = [...CONVERSE, 'attendee', 'other_attendee', 'foreign_attendee'];
/** Those who order anywhere, and staff. */
const LISTING: readonly Who[] = [
  ...ORDERERS,
  'watcher',
  'colleague',
  'foreign_requester',
  'foreign_manager',
  'foreign_org_admin',
  'foreign_customer_admin',
  ...STAFF,
];
/** Who manages reviews anywhere, and the staff who check reports. */
const TREND_READERS: readonly Who[] = [
  'manager',
  'org_admin',
  'customer_admin',
  'foreign_manager',
  'foreign_org_admin',
  'foreign_customer_admin',
  ...READING_STAFF,
];
const review = (may: readonly Who[], more: Cell & { hidden?: readonly Who[] } = {}): Rule => ({
  for: 'review',
  may,
  params: onReview,
  ...more,
});
/** Experts anywhere, about what is their own: nobody who works for them. */
const EXPERTS: readonly Who[] = [
  'expert',
  'passed_over_expert',
  'external_expert',
  'foreign_expert',
  'foreign_external_expert',
];
/** Who sees all reviews of an organization with their prices, anywhere, and admins. */
const INVOICED: readonly Who[] = [
  'manager',
  'org_admin',
  'customer_admin',
  'foreign_manager',
  'foreign_org_admin',
  'foreign_customer_admin',
  ...ADMINS,
];
const BUDGET = { amount_cents: 100_000, warn_percent: 80, at_limit: 'stop', ends_on: null };
const PURCHASE_ORDER = {
  number: '4500012873',
  amount_cents: 100,
  valid_until: null,
  cost_center: '',
  over_limit: 'refuse',
};
/** The same, of those it is for: staff write down what was paid. */
const PAYING: readonly Who[] = INVOICED.filter((who) => !ADMINS.some((admin) => admin === who));
/** Who reads price books: admins, and an organization's their own. */
const BOOK_READERS: readonly Who[] = [
  'org_admin',
  'customer_admin',
  'foreign_org_admin',
  'foreign_customer_admin',
  ...ADMINS,
];
const PERIOD = 'from=2026-01-01&until=2026-02-01';
const onNoRow = () => ({ id: 999_999_999 });
const onNoInvoice = () => ({ id: 999_999_999 });
const onNoOrganization = () => ({ organizationId: 999_999_999 });
const onBilled = (s: Subject) => ({ organizationId: s.organization_id });
/** Experts and those who assist one, of any tenant. */
const RECORD_KEEPERS: readonly Who[] = [
  ...EXPERT_SIDE,
  'passed_over_expert',
  'external_expert',
  'foreign_expert',
  'foreign_external_expert',
  'foreign_assistant',
];
/** Who finds and checks experts. */
const APPLICATION_DESKS = ['matching_admin', 'clin_ops', ...ADMINS] as const;
const onApplication = (s: Subject) => ({ applicationId: s.application_id });
/** Who works in the support inbox. */
const SUPPORTERS = ['support_agent', ...ADMINS] as const;
const onNoWork = () => ({ workId: 'time-999999999' });
const onMessage = (s: Subject) => ({ messageId: s.contact_message_id });
/** About the people of one organization: its admins and the platform's. */
const PEOPLE_ADMINS = ['org_admin', 'customer_admin', ...ADMINS] as const;
const ORGANIZATION_KEEPERS: readonly Who[] = [...PEOPLE_ADMINS, 'foreign_org_admin', 'foreign_customer_admin'];
const EXPORTERS = ['org_admin', 'customer_admin', 'super_admin'] as const;
const ofOrganization = (s: Subject) => ({ id: s.organization_id });
/** Who keeps an organization's webhooks. */
const HOOK_KEEPERS = ['org_admin', 'customer_admin', ...ADMINS] as const;
const onNoConnection = (s: Subject) => ({ id: s.organization_id, connectionId: 999_999_999 });
const onNoWebhook = (s: Subject) => ({ id: s.organization_id, webhookId: 999_999_999 });
const ofExport = (s: Subject) => ({ id: s.organization_id, exportId: s.export_id });
/** Report forms and types of an organization: its admins and the platform's, and clinical operations. */
const FORM_ADMINS = ['org_admin', 'customer_admin', 'clin_ops', ...ADMINS] as const;
const FORM_KEEPERS: readonly Who[] = [...FORM_ADMINS, 'foreign_org_admin', 'foreign_customer_admin'];
/** Meeting types: staff, and organizations' admins. */
const MEETING_READERS: readonly Who[] = [
  'org_admin',
  'customer_admin',
  'foreign_org_admin',
  'foreign_customer_admin',
  ...STAFF,
];
const MEETING = {
  kind: 'Case',
  name: 'For the test',
  gets: 'A call.',
  minutes: 30,
  buffer_before: 0,
  buffer_after: 10,
  price_cents: 100,
  report: false,
  retired: false,
};
const ofForm = (s: Subject) => ({ id: s.custom_form_id });
const DRAFT = {
  key: 'draft',
  kind: 'PeerReview',
  name: 'Form',
  version: 1,
  sections: [{ key: 's', title: 'Section', questions: [{ key: 'q', type: 'text', label: 'Question' }] }],
};
const TYPE = { name: '', form_key: 'peer_oppe', form_version: null, charts_min: 1, charts_max: 2 };
const ofPerson = (s: Subject) => ({ id: s.person_invitation_id });

/** A subscription is its organization's: whoever orders there sees it, managers and admins change it. */
const subscribed = (may: readonly Who[], more: Cell = {}): Rule => ({
  for: 'review',
  may,
  told: ['colleague'],
  params: (s) => ({ id: s.subscription_id }),
  ...more,
});
const ofSeat = (s: Subject) => ({ id: s.seat_id });
const SUBSCRIBERS: readonly Who[] = [...ORDERERS, 'watcher', 'colleague', ...STAFF];
const PLANNERS: readonly Who[] = ['manager', 'org_admin', 'customer_admin', ...ADMINS];
const PLAN = {
  name: 'Plan',
  facility: 'Hospital',
  reviews_per_seat: 2,
  charts_per_review: 2,
  carry_over_days: 10,
  ends_on: null,
  contact_id: 1,
};
const PROVIDER = {
  provider_name: 'P-2',
  license_type: 'MD',
  state: 'IL',
  specialty_id: 1,
  sub_specialty_id: 1,
};

const action = (name: string, may: readonly Who[], body: unknown = {}): Rule =>
  review(may, { as: name, params: (s) => ({ id: s.review_id, action: name }), body: () => body });

/** Terms of an agreement, as they are proposed. */
const TERMS = {
  role: 'consulting',
  hourly_cents: 50_000,
  deposition_hourly_cents: 50_000,
  deposition_minimum_hours: 2,
  trial_day_cents: 400_000,
  travel_hourly_cents: 0,
  step_minutes: 6,
  retainer_cents: 0,
  replenish_below_cents: 0,
  holds_when_used_up: false,
  budget_cents: null,
  cancel_days: 0,
  cancel_percent: 0,
  statement_days: 30,
  no_drafts: false,
  further: '',
};

/** The name of a picture that is there. */
export const AVATAR_KEY = 'A'.repeat(43);
const PAYEES: readonly Who[] = [
  'expert',
  'passed_over_expert',
  'external_expert',
  'foreign_expert',
  'foreign_external_expert',
];
const WEEK = Object.fromEntries(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [
    day,
    { active: true, startTime: '09:00', endTime: '17:00' },
  ]),
);
const PAYEE = {
  payee_name: '',
  tax_id_kind: 'ssn',
  tax_id: null,
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  postal_code: '',
  bank_name: '',
  account_type: 'checking',
  routing_number: '',
  account_number: null,
  lock_version: null,
};
const UNSIGNED = {
  name: '',
  business_name: '',
  classification: 'individual',
  llc_taxed_as: null,
  exempt_payee_code: '',
  fatca_code: '',
  backup_withholding: false,
  signed_name: '',
  certifies: false,
};

/** One rule for each endpoint; an endpoint without one fails the matrix. */
export const RULES: Record<string, Rule> = {
  'accounts.login': { for: 'public', body: () => ({ email: 'nobody@example.test', password: 'wrong' }) },
  'accounts.logout': { for: 'public', endsSession: true },
  'accounts.update': {
    for: 'everyone',
    body: (_, asking) => ({ user: { id: asking.user_id, eula_accepted_at: '2026-11-18T15:00:00Z' } }),
  },
  'support.error_report': { for: 'public', body: () => ({ kind: 'page', name: 'Error', message: 'x', url: '/cases' }) },
  'support.messages': { for: 'kind', may: SUPPORTERS },
  'support.message': { for: 'kind', may: SUPPORTERS, params: onMessage },
  'support.answer': { for: 'kind', may: SUPPORTERS, params: onMessage, body: () => ({ body: 'An answer.', seen: 0 }) },
  'support.assign': { for: 'kind', may: SUPPORTERS, params: onMessage, body: () => ({ user_id: null }) },
  'support.settle': {
    for: 'kind',
    may: SUPPORTERS,
    params: (s) => ({ ...onMessage(s), action: 'close' }),
  },
  'audit.list': { for: 'kind', may: ADMINS },
  'audit.read': { for: 'review', may: [], hidden: ADMINS, params: () => ({ entryId: 999_999_999 }) },
  'audit.export': { for: 'kind', may: ADMINS },
  'audit.verification': { for: 'kind', may: ADMINS },
  'audit.verify': { for: 'kind', may: ADMINS },
  'audit.head': { for: 'kind', may: ADMINS },
  'audit.check_head': { for: 'kind', may: ADMINS, body: () => ({ seal_id: 1, mac: '0'.repeat(64) }) },
  'work.list': { for: 'kind', may: SUPPORTERS },
  'work.counts': { for: 'kind', may: SUPPORTERS },
  'work.retry_all': { for: 'kind', may: ADMINS, body: () => ({ name: 'no.such_work', reason: 'A try.' }) },
  'work.retry': { for: 'review', may: [], hidden: ADMINS, params: onNoWork, body: () => ({ reason: 'A try.' }) },
  'work.set_aside': { for: 'review', may: [], hidden: ADMINS, params: onNoWork, body: () => ({ reason: 'A try.' }) },
  'health.read': { for: 'kind', may: SUPPORTERS },
  'queues.all': { for: 'kind', may: STAFF },
  'queues.list': { for: 'kind', may: ['clin_ops', ...ADMINS], params: () => ({ queue: 'intake' }) },
  'queues.organizations': { for: 'kind', may: ['clin_ops', ...ADMINS], query: 'queue=intake' },
  'queues.next': { for: 'kind', may: ['clin_ops', ...ADMINS], params: () => ({ queue: 'quality' }) },
  'queues.assign': {
    for: 'kind',
    may: MATCHERS,
    params: (s) => ({ queue: 'failed_invitations', reviewId: s.review_id }),
    body: () => ({ user_id: null, was: null }),
  },
  'accounts.demo': { for: 'public' },
  'console.waiting': { for: 'everyone' },
  'deadlines.held': { for: 'kind', may: ADMINS },
  'deadlines.confirm': { for: 'kind', may: ADMINS, body: () => ({ holds: [1], clock_at: '2026-11-18T15:00:00Z' }) },
  'outbox.list': { for: 'kind', may: ADMINS, params: () => ({ sort: 'mails' }) },
  'outbox.read': { for: 'review', may: [], hidden: ADMINS, params: () => ({ sort: 'mails', id: 999_999_999 }) },
  'outbox.reveal': { for: 'review', may: [], hidden: ADMINS, params: () => ({ sort: 'mails', id: 999_999_999 }) },
  'outbox.resend': { for: 'review', may: [], hidden: ADMINS, params: () => ({ sort: 'texts', id: 999_999_999 }) },
  'outbox.set_aside': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: () => ({ sort: 'mails', id: 999_999_999 }),
    body: () => ({ reason: 'A try.' }),
  },
  // outside a demo world there is nothing, for anybody
  'outbox.demo': { for: 'public', body: () => ({}) },
  'accounts.second_factor': { for: 'everyone' },
  'accounts.second_factor_send': { for: 'everyone', body: () => ({ method: 'email' }) },
  'accounts.second_factor_prove': { for: 'everyone', body: () => ({ method: 'app', code: '000000' }) },
  'accounts.session_keep': { for: 'everyone' },
  'accounts.security': { for: 'everyone' },
  'accounts.reauthenticate': { for: 'everyone', body: () => ({ password: 'wrong' }) },
  'accounts.factor_begin': { for: 'everyone', params: () => ({ method: 'app' }) },
  'accounts.factor_confirm': {
    for: 'everyone',
    params: () => ({ method: 'app' }),
    body: () => ({ code: '000000' }),
  },
  'accounts.factor_remove': { for: 'everyone', params: () => ({ method: 'app' }) },
  'accounts.recovery_codes': { for: 'everyone' },
  'accounts.device_forget': { for: 'review', may: [], hidden: EVERYBODY, params: () => ({ id: 999_999_999 }) },
  'accounts.session_end': { for: 'review', may: [], hidden: EVERYBODY, params: () => ({ id: 999_999_999 }) },
  'accounts.sessions_end_others': { for: 'everyone' },
  'accounts.change_password': {
    for: 'everyone',
    body: () => ({ current_password: 'wrong', password: 'quiet meadow lantern' }),
  },
  'accounts.switch_profile': { for: 'everyone', body: () => ({ profile: null }), endsSession: true },
  'accounts.suspend': {
    for: 'review',
    may: ['org_admin', 'customer_admin', ...ADMINS],
    params: (s) => ({ id: s.colleague_id }),
    body: () => ({ reason: 'Left the company.' }),
    fresh: 'person',
  },
  'accounts.people': { for: 'kind', may: ORGANIZATION_KEEPERS },
  'accounts.signed_in': { for: 'kind', may: ORGANIZATION_KEEPERS },
  'accounts.person': { for: 'review', may: PEOPLE_ADMINS, params: (s) => ({ id: s.colleague_id }) },
  'accounts.person_access': { for: 'review', may: PEOPLE_ADMINS, params: (s) => ({ id: s.colleague_id }) },
  'accounts.person_history': { for: 'review', may: PEOPLE_ADMINS, params: (s) => ({ id: s.colleague_id }) },
  'accounts.grant_role': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id }),
    body: () => ({ role: 'org_admin', reason: 'Takes over' }),
    fresh: 'person',
  },
  'accounts.grant_profile': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id }),
    body: (s) => ({ type: 'Attendee', organization_id: s.organization_id }),
    fresh: 'person',
  },
  'accounts.change_profile': {
    for: 'review',
    may: [],
    hidden: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id, profile_id: 999_999_999 }),
    body: () => ({ is_primary: true }),
  },
  'accounts.remove_profile': {
    for: 'review',
    may: [],
    hidden: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id, profile_id: 999_999_999 }),
  },
  'accounts.change_person_settings': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id }),
    body: () => ({ lock_version: 0, flags: { enable_bookmark_urls: true } }),
    fresh: 'person',
  },
  'accounts.person_session_end': {
    for: 'review',
    may: [],
    hidden: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id, session_id: 999_999_999 }),
  },
  'accounts.person_sessions_end': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id }),
    fresh: 'person',
  },
  'accounts.reset_second_factor': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: (s) => ({ id: s.colleague_id }),
    body: () => ({
      called_by: 'Avery',
      way: 'video',
      called_at: '2026-11-18T15:00:00.000Z',
      note: 'By face',
    }),
    fresh: 'person',
  },
  'accounts.impersonate': {
    for: 'review',
    may: ['super_admin'],
    params: (s) => ({ id: s.colleague_id }),
    body: () => ({ reason: 'Looks for an order', minutes: 15 }),
    fresh: 'person',
  },
  'accounts.impersonation_stop': { for: 'public' },
  'accounts.reinstate': {
    for: 'review',
    may: ['org_admin', 'customer_admin', ...ADMINS],
    params: (s) => ({ id: s.colleague_id }),
    body: () => ({ reason: 'Back from leave' }),
  },
  'accounts.forgot_password': { for: 'public', body: () => ({ email: 'nobody@example.test' }) },
  'accounts.reset_link': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'accounts.reset_password': {
    for: 'public',
    body: () => ({ token: 'A'.repeat(43), password: 'quiet-river-stone-7' }),
  },
  'accounts.register': {
    for: 'public',
    body: () => ({
      purpose: 'order',
      organization_name: 'Somebody’s',
      first_name: 'Some',
      last_name: 'Body',
      email: 'nobody@example.test',
      password: 'quiet-river-stone-7',
    }),
  },
  'accounts.registration_organization': { for: 'public', params: () => ({ slug: 'nowhere' }) },
  'accounts.registration': { for: 'public' },
  'accounts.resend_code': { for: 'public' },
  'accounts.finish_registration': { for: 'public', body: () => ({ code: '000000' }) },
  'accounts.confirm_email': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'accounts.stop_email': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'accounts.change_email': { for: 'everyone', body: () => ({ email: 'moved@example.test', password: 'wrong' }) },
  'accounts.ask_phone': { for: 'everyone', body: () => ({ phone_number: '12' }) },
  'accounts.verify_phone': { for: 'everyone', body: () => ({ code: '000000' }) },
  'accounts.open_invitation': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'accounts.break_glass_link': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'accounts.break_glass': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'accounts.accept_invitation': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'accounts.invitations': { for: 'kind', may: [...PEOPLE_ADMINS, 'foreign_org_admin', 'foreign_customer_admin'] },
  'accounts.invitation_choices': {
    for: 'kind',
    may: [...PEOPLE_ADMINS, 'foreign_org_admin', 'foreign_customer_admin'],
  },
  'accounts.invitation_experts': {
    for: 'kind',
    may: [...PEOPLE_ADMINS, 'foreign_org_admin', 'foreign_customer_admin'],
  },
  'accounts.invite': {
    for: 'review',
    may: PEOPLE_ADMINS,
    body: (s) => ({
      email: 'invited@example.test',
      role: 'user',
      profile_type: 'ClaimConsultant',
      organization_id: s.organization_id,
    }),
  },
  'accounts.resend_invitation': { for: 'review', may: PEOPLE_ADMINS, params: ofPerson },
  'accounts.withdraw_invitation': { for: 'review', may: PEOPLE_ADMINS, params: ofPerson },
  'accounts.hint_seen': { for: 'everyone', body: () => ({ hint: 'create' }) },
  'accounts.update_person': {
    for: 'everyone',
    body: () => ({ first_name: 'First', last_name: 'Last', time_zone: 'America/Chicago' }),
  },
  // without a picture's bytes it is refused by its content, after everybody was let in
  'accounts.save_avatar': { for: 'everyone' },
  'accounts.remove_avatar': { for: 'everyone' },
  'accounts.avatar': { for: 'everyone', params: () => ({ key: AVATAR_KEY }) },
  'accounts.hours': { for: 'everyone' },
  'accounts.save_hours': {
    for: 'everyone',
    body: () => ({ working_hours_enabled: false, working_hours: WEEK, blackout_dates: [] }),
  },
  'accounts.vendor_info': { for: 'kind', may: PAYEES },
  'accounts.save_vendor_info': { for: 'kind', may: PAYEES, body: () => PAYEE },
  'accounts.w9': { for: 'kind', may: PAYEES },
  'accounts.sign_w9': { for: 'kind', may: PAYEES, body: () => UNSIGNED },
  'experts.cvs': { for: 'kind', may: [...PAYEES, 'applicant'] },
  // a body that is no PDF is refused by its content, after everybody was let in who has a CV
  'experts.save_cv': {
    for: 'kind',
    may: [...PAYEES, 'applicant'],
    params: () => ({ version: 'full' }),
    query: 'name=cv.pdf',
  },
  'experts.cv_content': {
    for: 'review',
    may: ['expert', ...ORDERERS, 'watcher', ...STAFF],
    hidden: ['assistant', 'attendee'],
    params: (s) => ({ profileId: s.expert_profile_id, version: 'redacted' }),
  },
  'experts.remove_cv': { for: 'kind', may: [...PAYEES, 'applicant'], params: () => ({ version: 'full' }) },
  'experts.opportunities': { for: 'kind', may: PAYEES },
  // the organizations' own experts are not in the directory here
  'experts.save_opportunities': {
    for: 'kind',
    may: ['expert', 'passed_over_expert', 'foreign_expert'],
    body: () => ({ open_to: ['teaching'] }),
  },
  'experts.taken_kinds': { for: 'kind', may: PAYEES },
  'experts.save_taken_kinds': {
    for: 'kind',
    may: ['expert', 'passed_over_expert', 'foreign_expert'],
    body: () => ({ kinds: ['Case'] }),
  },
  'applications.read': { for: 'kind', may: ['applicant'] },
  'applications.save_part': {
    for: 'kind',
    may: ['applicant'],
    params: () => ({ part: 'you' }),
    body: () => ({ version: 0, data: { city: 'Springfield' } }),
  },
  'applications.check_npi': { for: 'kind', may: ['applicant'], body: () => ({ npi: '1234567893' }) },
  'applications.submit': { for: 'kind', may: ['applicant'] },
  // of another's application nobody who applies is told
  'applications.answer_request': {
    for: 'review',
    may: [],
    params: () => ({ requestId: 1 }),
    body: () => ({ answer: 'x' }),
  },
  // a body that is no PDF is refused by its content, before it is asked what it would answer
  'applications.answer_request_file': {
    for: 'kind',
    may: ['applicant'],
    params: () => ({ requestId: 1 }),
    query: 'name=diploma.pdf',
  },
  'applications.send_answers': { for: 'kind', may: ['applicant'] },
  'applications.sign_agreement': { for: 'kind', may: ['applicant'], body: () => ({ version: '1', name: 'Somebody' }) },
  'applications.withdraw': { for: 'kind', may: ['applicant'], body: () => ({ reason: '' }) },
  'applications.begin_again': { for: 'kind', may: ['applicant'] },
  'applications.document': {
    for: 'review',
    may: STAFF,
    params: (s) => ({ applicationId: s.application_id, documentId: s.application_document_id }),
  },
  'experts.directory': { for: 'kind', may: STAFF },
  'experts.read_at_desk': { for: 'kind', may: STAFF, params: (s) => ({ profileId: s.expert_profile_id }) },
  'experts.verify': {
    for: 'review',
    may: [],
    hidden: APPLICATION_DESKS,
    params: (s) => ({ profileId: s.expert_profile_id, key: 'credential:999999999' }),
    body: () => ({ number: '1', expires_on: null, source: 'x', after: null }),
  },
  // without a reason it is refused by its fields, and the expert of the matrix goes on
  'experts.standing': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: (s) => ({ profileId: s.expert_profile_id }),
    body: () => ({ action: 'pause', reason: '' }),
  },
  // no CV waits there
  'experts.decide_cv': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: (s) => ({ profileId: s.expert_profile_id, version: 'redacted' }),
    body: () => ({ decision: 'return', reason: 'x', sent_at: '2026-11-01T00:00:00.000Z' }),
  },
  'experts.set_display': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: (s) => ({ profileId: s.expert_profile_id }),
    body: () => ({ name: 'display_contact_information', value: false, before: false }),
  },
  'experts.kept': { for: 'kind', may: RECORD_KEEPERS },
  'experts.records': {
    for: 'review',
    may: [...EXPERT_SIDE, ...STAFF],
    params: (s) => ({ profileId: s.expert_profile_id }),
  },
  // refused by its fields, and nothing is said
  'experts.say': {
    for: 'review',
    may: EXPERT_SIDE,
    params: (s) => ({ profileId: s.expert_profile_id }),
    body: () => ({ part: 'affiliation', record_id: null, after: null, data: {}, document_id: null }),
    variants: [
      {
        as: 'a rate, which assistants never see',
        for: 'review',
        may: ['expert'],
        params: (s) => ({ profileId: s.expert_profile_id }),
        body: () => ({ part: 'rate', record_id: null, after: null, data: {}, document_id: null }),
      },
    ],
  },
  // of a change that is not there nobody is told
  'experts.say_again': {
    for: 'review',
    may: [],
    hidden: EXPERT_SIDE,
    params: (s) => ({ profileId: s.expert_profile_id, changeId: 999_999_999 }),
    body: () => ({ data: {}, document_id: null, lock_version: 0 }),
  },
  'experts.take_back': {
    for: 'review',
    may: [],
    hidden: EXPERT_SIDE,
    params: (s) => ({ profileId: s.expert_profile_id, changeId: 999_999_999 }),
    body: () => ({ lock_version: 0 }),
  },
  'experts.decide_change': {
    for: 'review',
    may: [],
    hidden: APPLICATION_DESKS,
    params: (s) => ({ profileId: s.expert_profile_id, changeId: 999_999_999 }),
    body: () => ({ decision: 'return', reason: 'x', source: '', document_id: null, lock_version: 0 }),
  },
  // a body that is no PDF is refused by its content
  'experts.save_document': {
    for: 'review',
    may: [...EXPERT_SIDE, ...APPLICATION_DESKS],
    params: (s) => ({ profileId: s.expert_profile_id }),
    query: 'name=license.pdf',
  },
  'experts.document': {
    for: 'review',
    may: [],
    hidden: [...EXPERT_SIDE, ...STAFF],
    params: (s) => ({ profileId: s.expert_profile_id, documentId: 999_999_999 }),
  },
  'experts.save_site_map': {
    for: 'review',
    may: EXPERT_SIDE,
    params: (s) => ({ profileId: s.expert_profile_id }),
  },
  'experts.site_map': {
    for: 'review',
    may: [],
    hidden: [...EXPERT_SIDE, ...STAFF],
    params: (s) => ({ profileId: s.expert_profile_id, mapId: 999_999_999 }),
  },
  'experts.lapses': { for: 'kind', may: STAFF, params: (s) => ({ reviewId: s.review_id }) },
  'applications.list': { for: 'kind', may: STAFF },
  'applications.read_at_desk': { for: 'kind', may: STAFF, params: onApplication },
  'applications.move': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: onApplication,
    body: () => ({ action: 'read', lock_version: 0 }),
  },
  'applications.record_check': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: (s) => ({ ...onApplication(s), key: 'identity' }),
    body: () => ({
      result: 'passed',
      source: 'Passport',
      note: '',
      checked_on: '2026-11-01',
      expires_on: null,
      document_id: null,
      after: null,
    }),
  },
  'applications.note': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: onApplication,
    body: () => ({ body: 'Called.' }),
  },
  'applications.assign': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: onApplication,
    body: () => ({ user_id: null }),
  },
  'applications.add_evidence': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: onApplication,
    query: 'name=evidence.pdf',
  },
  'applications.save_redacted_cv': {
    for: 'kind',
    may: APPLICATION_DESKS,
    params: onApplication,
    query: 'name=cv.pdf',
  },
  'accounts.sso_offer': { for: 'public', body: () => ({ email: 'nobody@example.test' }) },
  'accounts.sso_start': { for: 'public', body: () => ({ email: 'nobody@example.test' }) },
  'accounts.sso_callback': { for: 'public', body: () => ({ code: 'x', state: 'y' }) },
  'organizations.list': { for: 'kind', may: ORGANIZATION_KEEPERS },
  'organizations.choices': { for: 'kind', may: LISTING },
  'organizations.create': {
    for: 'review',
    may: PEOPLE_ADMINS,
    body: (s) => ({ name: 'Below', parent_id: s.organization_id }),
  },
  'organizations.settings': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  'organizations.change': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: ofOrganization,
    body: () => ({ lock_version: -1, changes: { allow_copy_cases: true } }),
  },
  'organizations.agreement': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  'organizations.publish_agreement': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: ofOrganization,
    body: () => ({ lock_version: -1, source: 'Terms' }),
  },
  'organizations.agreement_people': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  // without a picture's bytes it is refused by its content, after who may was let in
  'organizations.save_logo': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  'organizations.remove_logo': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  'organizations.logo': { for: 'public', params: () => ({ key: AVATAR_KEY }) },
  'organizations.setup': { for: 'review', may: ['org_admin', 'customer_admin'], params: ofOrganization },
  'organizations.change_setup': {
    for: 'review',
    may: ['org_admin', 'customer_admin'],
    params: ofOrganization,
    body: () => ({}),
  },
  'organizations.history': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  'exports.list': { for: 'review', may: EXPORTERS, params: ofOrganization },
  'exports.ask': { for: 'review', may: EXPORTERS, params: ofOrganization },
  'exports.end': { for: 'review', may: EXPORTERS, params: ofExport },
  'exports.content': { for: 'review', may: EXPORTERS, params: ofExport },
  'accounts.sso_settings': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  'accounts.save_sso_settings': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: ofOrganization,
    body: () => ({
      updated_at: null,
      issuer: 'https://login.example.test',
      client_id: 'peritus',
      email_domains: [],
      default_profile_type: null,
      enabled: false,
    }),
  },
  'accounts.remove_sso_settings': {
    for: 'review',
    may: PEOPLE_ADMINS,
    params: ofOrganization,
    query: 'updated_at=2026-01-01T00:00:00.000Z',
  },
  'accounts.current_user': { for: 'everyone' },
  'accounts.current_tmp': { for: 'everyone' },
  'notifications.list': { for: 'everyone' },
  'notifications.unread': { for: 'everyone' },
  // somebody else's is not there
  'notifications.read': review(['requester'], {
    params: (s) => ({ id: s.notification_id }),
    hidden: EVERYBODY.filter((who) => who !== 'requester'),
  }),
  'notifications.read_all': { for: 'everyone', body: () => ({ up_to: 1 }) },
  'notifications.preferences': { for: 'everyone' },
  'notifications.save_preferences': { for: 'everyone', body: () => ({ by_mail: { calls: true } }) },
  'wordings.list': { for: 'kind', may: ADMINS },
  'wordings.read': { for: 'kind', may: ADMINS, params: () => ({ template: 'report_requested' }) },
  'wordings.preview': {
    for: 'kind',
    may: ADMINS,
    params: () => ({ template: 'record_damaged' }),
    body: () => ({ subject: 'For the test', body: 'For the test.' }),
  },
  'wordings.save': {
    for: 'kind',
    may: ADMINS,
    params: () => ({ template: 'record_damaged' }),
    body: () => ({ version: -1, wording: null }),
  },
  'taxonomy.read': { for: 'kind', may: STAFF },
  // the numbers name nothing, or what is asked is refused after who may was let in
  'taxonomy.add_specialty': {
    for: 'kind',
    may: ADMINS,
    body: () => ({ name: 'For the test', availability: 'accepting', nucc_code: 'none' }),
  },
  'taxonomy.change_specialty': {
    for: 'kind',
    may: ADMINS,
    params: (s) => ({ id: s.specialty_id }),
    body: () => ({ lock_version: -1 }),
  },
  'taxonomy.order': { for: 'kind', may: ADMINS, body: () => ({ ids: [1] }) },
  'taxonomy.merge': {
    for: 'kind',
    may: ADMINS,
    params: (s) => ({ id: s.specialty_id }),
    body: () => ({ lock_version: -1, into: 1 }),
  },
  'taxonomy.add_sub_specialty': {
    for: 'kind',
    may: ADMINS,
    params: (s) => ({ id: s.specialty_id }),
    body: () => ({
      name: 'For the test',
      price_modifier: -1,
      report_cost: 0,
      report_overage_cost: 0,
      price_modifier_limited: 1,
      price_modifier_standard: 1,
    }),
  },
  'taxonomy.change_sub_specialty': {
    for: 'kind',
    may: ADMINS,
    params: (s) => ({ id: s.sub_specialty_id }),
    body: () => ({ lock_version: -1 }),
  },
  'taxonomy.add_license': { for: 'kind', may: ADMINS, body: () => ({ key: '-', name: 'For the test' }) },
  'taxonomy.change_license': {
    for: 'kind',
    may: ADMINS,
    params: () => ({ key: 'MD' }),
    body: () => ({ lock_version: -1 }),
  },
  'meeting_types.list': { for: 'kind', may: MEETING_READERS },
  'meeting_types.history': {
    for: 'kind',
    may: MEETING_READERS,
    params: () => ({ key: 'call_45' }),
    query: 'kind=Case',
  },
  'meeting_types.add': {
    for: 'review',
    // by a flag of the person, which nobody has here
    may: [],
    body: (s) => ({ ...MEETING, organization_id: s.organization_id }),
  },
  'meeting_types.change': {
    for: 'review',
    may: [],
    params: () => ({ key: 'call_45' }),
    body: (s) => ({ ...MEETING, organization_id: s.organization_id, lock_version: -1 }),
  },
  'meeting_types.go_back': {
    for: 'review',
    may: [],
    params: () => ({ key: 'call_45' }),
    body: (s) => ({ kind: 'Case', organization_id: s.organization_id, lock_version: -1 }),
  },
  'statutes.list': { for: 'kind', may: FORM_KEEPERS },
  'statutes.read': { for: 'kind', may: FORM_KEEPERS, params: () => ({ state: 'IL' }) },
  'statutes.save': {
    for: 'review',
    may: FORM_ADMINS,
    params: () => ({ state: 'IL' }),
    body: (s) => ({ organization_id: s.organization_id, version: -1, text: null }),
  },
  'exam_rules.list': { for: 'kind', may: ['clin_ops', ...ADMINS] },
  'exam_rules.read': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: () => ({ state: 'NY' }),
    query: 'coverage=workers_compensation',
  },
  'exam_rules.effect': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: () => ({ state: 'IL' }),
    body: () => ({ coverage: null, from_on: '2030-01-01', terms: null }),
  },
  'exam_rules.write': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: () => ({ state: 'IL' }),
    body: () => ({ coverage: null, from_on: '2030-01-01', terms: null, version: -1, reason: 'A test', seal: '' }),
  },
  'rooms.list': { for: 'kind', may: ['clin_ops', ...ADMINS] },
  'rooms.add': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    body: () => ({
      name: 'Rented suite',
      address_line1: '1 Main Street',
      city: 'Boston',
      state: 'MA',
      postal_code: '02110',
      time_zone: 'America/New_York',
      rooms: 1,
      price_cents: 20_000,
    }),
  },
  'rooms.map': { for: 'review', may: [], hidden: ['clin_ops', ...ADMINS], params: () => ({ id: 999_999_999 }) },
  // a body that is no picture is refused by its content
  'rooms.save_map': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: (s) => ({ id: s.rented_site_id }),
  },
  'rooms.remove_map': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: (s) => ({ id: s.rented_site_id }),
  },
  'rooms.end': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: (s) => ({ id: s.rented_site_id }),
  },
  'holidays.calendar': { for: 'kind', may: STAFF, query: 'year=2026&state=TX' },
  'holidays.effect': { for: 'kind', may: STAFF, query: 'day=2026-12-08' },
  'holidays.add': {
    for: 'kind',
    may: ADMINS,
    body: (_s, { user_id }) => ({ day: '2027-03-01', state: null, reason: `For the test ${user_id}` }),
  },
  'holidays.remove': { for: 'kind', may: ADMINS, params: (s) => ({ id: s.holiday_id }) },
  'announcements.current': { for: 'everyone' },
  'announcements.all': { for: 'kind', may: STAFF },
  'announcements.publish': {
    for: 'kind',
    may: STAFF,
    body: () => ({ text: 'For the test', audience: 'staff', ends_at: '2026-12-01T15:00:00Z' }),
  },
  'announcements.withdraw': { for: 'kind', may: STAFF, params: (s) => ({ id: s.announcement_id }) },
  'organizations.specialties': { for: 'review', may: PEOPLE_ADMINS, params: ofOrganization },
  'organizations.save_specialties': {
    for: 'review',
    may: ADMINS,
    params: ofOrganization,
    body: () => ({ lock_version: -1, database: null }),
  },
  'organizations.read': {
    for: 'review',
    may: [
      'requester',
      'watcher',
      'manager',
      'org_admin',
      'customer_admin',
      ...STAFF,
      'colleague',
      'external_expert',
      'applicant',
      'attendee',
      'other_attendee',
      'no_profile',
    ],
    hidden: ['expert', 'assistant'],
    params: (s) => ({ id: s.organization_id }),
  },
  'support.contact': {
    for: 'public',
    body: () => ({ reason: 'other', message: 'A question of some length.', name: 'A', email: 'a@example.test' }),
  },
  'specialties.list': { for: 'everyone' },
  'license_types.list': { for: 'everyone' },
  'credentials.list': { for: 'everyone' },

  'reviews.list': { for: 'everyone' },
  'reviews.count': { for: 'everyone' },
  'reviews.list_all': { for: 'everyone' },
  'reviews.count_all': { for: 'everyone' },
  // the review asked about is a case: nobody marks those
  'reviews.legal_hold': review([...READING_STAFF, 'org_admin', 'customer_admin']),
  'reviews.set_legal_hold': review(['super_admin'], { body: () => ({ on: false, reason: '' }) }),
  // the review asked about goes on: nothing of it can be purged, and no request waits
  'reviews.purge_request': review(['super_admin']),
  'reviews.ask_purge': review(['super_admin'], { body: () => ({ reason: '' }) }),
  'reviews.confirm_purge': review([], { body: () => ({ request_id: 1 }), hidden: ['super_admin'] }),
  'reviews.decline_purge': review([], { body: () => ({ request_id: 1 }), hidden: ['super_admin'] }),
  'reviews.withdraw_purge': review([], { body: () => ({ request_id: 1 }), hidden: ['super_admin'] }),
  'reviews.sales': review(STAFF),
  'reviews.save_sales': review(STAFF, { body: () => ({ tracked: true, source: 'A referral' }) }),
  'reviews.raise_attention': review([], { body: () => ({ reason: 'wrong_chart', note: 'For the test' }) }),
  'reviews.acknowledge_attention': review([], { params: (s) => ({ id: s.review_id, entry_id: 1 }) }),
  'reviews.resolve_attention': review([], {
    params: (s) => ({ id: s.review_id, entry_id: 1 }),
    body: () => ({ note: 'For the test' }),
  }),
  'reviews.ask_earlier_date': review(ACTING, { body: () => ({ needed_by: '2026-12-02', reason: 'For the test' }) }),
  'reviews.take_back_earlier_date': review(ACTING),
  'reviews.answer_earlier_date': review(['expert'], { body: () => ({ needed_by: '2026-12-02', agrees: false }) }),
  'reviews.export': { for: 'kind', may: CONVERSE },
  'reviews.export_all': { for: 'kind', may: CONVERSE },
  'reviews.list_settings': { for: 'everyone' },
  'reviews.save_list_columns': {
    for: 'everyone',
    params: () => ({ list: 'Case:open' }),
    body: () => ({ columns: ['subject', 'status'] }),
  },
  'reviews.create_list_view': {
    for: 'everyone',
    body: () => ({ list: 'Case:open', name: 'Of the matrix', search: { tab: 'yours' }, columns: null, shared: false }),
  },
  // there is none yet; whose a view is has tests of its own
  'reviews.update_list_view': {
    for: 'review',
    may: [],
    hidden: EVERYBODY,
    params: () => ({ id: 999_999_999 }),
    body: () => ({ name: 'Of the matrix', search: {}, columns: null, shared: false }),
  },
  'reviews.remove_list_view': { for: 'review', may: [], hidden: EVERYBODY, params: () => ({ id: 999_999_999 }) },
  // each row is refused for itself, in the answer
  'reviews.reassign': {
    for: 'kind',
    may: LISTING,
    body: (s) => ({ ids: [999_999_999], requester_id: s.colleague_id }),
  },
  'reviews.watch': { for: 'kind', may: LISTING, body: () => ({ ids: [999_999_999], watches: true }) },
  'reviews.experts': { for: 'kind', may: LISTING },
  'reviews.requesters': { for: 'everyone' },
  'outside.list': review([...ORDERERS, 'watcher', 'clin_ops', 'support_agent', ...ADMINS]),
  'outside.ask_custodian': review([...ACTING, 'clin_ops'], {
    body: (s) => ({
      name: '',
      email: 'records@hospital.example',
      file_request_id: s.request_id,
      items: [{ item: 1, label: 'Imaging' }],
      days: 14,
    }),
  }),
  // the matrix asks about a case, in which no provider is heard
  'outside.ask_statement': review([], {
    body: () => ({ name: 'Dr. Pike', email: 'pike@hospital.example', due_on: '2026-12-01' }),
  }),
  'outside.release_findings': review([], {
    body: () => ({ name: 'Dr. Pike', email: 'pike@hospital.example', released: 'report', days: 14 }),
  }),
  'outside.provider_voice': review(READERS),
  'outside.save': {
    for: 'public',
    body: () => ({ token: 'A'.repeat(43), visit: 'B'.repeat(43), text: '', version: 0 }),
  },
  'outside.submit': {
    for: 'public',
    body: () => ({ token: 'A'.repeat(43), visit: 'B'.repeat(43), text: 'x', signature_name: 'y' }),
  },
  'outside.renew': review([...ACTING, 'clin_ops'], {
    params: (s) => ({ id: s.review_id, linkId: s.link_id }),
    body: () => ({ days: 7 }),
  }),
  'outside.revoke': review([...ACTING, 'clin_ops'], { params: (s) => ({ id: s.review_id, linkId: s.link_id }) }),
  // by a token; without one that is ours nothing is told
  'outside.open': { for: 'public', body: () => ({ token: 'A'.repeat(43), visit: 'B'.repeat(43) }) },
  'outside.finish_records': {
    for: 'public',
    body: () => ({ token: 'A'.repeat(43), visit: 'B'.repeat(43), reasons: [] }),
  },
  'reviews.read': review([...READERS, 'attendee']),
  // an attendee's is empty
  'reviews.timeline': review([...READERS, 'attendee']),
  'reviews.up_next': {
    for: 'kind',
    may: [
      'expert',
      'assistant',
      'passed_over_expert',
      'external_expert',
      'applicant',
      'foreign_expert',
      'foreign_external_expert',
      'foreign_assistant',
      'attendee',
      'other_attendee',
      'foreign_attendee',
    ],
  },
  'reviews.fields': { for: 'kind', may: CONVERSE },
  'reviews.create': {
    for: 'kind',
    may: [
      'requester',
      'watcher',
      'manager',
      'org_admin',
      'customer_admin',
      'colleague',
      'foreign_requester',
      'foreign_manager',
      'foreign_org_admin',
      'foreign_customer_admin',
      'support_agent',
      ...ADMINS,
    ],
    body: () => ({}),
  },
  'reviews.read_section': review([...ORDERERS, 'watcher', ...READING_STAFF], {
    params: (s) => ({ id: s.review_id, section: 'step_one' }),
  }),
  'reviews.set_origin': review(ACTING, { body: () => ({}) }),
  'reviews.save_section': review([...ORDERERS, 'support_agent', ...ADMINS], {
    params: (s) => ({ id: s.review_id, section: 'step_one' }),
    body: () => ({ version: 0, data: {} }),
  }),
  // without the amounts for support agents
  'reviews.quote': review([...ORDERERS, 'watcher', ...READING_STAFF]),
  'reviews.submit': review([...ORDERERS, ...ADMINS], { body: () => ({}) }),
  'approvals.list': { for: 'kind', may: INVOICED },
  // nothing waits for approval
  'approvals.approve': review(['manager', 'org_admin', 'customer_admin', ...ADMINS], {
    body: () => ({ total_cents: 1 }),
  }),
  'approvals.decline': review(['manager', 'org_admin', 'customer_admin', ...ADMINS], {
    body: () => ({ reason: 'Too much.' }),
  }),
  'approvals.ask': review([...ORDERERS, ...ADMINS]),
  'approvals.rules': { for: 'review', may: [], hidden: INVOICED, params: onNoOrganization },
  'approvals.save_rules': {
    for: 'review',
    may: [],
    hidden: INVOICED,
    params: onNoOrganization,
    body: () => ({ thresholds: null }),
  },
  'reviews.price_by_link': { for: 'public', query: `token=${'x'.repeat(43)}` },
  'reviews.agree_by_link': { for: 'public', body: () => ({ token: 'x'.repeat(43), total_cents: 1 }) },
  'reviews.consent_to_quote': review([...ORDERERS, ...ADMINS], { body: () => ({ total_cents: 100 }) }),
  'reviews.add_extra': review([], { hidden: ADMINS, body: () => ({ key: 'other', cents: 100 }) }),
  'reviews.remove_extra': review([], { hidden: ADMINS, params: (s) => ({ id: s.review_id, extra_id: 1 }) }),
  'reviews.override': review(['clin_ops', ...ADMINS], { body: () => ({ to: 'closed', reason: 'For the test' }) }),
  'reviews.duplicates': review([...ORDERERS, 'watcher', ...READING_STAFF]),
  'reviews.watchers': review([...ORDERERS, 'support_agent', ...ADMINS]),
  'reviews.add_watcher': review([...ORDERERS, 'support_agent', ...ADMINS], {
    params: (s) => ({ id: s.review_id, user_id: s.requester_id }),
  }),
  'reviews.remove_watcher': review([...ORDERERS, 'support_agent', ...ADMINS], {
    params: (s) => ({ id: s.review_id, user_id: s.colleague_id }),
  }),
  'reviews.act': {
    ...action('release_to_matching', ['clin_ops', ...ADMINS]),
    variants: [
      action('hold', [...ADMINS], { reason: 'For the test' }),
      action('cancel', [...ORDERERS, ...ADMINS], { reason: 'For the test', confirmed_fee_cents: 1 }),
      action('request_report', [...ORDERERS, ...ADMINS], { approved_total_cents: 1 }),
      action('reopen', ['manager', 'org_admin', 'customer_admin', ...ADMINS], { reason: 'For the test' }),
    ],
  },

  // nothing is purged yet, and what is not there has no owner
  'reviews.certificate': review([], { hidden: ACTING }),

  // of whoever joins the call: what was marked for them, which this file is not
  'files.list': review([...ORDERERS, 'watcher', ...EXPERT_SIDE, ...STAFF, 'attendee']),
  'files.read': review([...ORDERERS, 'watcher', ...EXPERT_SIDE, ...STAFF], {
    params: (s) => ({ fileId: s.file_id }),
    hidden: ['attendee'],
  }),
  'files.update': review([...ACTING, 'clin_ops'], {
    params: (s) => ({ fileId: s.file_id }),
    body: () => ({ position: 1 }),
  }),
  'files.remove': review([...ACTING, 'clin_ops'], {
    params: (s) => ({ fileId: s.file_id }),
    fresh: 'file',
  }),
  'files.content': review([...ORDERERS, 'watcher', ...EXPERT_SIDE, ...READING_STAFF], {
    params: (s) => ({ fileId: s.file_id }),
    hidden: ['attendee'],
  }),
  'files.pages_seen': review([...EXPERT_SIDE], {
    params: (s) => ({ fileId: s.file_id }),
    body: () => ({ pages: [1] }),
  }),
  'files.assign_charts': review([...ORDERERS, 'clin_ops', 'support_agent', ...ADMINS], {
    body: (s) => ({ assignments: [{ file_id: s.file_id, chart_key: null }] }),
  }),
  'files.pre_orders': {
    for: 'kind',
    may: LISTING.filter((who) => who !== 'matching_admin'),
  },
  'hl7.offered': review([...ACTING, 'clin_ops']),
  'hl7.take': review([], {
    hidden: [...ACTING, 'clin_ops'],
    params: (s) => ({ id: s.review_id, documentId: 999_999_999 }),
  }),
  'file_requests.list': review([...ORDERERS, 'watcher', ...EXPERT_SIDE, ...READING_STAFF]),
  'file_requests.create': review([...EXPERT_SIDE, 'clin_ops', ...ADMINS], {
    body: () => ({ items: [{ label: 'Imaging' }], due_on: '2026-12-01' }),
  }),
  'file_requests.answer': review(ACTING, {
    hidden: ['matching_admin'],
    params: (s) => ({ id: s.review_id, requestId: s.request_id }),
    body: () => ({ items: [{ item: 1, not_available_because: 'It was never made.' }] }),
  }),

  'matching.board': review(MATCHERS),
  'matching.present': review(MATCHERS, { body: (s) => ({ expert_profile_ids: [s.expert_profile_id], note: '' }) }),
  'matching.candidates': review([...ACTING, 'watcher', 'matching_admin']),
  'matching.select': review(ACTING, {
    params: (s) => ({ id: s.review_id, candidate_id: s.candidate_id }),
    body: () => ({}),
  }),
  'matching.invite': review(MATCHERS, { body: (s) => ({ expert_profile_ids: [s.expert_profile_id] }) }),
  'matching.withdraw': review(MATCHERS, { body: () => ({ reason: 'For the test' }) }),
  'matching.decide_conflict': review(MATCHERS, {
    params: (s) => ({ id: s.review_id, invitation_id: s.invitation_id }),
    body: () => ({ decision: 'none' }),
  }),
  'matching.conflict_question': review([...ACTING, 'watcher', 'matching_admin']),
  'matching.answer_conflict_question': review(ACTING, {
    params: (s) => ({ id: s.review_id, invitation_id: s.invitation_id }),
    body: () => ({ waived: true }),
  }),
  'matching.invitation': { for: 'public', params: () => ({ token: 'unknown-token' }) },
  'matching.accept': {
    for: 'review',
    may: ['expert'],
    params: (s) => ({ token: `review-${s.review_id}` }),
    body: () => ({ answers: {}, disclosure: '' }),
  },
  'matching.decline': {
    for: 'review',
    may: ['expert'],
    params: (s) => ({ token: `review-${s.review_id}` }),
    body: () => ({ reason: 'too_soon', note: '' }),
  },

  // a case has no agreement with an expert either
  'engagements.read': review([], { hidden: [...READERS] }),
  'engagements.document': review([], {
    hidden: [...ORDERERS, 'watcher', 'expert', ...ADMINS],
    params: (s) => ({ id: s.review_id, version: 1 }),
  }),
  'engagements.propose': review([], {
    hidden: [...ACTING, 'watcher', 'expert'],
    body: () => ({ name: 'Ana Lee', consents: true, lock_version: 1, terms: TERMS }),
  }),
  'engagements.amend': review([], {
    hidden: [...ACTING, 'watcher', 'expert'],
    body: () => ({ name: 'Ana Lee', consents: true, amends: 1, answers: null, terms: TERMS }),
  }),
  'engagements.sign_amendment': review([], {
    hidden: [...ACTING, 'watcher', 'expert'],
    body: () => ({ name: 'Ana Lee', consents: true, version: 1, sha256: 'a'.repeat(64) }),
  }),
  'engagements.decline_amendment': review([], {
    hidden: [...ACTING, 'watcher', 'expert'],
    body: () => ({ version: 1, reason: 'Not now' }),
  }),
  'engagements.sign': review([], {
    hidden: [...ACTING, 'watcher', 'expert'],
    body: () => ({ name: 'Ana Lee', consents: true, version: 1, sha256: 'a'.repeat(64) }),
  }),
  'engagements.refuse': review([], {
    hidden: [...ACTING, 'watcher', 'expert'],
    body: () => ({ reason: 'Too little' }),
  }),
  'engagements.withdraw': review([], {
    hidden: ['expert', 'matching_admin', ...ADMINS],
    body: () => ({ reason: 'Is ill' }),
  }),
  'engagements.confirm_conflict': review([], {
    hidden: ['matching_admin', ...ADMINS],
    body: () => ({ reason: 'The same firm' }),
  }),
  'engagements.receive': review([], {
    hidden: ['expert', ...ADMINS],
    body: () => ({ cents: 100, moved_on: '2026-11-01', method: 'check' }),
  }),
  'engagements.ask': review([], { hidden: ['expert', ...ADMINS], body: () => ({ cents: 100, reason: 'Trial' }) }),
  'engagements.waive': review([], { hidden: ['expert', ...ADMINS], body: () => ({ reason: 'Old friends' }) }),
  'engagements.refund': review([], {
    hidden: ['expert', ...ADMINS],
    body: () => ({ cents: 100, moved_on: '2026-11-01', method: 'check', reason: 'Settled' }),
  }),
  // a case has no exam, and what is not there has no owner
  'exams.read': review([], { hidden: [...READERS] }),
  'exams.offer': review([], {
    hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS],
    body: () => ({ offers: [{ site_id: 1, starts_at: '2027-01-11T15:00:00Z' }] }),
  }),
  'exams.propose': review([], {
    hidden: [...ACTING, 'watcher'],
    body: () => ({ offers: [{ site_id: 1, starts_at: '2027-01-11T15:00:00Z' }] }),
  }),
  'exams.confirm': review([], { hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS], body: () => ({ offer_id: 1 }) }),
  'exams.refuse_proposals': review([], {
    hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS],
    body: () => ({ reason: 'In surgery' }),
  }),
  'exams.choose': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ offer_id: 1 }) }),
  'exams.none_fits': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ reason: 'None can be used' }) }),
  'exams.give_up_places': review([], {
    hidden: [...ACTING, 'watcher'],
    body: () => ({ reason: 'One is enough' }),
  }),
  'exams.serve': review([], {
    hidden: ['clin_ops', ...ADMINS],
    body: () => ({
      served_on: '2026-12-01',
      language: 'English',
      notices: [{ recipient: 'examinee', name: 'Ana', address: '1 Street', method: 'mail' }],
      served_by: 'Clara Ojukwu',
    }),
  }),
  'exams.correct_proof': review([], {
    hidden: ['clin_ops', ...ADMINS],
    body: () => ({ reason: 'Typed wrongly', proof: null, supersedes: [] }),
  }),
  'exams.move': review([], {
    hidden: [...ACTING, 'watcher', ...EXPERT_SIDE, 'clin_ops'],
    body: () => ({ reason: 'In surgery' }),
  }),
  'exams.check_in': review([], {
    hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS],
    body: () => ({ arrived_at: '2027-01-11T15:00:00.000Z', identity_seen: true }),
  }),
  'exams.change_link': review([], {
    hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS],
    body: () => ({ link: 'https://video.example/room' }),
  }),
  'exams.record': review([], {
    hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS],
    body: () => ({ attendance: 'no_show' }),
  }),
  'exams.await_tests': review([], {
    hidden: [...EXPERT_SIDE],
    body: () => ({ reason: 'EMG', expected_on: '2027-01-11' }),
  }),
  'exams.tests_received': review([], { hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS], body: () => ({}) }),
  // a case is not dictated
  'reports.dictations': review([], { hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS] }),
  'reports.dictation_content': review([], {
    hidden: [...EXPERT_SIDE, 'clin_ops', ...ADMINS],
    params: (s) => ({ ...onReview(s), dictationId: 1 }),
  }),
  'reports.remove_dictation': review([], {
    hidden: [...EXPERT_SIDE],
    params: (s) => ({ ...onReview(s), dictationId: 1 }),
  }),
  'reports.deliveries': review([...ORDERERS, 'watcher', ...READING_STAFF]),
  'reports.send_again': review([], { hidden: [...ACTING, 'clin_ops'], body: () => ({ delivery_id: 1 }) }),
  'reports.passcode': review([], { hidden: [...ACTING, 'clin_ops'], body: () => ({ delivery_id: 1 }) }),
  'reports.posted': review([], {
    hidden: [...ACTING, 'clin_ops'],
    body: () => ({ delivery_id: 1, posted_on: '2027-01-11', method: 'mail', posted_by: 'Dana Whitlock' }),
  }),
  'public_reports.list': review([...ORDERERS, 'watcher', ...READING_STAFF]),
  // there is no link yet
  'public_reports.visits': review([], {
    hidden: [...ORDERERS, ...READING_STAFF],
    params: (s) => ({ id: s.review_id, link_id: 1 }),
  }),
  'public_reports.make': review(ACTING, {
    body: () => ({ version: 1, audience: 'Counsel', expires_on: '2027-01-11', passcode: 'none' }),
  }),
  'public_reports.end': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ link_id: 1 }) }),
  'public_reports.allow': review(['org_admin', 'customer_admin', ...ADMINS], { body: () => ({ reason: 'Agreed' }) }),
  'public_reports.disallow': review(['org_admin', 'customer_admin', ...ADMINS], { body: () => ({}) }),
  'public_reports.open': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'public_reports.pdf': { for: 'public', params: () => ({ link_id: 1 }) },
  'reports.delivered': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'reports.open_delivered': { for: 'public', body: () => ({ token: 'A'.repeat(43), passcode: 'A' }) },
  'examinees.read': review([], { hidden: [...READERS] }),
  'examinees.make_link': review([], { hidden: ['clin_ops', ...ADMINS], body: () => ({}) }),
  'examinees.write_letters': review([], { hidden: ['clin_ops', ...ADMINS], body: () => ({}) }),
  'examinees.letter': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, letterId: 1 }),
  }),
  'examinees.arrange': review([], {
    hidden: ['clin_ops', ...ADMINS],
    body: () => ({ sort: 'interpreter', provider: 'Lingua', phone: '617 555 0100' }),
  }),
  'examinees.check_texts': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    body: () => ({ language: 'es', reviewed_by: '' }),
  },
  'examinees.call_off': review([], { hidden: ['clin_ops', ...ADMINS], body: () => ({ sort: 'interpreter' }) }),
  'examinees.revoke_link': review([], { hidden: ['clin_ops', ...ADMINS], body: () => ({}) }),
  'examinees.settle': review([], { hidden: ['clin_ops', ...ADMINS], body: () => ({ answer: 'It stays.' }) }),
  'examinees.note_reminders': review([], {
    hidden: ['clin_ops', ...ADMINS],
    body: () => ({ reminders: 'none' }),
  }),
  // by a token; without one that is ours nothing is told
  'examinees.open': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'examinees.map': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'examinees.confirm': { for: 'public', body: () => ({ token: 'A'.repeat(43) }) },
  'examinees.ask_other_date': { for: 'public', body: () => ({ token: 'A'.repeat(43), reason: 'Work' }) },
  'examinees.tell_needs': { for: 'public', body: () => ({ token: 'A'.repeat(43), needs: 'A ramp' }) },
  'examinees.agree_reminders': { for: 'public', body: () => ({ token: 'A'.repeat(43), reminders: 'none' }) },
  'exams.withdraw': review([], {
    hidden: ['expert', 'matching_admin', ...ADMINS],
    body: () => ({ reason: 'In surgery' }),
  }),

  'matter_dates.read': review([], { hidden: [...READERS] }),
  'matter_dates.calendar': review([], { hidden: [...READERS] }),
  'matter_dates.keep': review([], {
    hidden: [...ACTING, 'watcher'],
    body: () => ({ dates: [{ type: 'trial', day: '2027-06-07', was: null }] }),
  }),
  'matter_dates.remove': review([], {
    hidden: [...ACTING, 'watcher'],
    body: () => ({ type: 'trial', was: '2027-06-07' }),
  }),
  'matter_rules.list': { for: 'kind', may: ['clin_ops', ...ADMINS] },
  'matter_rules.write': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: () => ({ key: 'none' }),
    body: () => ({ version: -2, terms: null, reason: 'A test' }),
  },
  // a case is not worked by the hour, and what is not there has no owner
  'record_returns.read': review([], { hidden: [...READING] }),
  'record_returns.document': review([], { hidden: [...READING], params: (s) => ({ id: s.review_id, returnId: 1 }) }),
  'record_returns.sign': review([], {
    hidden: ['expert'],
    body: () => ({
      fate: 'destroyed',
      done_on: '2026-11-18',
      how: 'Shredded',
      text: 'Words',
      name: 'Somebody',
      consents: true,
    }),
  }),
  'record_returns.own': { for: 'kind', may: PAYEES },
  // nobody left a matter here: who might have finds nothing
  'record_returns.sign_own': review([], {
    hidden: PAYEES,
    params: () => ({ returnId: 999_999_999 }),
    body: () => ({ fate: 'kept', how: 'The law', text: 'Words', name: 'Somebody', consents: true }),
  }),
  'record_returns.own_document': review([], { hidden: PAYEES, params: () => ({ returnId: 999_999_999 }) }),
  'former_experts.read': review([], { hidden: [...READERS] }),
  'former_experts.show': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ id: 1, shown: true }) }),
  'merit.read': review([], { hidden: [...READING] }),
  'merit.document': review([], { hidden: [...READING], params: (s) => ({ id: s.review_id, number: 1 }) }),
  'merit.ask': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    body: () => ({ reason: 'The statute asks for it.', due_on: '2027-03-01' }),
  }),
  'merit.take_back': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, requestId: 1 }),
    body: () => ({}),
  }),
  'merit.decline': review([], {
    hidden: ['expert'],
    params: (s) => ({ id: s.review_id, requestId: 1 }),
    body: () => ({ reason: 'Not my field.' }),
  }),
  'merit.use': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, number: 1 }),
    body: () => ({}),
  }),
  'merit.withdraw': review([], {
    hidden: ['expert'],
    params: (s) => ({ id: s.review_id, number: 1 }),
    body: () => ({ reason: 'The records changed.' }),
  }),
  'merit.notarize': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, number: 1 }),
    body: () => ({ name: 'Ada Rowe', state: 'IL', number: '99', notarized_on: '2026-11-18' }),
  }),
  // without the bytes of a copy nothing is kept
  'merit.add_copy': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, number: 1 }),
    query: 'name=Copy.pdf',
  }),
  'merit.copy': review([], { hidden: [...READING], params: (s) => ({ id: s.review_id, number: 1 }) }),
  'merit.sign': review([], {
    hidden: ['expert'],
    body: () => ({
      key: 'general_certificate',
      version: 0,
      opinions: 'Words',
      text: 'Words',
      name: 'Somebody',
      consents: true,
    }),
  }),
  'merit_templates.list': { for: 'kind', may: ['clin_ops', ...ADMINS] },
  'merit_templates.write': {
    for: 'kind',
    may: ['clin_ops', ...ADMINS],
    params: () => ({ key: 'none' }),
    body: () => ({ version: -2, terms: null, reason: 'A test' }),
  },
  'disclosure.read': review([], { hidden: [...READING] }),
  'disclosure.packet': review([], { hidden: [...READING], params: (s) => ({ id: s.review_id, version: 1 }) }),
  'disclosure.ask': review([], { hidden: [...ORDERERS, 'watcher', ...READING_STAFF], body: () => ({}) }),
  'disclosure.facts': review([], {
    hidden: EXPERT_SIDE,
    body: () => ({ left_out: [], others: [], confirm: true, lock_version: 0 }),
  }),
  'disclosure.exhibits': review([], {
    hidden: EXPERT_SIDE,
    body: () => ({ exhibits: [], confirm: true, lock_version: 0 }),
  }),
  'disclosure.nothing': review([], {
    hidden: EXPERT_SIDE,
    body: () => ({ no_publications: true, no_testimony: true, lock_version: 0 }),
  }),
  'disclosure.prefix': review([], { hidden: [...READING], body: () => ({ prefix: 'DOE', lock_version: 0 }) }),
  'disclosure.sign': review([], {
    hidden: ['expert'],
    body: () => ({ content_sha256: '0'.repeat(64), name: 'Somebody', consents: true }),
  }),
  'invoices.list': { for: 'kind', may: INVOICED },
  'invoices.export': { for: 'kind', may: INVOICED },
  'invoices.read': { for: 'review', may: [], hidden: INVOICED, params: onNoInvoice },
  'invoices.pdf': { for: 'review', may: [], hidden: INVOICED, params: onNoInvoice },
  'invoices.ledes': { for: 'review', may: [], hidden: INVOICED, params: onNoInvoice },
  'invoices.shown': { for: 'public', query: `token=${'x'.repeat(43)}` },
  'invoices.shown_pdf': { for: 'public', query: `token=${'x'.repeat(43)}` },
  'invoices.statement': { for: 'review', may: [], hidden: INVOICED, params: onNoOrganization },
  'invoices.statement_pdf': {
    for: 'review',
    may: [],
    hidden: INVOICED,
    params: () => ({ organizationId: 999_999_999 }),
  },
  'invoices.unbilled': { for: 'kind', may: ADMINS },
  'invoices.billing': { for: 'kind', may: ADMINS, params: onBilled },
  'invoices.save_terms': {
    for: 'kind',
    may: ADMINS,
    params: onBilled,
    body: () => ({
      invoice_by: 'month',
      net_days: 30,
      bill_to: '',
      email: null,
      bills_from: null,
      issue_day: null,
      hold_after_days: null,
    }),
  },
  'invoices.issue': {
    for: 'kind',
    may: ADMINS,
    params: onBilled,
    body: () => ({ until_on: '2020-01-01', total_cents: 0 }),
  },
  'invoices.credit': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: onNoInvoice,
    body: () => ({ reason: 'Wrong', lines: [{ id: 1, cents: 1 }] }),
  },
  'invoices.send': { for: 'review', may: [], hidden: ADMINS, params: onNoInvoice },
  'invoices.reverse_payment': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: (s) => ({ organizationId: s.organization_id, paymentId: 999_999_999 }),
    body: () => ({ reason: 'It bounced.' }),
  },
  'invoices.record_payment': {
    for: 'kind',
    may: ADMINS,
    params: onBilled,
    body: () => ({ cents: 1, received_on: '2026-01-01', method: 'ach', reference: '' }),
  },
  'billing_orders.list': { for: 'kind', may: INVOICED },
  'billing_orders.waiting': { for: 'kind', may: INVOICED },
  'billing_orders.read': { for: 'review', may: [], hidden: INVOICED, params: onNoInvoice },
  'billing_orders.decide': {
    for: 'review',
    may: [],
    hidden: INVOICED,
    params: onNoInvoice,
    body: () => ({ act: 'approve', total_cents: 1 }),
  },
  'billing_orders.decide_many': {
    for: 'kind',
    may: INVOICED,
    body: () => ({ act: 'approve', orders: [{ id: 999_999_999, total_cents: 1 }] }),
  },
  'billing_orders.purchase_orders': { for: 'kind', may: INVOICED },
  'billing_orders.add_purchase_order': {
    for: 'review',
    may: [],
    hidden: INVOICED,
    body: () => ({ ...PURCHASE_ORDER, organization_id: 999_999_999 }),
  },
  'billing_orders.change_purchase_order': {
    for: 'review',
    may: [],
    hidden: INVOICED,
    params: onNoInvoice,
    body: () => ({ ...PURCHASE_ORDER, closed: false, lock_version: 0 }),
  },
  'invoices.pay': { for: 'review', may: [], hidden: PAYING, params: onNoInvoice },
  'invoices.pay_by_link': { for: 'public', body: () => ({ token: 'x'.repeat(43) }) },
  'invoices.card_events': { for: 'public' },
  'invoices.cards': { for: 'kind', may: ADMINS },
  'invoices.refund_payment': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: (s) => ({ organizationId: s.organization_id, paymentId: 999_999_999 }),
    body: () => ({ cents: 1, reason: 'Cut short.' }),
  },
  'invoices.bank_upload': { for: 'kind', may: ADMINS, query: 'name=bank.csv' },
  'invoices.bank_lines': { for: 'kind', may: ADMINS },
  'invoices.open_of': { for: 'kind', may: ADMINS, params: onBilled },
  'invoices.bank_book': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: onNoInvoice,
    body: (s) => ({ organization_id: s.organization_id, invoice_ids: [] }),
  },
  'invoices.bank_aside': { for: 'review', may: [], hidden: ADMINS, params: onNoInvoice },
  'invoices.bank_reopen': { for: 'review', may: [], hidden: ADMINS, params: onNoInvoice },
  'price_books.list': { for: 'kind', may: BOOK_READERS },
  'price_books.read': { for: 'kind', may: BOOK_READERS, query: 'kind=Case' },
  'price_books.add': {
    for: 'kind',
    may: ADMINS,
    body: (s) => ({
      organization_id: s.organization_id,
      kind: 'Case',
      effective_from: '2020-01-01',
      terms: {},
      experts: {},
    }),
  },
  'price_books.change': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: onNoInvoice,
    body: () => ({ lock_version: 1, effective_from: '2099-01-01', terms: {}, experts: {} }),
  },
  'price_books.withdraw': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: onNoInvoice,
    body: () => ({ lock_version: 1 }),
  },
  'price_books.preview': { for: 'review', may: [], hidden: ADMINS, params: onNoInvoice, query: PERIOD },
  'price_books.preview_file': { for: 'review', may: [], hidden: ADMINS, params: onNoInvoice, query: PERIOD },
  'ledger.charges': review([...ORDERERS, 'watcher', ...ADMINS]),
  'ledger.balances': { for: 'kind', may: ADMINS },
  'ledger.journal': { for: 'kind', may: ADMINS },
  'calendars.availability': review([...READERS, 'attendee'], {
    query: 'from=2026-11-16T00:00:00.000Z&until=2026-11-23T00:00:00.000Z',
  }),
  'calendars.list': { for: 'everyone' },
  'calendars.add': { for: 'everyone', body: () => ({ address: 'no address' }) },
  'calendars.refresh': {
    for: 'review',
    may: [],
    hidden: EVERYBODY,
    params: () => ({ calendarId: 999_999_999 }),
  },
  'calendars.remove': {
    for: 'review',
    may: [],
    hidden: EVERYBODY,
    params: () => ({ calendarId: 999_999_999 }),
  },
  'calendars.make_feed': { for: 'everyone' },
  'calendars.end_feed': { for: 'everyone' },
  'calendars.read_feed': { for: 'public', params: () => ({ token: 'A'.repeat(43) }) },
  'meetings.zoom_events': { for: 'public' },
  'box_imports.browse': { for: 'review', may: [], hidden: LISTING },
  'box_imports.list': review(ADDING),
  'box_imports.measure': review([], { hidden: ADDING, body: () => ({ items: [{ type: 'file', id: '1' }] }) }),
  'box_imports.begin': review([], { hidden: ADDING, body: () => ({ items: [{ type: 'file', id: '1' }] }) }),
  'box_imports.again': review([], { hidden: ADDING, params: (s) => ({ id: s.review_id, fileId: 999_999_999 }) }),
  'box_reports.read': review([...ORDERERS, 'watcher', ...READING_STAFF]),
  'box_reports.ask': review([], { hidden: ['requester'], body: () => ({ folder_id: '1' }) }),
  'box_reports.end': review(['requester']),
  'box_reports.again': review([], {
    hidden: ['requester'],
    params: (s) => ({ id: s.review_id, uploadId: 999_999_999 }),
  }),
  'box_imports.cancel': review([], { hidden: ADDING, params: (s) => ({ id: s.review_id, fileId: 999_999_999 }) }),
  'connected_accounts.list': { for: 'everyone' },
  'connected_accounts.begin': {
    for: 'review',
    may: [],
    hidden: EVERYBODY,
    params: () => ({ provider: 'zoom' }),
    body: () => ({ uses: ['meetings'] }),
  },
  'connected_accounts.finish': {
    for: 'review',
    may: [],
    hidden: EVERYBODY,
    params: () => ({ provider: 'zoom' }),
    body: () => ({ state: 'none', code: 'none' }),
  },
  'connected_accounts.end': { for: 'review', may: [], hidden: EVERYBODY, params: () => ({ provider: 'zoom' }) },
  'hl7.list': { for: 'review', may: HOOK_KEEPERS, params: ofOrganization },
  // without its flag nobody connects anything
  'hl7.add': {
    for: 'review',
    may: [],
    params: ofOrganization,
    body: () => hl7Settings({ host: 'hl7.example.com' }),
  },
  'hl7.change': {
    for: 'review',
    may: [],
    hidden: HOOK_KEEPERS,
    params: onNoConnection,
    body: () => ({ lock_version: 0, on: false }),
  },
  'hl7.remove': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoConnection },
  'hl7.test': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoConnection },
  'hl7.messages': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoConnection },
  'hl7.again': {
    for: 'review',
    may: [],
    hidden: HOOK_KEEPERS,
    params: (s: Subject) => ({ ...onNoConnection(s), messageId: 1 }),
  },
  'hl7.set_aside': {
    for: 'review',
    may: [],
    hidden: HOOK_KEEPERS,
    params: (s: Subject) => ({ ...onNoConnection(s), messageId: 1 }),
  },
  'hl7.post': { for: 'public', params: () => ({ token: 'A'.repeat(43) }) },
  'hl7.renew_token': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoConnection },
  'hl7.arrived': { for: 'review', may: HOOK_KEEPERS, params: ofOrganization },
  'hl7.set_document_aside': {
    for: 'review',
    may: [],
    hidden: HOOK_KEEPERS,
    params: (s: Subject) => ({ id: s.organization_id, documentId: 999_999_999 }),
  },
  'hl7.dead': { for: 'kind', may: ADMINS },
  'webhooks.list': { for: 'review', may: HOOK_KEEPERS, params: ofOrganization },
  'webhooks.add': {
    for: 'review',
    may: HOOK_KEEPERS,
    params: ofOrganization,
    body: () => ({ url: 'https://hooks.example.com/a', description: '', events: ['report.delivered'] }),
  },
  'webhooks.change': {
    for: 'review',
    may: [],
    hidden: HOOK_KEEPERS,
    params: onNoWebhook,
    body: () => ({ lock_version: 0, on: false }),
  },
  'webhooks.remove': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoWebhook },
  'webhooks.rotate': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoWebhook },
  'webhooks.test': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoWebhook },
  'webhooks.deliveries': { for: 'review', may: [], hidden: HOOK_KEEPERS, params: onNoWebhook },
  'webhooks.again': {
    for: 'review',
    may: [],
    hidden: HOOK_KEEPERS,
    params: (s: Subject) => ({ ...onNoWebhook(s), deliveryId: 1 }),
  },
  'api_keys.list': { for: 'review', may: HOOK_KEEPERS, params: ofOrganization },
  'api_keys.make': {
    for: 'review',
    may: ['org_admin', 'customer_admin'],
    params: ofOrganization,
    body: () => ({ name: 'Claims', scopes: ['reviews:read'], days: 30 }),
  },
  'api_keys.revoke': {
    for: 'review',
    may: [],
    hidden: HOOK_KEEPERS,
    params: (s: Subject) => ({ id: s.organization_id, keyId: 999_999_999 }),
  },
  // asked with a key alone
  'api_keys.own': { for: 'kind', may: [] },
  'payouts.runs': { for: 'kind', may: ADMINS },
  'payouts.owed': { for: 'kind', may: ADMINS },
  'payouts.run': { for: 'review', may: [], hidden: ADMINS, params: onNoRow },
  'payouts.propose': {
    for: 'kind',
    may: ADMINS,
    body: () => ({ pay_on: '2020-01-01', until_on: '2020-01-01', cents: 0 }),
  },
  'payouts.release': { for: 'review', may: [], hidden: ADMINS, params: onNoRow },
  'payouts.discard': { for: 'review', may: [], hidden: ADMINS, params: onNoRow },
  'payouts.nacha': { for: 'review', may: [], hidden: ADMINS, params: onNoRow },
  'payouts.list': { for: 'review', may: [], hidden: ADMINS, params: onNoRow },
  'payouts.pay': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: onNoRow,
    body: () => ({ paid_on: '2026-01-01', payout_ids: null }),
  },
  'payouts.give_back': {
    for: 'review',
    may: [],
    hidden: ADMINS,
    params: onNoRow,
    body: () => ({ returned_on: '2026-01-01', return_code: 'R03' }),
  },
  'payouts.settings': { for: 'kind', may: ADMINS },
  'payouts.save_settings': {
    for: 'kind',
    may: ADMINS,
    body: () => ({
      needs_w9: true,
      only_paid: false,
      minimum_cents: 0,
      bank: null,
      payer: null,
      tax_headings: null,
      lock_version: -1,
    }),
  },
  'payouts.tax': { for: 'kind', may: ADMINS, params: () => ({ year: 2026 }) },
  'payouts.tax_file': { for: 'kind', may: ADMINS, params: () => ({ year: 2026 }) },
  'payouts.own': { for: 'kind', may: PAYEES },
  'budgets.list': { for: 'kind', may: INVOICED },
  'budgets.read': { for: 'review', may: [], hidden: INVOICED, params: onNoInvoice },
  'budgets.add': {
    for: 'review',
    may: [],
    hidden: INVOICED,
    body: () => ({
      ...BUDGET,
      organization_id: 999_999_999,
      sort: 'organization',
      period: 'year',
      starts_on: '2026-01-01',
    }),
  },
  'budgets.change': {
    for: 'review',
    may: [],
    hidden: INVOICED,
    params: onNoInvoice,
    body: () => ({ ...BUDGET, lock_version: 1 }),
  },
  'budgets.end': { for: 'review', may: [], hidden: INVOICED, params: onNoInvoice, body: () => ({ reason: '' }) },
  'spend.read': { for: 'kind', may: INVOICED },
  'spend.export': { for: 'kind', may: INVOICED },
  'ledger.entries': { for: 'kind', may: ADMINS },
  'ledger.expert_fees': review(['expert', ...ADMINS]),
  'earnings.list': { for: 'kind', may: EXPERTS },
  'earnings.export': { for: 'kind', may: EXPERTS },
  'earnings.statement': { for: 'kind', may: EXPERTS },
  // a case belongs to no matter
  'matters.read': review([], { hidden: [...ORDERERS, 'watcher', ...STAFF] }),
  'matters.add': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ files: [] }) }),
  'matters.link': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ number: 'LC-1' }) }),
  'matters.unlink': review([], { hidden: [...ACTING, 'watcher'], body: () => ({}) }),
  'continuations.read': review(READERS),
  'continuations.ask': review(ACTING, {
    body: () => ({ reason: 'For suit', names: [{ name: 'Rowe LLP', role: 'defense_counsel' }], files: [] }),
  }),
  'continuations.take_back': review(ACTING, { body: () => ({ asked_id: 1, reason: 'Settled' }) }),
  'continuations.answer': review(['expert'], { body: () => ({ asked_id: 1, agrees: false, reason: 'No time' }) }),
  'continuations.grant': review(['matching_admin', ...ADMINS], { body: () => ({ asked_id: 1 }) }),
  'interviews.list': review([], { hidden: [...ORDERERS, 'watcher', ...READING_STAFF] }),
  'interviews.ask': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    body: () => ({ candidate_id: 1, minutes: 30 }),
  }),
  'interviews.propose': review([], {
    hidden: ['expert'],
    body: () => ({ minutes: 30, answers: {}, starts_at: ['2027-03-01T15:00:00.000Z'] }),
  }),
  'interviews.own': { for: 'kind', may: RECORD_KEEPERS },
  'interviews.read': review([], { hidden: [...READING], ...onInterview }),
  'interviews.offer': review([], {
    hidden: EXPERT_SIDE,
    ...onInterview,
    body: () => ({ lock_version: 0, starts_at: ['2027-03-01T15:00:00.000Z'] }),
  }),
  'interviews.choose': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    ...onInterview,
    body: () => ({ lock_version: 0, starts_at: '2027-03-01T15:00:00.000Z', zone: 'America/Chicago' }),
  }),
  'interviews.none_fit': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    ...onInterview,
    body: () => ({ lock_version: 0, reason: 'Trial' }),
  }),
  'interviews.move': review([], {
    hidden: [...READING],
    ...onInterview,
    body: () => ({ lock_version: 0, reason: 'Trial' }),
  }),
  'interviews.held': review([], {
    hidden: [...READING],
    ...onInterview,
    body: () => ({ lock_version: 0, minutes: 20 }),
  }),
  'interviews.not_held': review([], {
    hidden: [...READING],
    ...onInterview,
    body: () => ({ lock_version: 0, reason: 'Nobody came' }),
  }),
  'interviews.decline': review([], {
    hidden: ['expert'],
    ...onInterview,
    body: () => ({ lock_version: 0, reason: 'too_soon' }),
  }),
  'interviews.call_off': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    ...onInterview,
    body: () => ({ lock_version: 0, reason: 'Settled' }),
  }),
  'interviews.note': review([], {
    hidden: [...ORDERERS, 'watcher', ...EXPERT_SIDE],
    ...onInterview,
    body: () => ({ text: 'Clear', was: null }),
  }),
  'testimony.read': review([], { hidden: [...READING] }),
  'testimony.errata_sheet': review([], { hidden: [...READING], params: (s) => ({ id: s.review_id, sessionId: 1 }) }),
  'testimony.ask': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    body: () => ({ ...SESSION, type: 'deposition' }),
  }),
  'testimony.confirm': review([], {
    hidden: EXPERT_SIDE,
    ...onSession,
    body: () => ({ starts_at: SESSION.starts_at }),
  }),
  'testimony.decline': review([], { hidden: EXPERT_SIDE, ...onSession, body: () => ({ reason: 'In surgery' }) }),
  'testimony.move': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    ...onSession,
    body: () => ({ ...SESSION, reason: 'The court moved it', confirmed_cents: 0, was: SESSION.starts_at }),
  }),
  'testimony.call_off': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    ...onSession,
    body: () => ({ reason: 'Settled', confirmed_cents: 0 }),
  }),
  'testimony.hold': review([], {
    hidden: EXPERT_SIDE,
    ...onSession,
    body: () => ({ held_from: SESSION.starts_at, held_to: SESSION.starts_at, break_minutes: 0 }),
  }),
  'testimony.not_held': review([], { hidden: EXPERT_SIDE, ...onSession, body: () => ({ reason: 'Nobody came' }) }),
  'testimony.record_time': review([], { hidden: EXPERT_SIDE, ...onSession, body: () => ({}) }),
  'testimony.transcript': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    ...onSession,
    body: () => ({ available_on: '2026-11-18' }),
  }),
  'testimony.sign_errata': review([], {
    hidden: ['expert'],
    ...onSession,
    body: () => ({ errata: [], transcript_on: '2026-11-18', name: 'Somebody', consents: true }),
  }),
  'hours.left_expenses': {
    for: 'kind',
    may: [
      'expert',
      'assistant',
      'passed_over_expert',
      'external_expert',
      'foreign_expert',
      'foreign_external_expert',
      'foreign_assistant',
    ],
  },
  'hours.read': review([], { hidden: [...READING] }),
  'hours.statement': review([], {
    hidden: [...ORDERERS, 'watcher', 'expert', ...ADMINS],
    params: (s) => ({ id: s.review_id, month: '2026-11' }),
  }),
  'hours.request': review([], { hidden: [...READING], body: () => ({ type: 'research', budget_minutes: 60 }) }),
  'hours.approve': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, taskId: 1 }),
    body: () => ({ rate: { cents: 40_000, per: 'hour' }, budget_minutes: 60, budget_cents: null }),
  }),
  'hours.move': review([], {
    hidden: [...READING],
    params: (s) => ({ id: s.review_id, taskId: 1 }),
    body: () => ({ act: 'finish' }),
  }),
  'hours.record': review([], {
    hidden: EXPERT_SIDE,
    params: (s) => ({ id: s.review_id, taskId: 1 }),
    body: () => ({ worked_on: '2026-11-18', minutes: 6, narrative: 'Read' }),
  }),
  'hours.correct': review([], {
    hidden: EXPERT_SIDE,
    params: (s) => ({ id: s.review_id, entryId: 1 }),
    body: () => ({ instead: null, reason: 'Twice' }),
  }),
  // without the bytes of a receipt nothing is kept
  'hours.add_receipt': review([], { hidden: EXPERT_SIDE, query: 'name=Taxi.pdf' }),
  'hours.receipt': review([], {
    hidden: [...ORDERERS, 'watcher', ...EXPERT_SIDE, ...ADMINS],
    params: (s) => ({ id: s.review_id, receiptId: 1 }),
  }),
  'hours.record_expense': review([], {
    hidden: EXPERT_SIDE,
    body: () => ({ spent_on: '2026-11-18', sort: 'mileage', purpose: 'To the site inspection', miles_tenths: 124 }),
  }),
  'hours.correct_expense': review([], {
    hidden: EXPERT_SIDE,
    params: (s) => ({ id: s.review_id, expenseId: 1 }),
    body: () => ({ instead: null, reason: 'Twice' }),
  }),
  'hours.answer_expense': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, expenseId: 1 }),
    body: () => ({ approve: true }),
  }),
  'hours.start_timer': review([], {
    hidden: EXPERT_SIDE,
    params: (s) => ({ id: s.review_id, taskId: 1 }),
    body: () => ({}),
  }),
  'hours.stop_timer': review([], { hidden: EXPERT_SIDE, body: () => ({}) }),
  'hours.record_timer': review([], { hidden: EXPERT_SIDE, body: () => ({ narrative: 'Read' }) }),
  'hours.discard_timer': review([], { hidden: EXPERT_SIDE, body: () => ({}) }),
  'hours.ask_budget': review([], {
    hidden: EXPERT_SIDE,
    params: (s) => ({ id: s.review_id, taskId: 1 }),
    body: () => ({ minutes: 60, reason: 'More records' }),
  }),
  'hours.answer_budget': review([], {
    hidden: [...ORDERERS, 'watcher', ...READING_STAFF],
    params: (s) => ({ id: s.review_id, requestId: 1 }),
    body: () => ({ grant: true }),
  }),

  'purpose_letters.read': review([], { hidden: [...ORDERERS, 'watcher', ...STAFF] }),
  'purpose_letters.write': review([], {
    hidden: [...ACTING, 'watcher', 'clin_ops'],
    body: () => ({
      body: { background: '', questions: [], closing: '', operated_on: null, improvement: 'unknown' },
      lock_version: 0,
    }),
  }),
  'purpose_letters.ask': review([], { hidden: [...ACTING, 'watcher'], body: () => ({}) }),
  'purpose_letters.take_back': review([], { hidden: [...ACTING, 'watcher'], body: () => ({}) }),
  'purpose_letters.propose': review([], { hidden: ['clin_ops', ...ADMINS], body: () => ({ lock_version: 1 }) }),
  'purpose_letters.return': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ reason: 'Shorter' }) }),
  'purpose_letters.send': review([], { hidden: [...ACTING, 'watcher'], body: () => ({ lock_version: 1 }) }),

  'scheduling.read': review([...READERS, 'attendee']),
  'scheduling.offer': review([...EXPERT_SIDE], { body: () => ({ starts_at: [], zone: 'America/New_York' }) }),
  'scheduling.withdraw_offer': review([...EXPERT_SIDE], { body: () => ({ offer_id: 1 }) }),
  'scheduling.choose': review(ACTING, { body: () => ({ offer_id: 1, zone: 'America/Chicago' }) }),

  'scheduling.none_fit': review(ACTING, { body: () => ({ reason: 'None can work' }) }),
  'scheduling.propose': review(ACTING, {
    body: () => ({ starts_at: '2026-12-01T15:00:00Z', zone: 'America/Chicago' }),
  }),
  'scheduling.confirm': review([...EXPERT_SIDE], { body: () => ({}) }),
  'scheduling.refuse': review([...EXPERT_SIDE], { body: () => ({ reason: 'In surgery' }) }),
  'scheduling.missed': review([...ACTING, ...EXPERT_SIDE], {
    body: () => ({ reason: 'Nobody came', missed_by: 'nobody' }),
  }),
  // no call was missed yet, and what is not there has no owner
  'scheduling.contest_missed': review([], {
    hidden: [...ORDERERS, ...EXPERT_SIDE],
    body: () => ({ call_id: 1, note: 'We were there' }),
  }),
  'scheduling.decide_missed': review([], {
    hidden: ['clin_ops', ...ADMINS],
    body: () => ({ call_id: 1, missed_by: 'nobody', note: 'Nobody could know' }),
  }),
  'scheduling.held': review(['expert'], { body: () => ({ minutes: 40 }) }),
  'scheduling.invite': review(ACTING, { body: () => ({ name: 'Ana', email: 'ana@example.test' }) }),
  'scheduling.uninvite': review(ACTING, { body: (s) => ({ attendee_id: s.attendee_id }), fresh: 'attendee' }),
  'scheduling.move': review([...ACTING, ...EXPERT_SIDE], { body: () => ({ reason: 'In surgery' }) }),

  'reports.read': review(READERS),
  // nothing is signed yet, and what is not there has no owner
  'reports.pdf': review([], { hidden: READERS }),
  'reports.start': review([...EXPERT_SIDE], { body: () => ({}) }),
  'reports.save': review([...EXPERT_SIDE], {
    params: (s) => ({ id: s.review_id, section: 'summary' }),
    body: () => ({ version: 0, answers: {} }),
  }),
  'reports.sign': review(['expert'], { body: () => ({ password: 'x', time_zone: 'America/New_York' }) }),
  'reports.return': review(['clin_ops', ...ADMINS], { body: () => ({ reason: 'For the test' }) }),
  'reports.approve': review(['clin_ops', ...ADMINS], { body: () => ({}) }),
  'reports.clarify': review(ACTING, { body: () => ({ reason: 'For the test' }) }),
  'reports.form': { for: 'kind', may: CONVERSE },
  'report_forms.list': { for: 'kind', may: FORM_KEEPERS },
  'report_forms.create': {
    for: 'review',
    may: FORM_ADMINS,
    body: (s) => ({ organization_id: s.organization_id, name: '' }),
  },
  'report_forms.read': { for: 'review', may: FORM_ADMINS, params: ofForm },
  'report_forms.save': {
    for: 'review',
    may: FORM_ADMINS,
    params: ofForm,
    body: () => ({ lock_version: -1, name: 'Form', definition: DRAFT }),
  },
  'report_forms.publish': { for: 'review', may: FORM_ADMINS, params: ofForm, body: () => ({ lock_version: -1 }) },
  'report_forms.retire': {
    for: 'review',
    may: FORM_ADMINS,
    params: ofForm,
    body: () => ({ lock_version: -1, retired: true }),
  },
  'peer_review_types.list': { for: 'kind', may: FORM_KEEPERS },
  'peer_review_types.create': {
    for: 'review',
    may: FORM_ADMINS,
    body: (s) => ({ ...TYPE, organization_id: s.organization_id }),
  },
  'peer_review_types.change': {
    for: 'review',
    may: FORM_ADMINS,
    params: (s) => ({ id: s.peer_review_type_id }),
    body: () => ({ ...TYPE, lock_version: -1 }),
  },
  'peer_review_types.arrange': {
    for: 'review',
    may: FORM_ADMINS,
    params: ofOrganization,
    body: () => ({ lock_version: -2, menu: null }),
  },
  'reports.certificates': { for: 'public' },
  'reports.certificate': { for: 'public', params: () => ({ fingerprint: 'a'.repeat(64) }) },
  'reports.verification': { for: 'public', params: (s) => ({ code: s.verification_code }) },

  'ratings.read': review(ORDERERS, {
    params: (s) => ({ id: s.review_id, direction: 'medical_expert' }),
  }),

  'ratings.save': review([...ORDERERS], {
    params: (s) => ({ id: s.review_id, direction: 'medical_expert' }),
    body: () => ({ scores: {}, would_use_again: true, comment: '' }),
  }),

  'subscriptions.list': { for: 'kind', may: LISTING },
  'subscriptions.read': subscribed(SUBSCRIBERS),
  'subscriptions.create': subscribed(PLANNERS, {
    body: (s) => ({
      ...PLAN,
      organization_id: s.organization_id,
      review_type: 'chart_audit',
      service: 'standard',
      period: 'quarter',
      starts_on: '2026-11-18',
    }),
  }),
  'subscriptions.change': subscribed(PLANNERS, { body: () => ({ ...PLAN, lock_version: 0 }) }),
  'subscriptions.add_seat': subscribed(PLANNERS, { body: () => PROVIDER }),
  'subscriptions.read_seat': subscribed(SUBSCRIBERS, { params: ofSeat }),
  'subscriptions.replace_seat': subscribed(PLANNERS, { params: ofSeat, body: () => PROVIDER }),
  'subscriptions.correct_seat': subscribed(PLANNERS, {
    params: ofSeat,
    body: () => ({ ...PROVIDER, lock_version: 0 }),
  }),
  'subscriptions.pause_seat': subscribed(PLANNERS, { params: ofSeat, body: () => ({ reason: 'For the test' }) }),
  'subscriptions.resume_seat': subscribed(PLANNERS, { params: ofSeat }),
  'subscriptions.end': subscribed(PLANNERS, { body: () => ({ reason: 'For the test' }) }),

  'conversations.open_channels': review([...READERS, 'attendee']),
  'opinions.read': review([...ORDERERS, 'watcher', ...STAFF]),
  'opinions.ask_second': review([...ACTING, 'clin_ops'], { body: () => ({ reason: 'For the test' }) }),
  'opinions.ask_adjudication': review([...ACTING, 'clin_ops'], { body: () => ({ reason: 'For the test' }) }),
  // the same answer for every reviewer who settles nothing, so that it tells nothing
  'opinions.to_settle': review(EXPERT_SIDE),
  // to a reviewer who settles nothing there is nothing to open, whether there are other opinions or not
  'opinions.open': review([], { body: () => ({}), hidden: EXPERT_SIDE.filter((who) => who !== 'assistant') }),
  'opinions.blind': review([], { hidden: EXPERT_SIDE }),
  'trends.read': { for: 'kind', may: TREND_READERS },
  'trends.export': { for: 'kind', may: TREND_READERS },
  'trends.choices': { for: 'kind', may: TREND_READERS, query: 'by=facility' },
  'trends.policies': { for: 'kind', may: TREND_READERS },
  'trends.save_policy': {
    for: 'review',
    may: ['manager', 'org_admin', 'customer_admin', 'clin_ops', ...ADMINS],
    params: ofOrganization,
    body: () => ({ share_percent: 0, below_best: false }),
  },
  'conversations.channels': { for: 'kind', may: TALK },
  'conversations.token': { for: 'kind', may: TALK },
  'conversations.unread': { for: 'kind', may: TALK },
  // who joins the call has its conversation alone, which is another one
  'conversations.channel': review(READING, {
    params: (s) => ({ channel_id: s.channel_id }),
    hidden: ['attendee'],
  }),
  'conversations.messages': review(READING, {
    params: (s) => ({ channel_id: s.channel_id }),
    hidden: ['attendee'],
  }),
  'conversations.send': review([...ORDERERS, 'expert', 'assistant'], {
    params: (s) => ({ channel_id: s.channel_id }),
    hidden: ['attendee'],
    body: () => ({ client_id: 'client-matrix-0001', body: 'A word' }),
  }),
  'conversations.edit': review(['requester'], {
    params: (s) => ({ channel_id: s.channel_id, message_id: s.message_id }),
    hidden: ['attendee'],
    body: () => ({ body: 'Another word' }),
  }),
  'conversations.remove': review(['requester'], {
    params: (s) => ({ channel_id: s.channel_id, message_id: s.message_id }),
    hidden: ['attendee'],
  }),
  'conversations.read': review(READING, {
    params: (s) => ({ channel_id: s.channel_id }),
    hidden: ['attendee'],
    body: () => ({ seq: 0 }),
  }),
};

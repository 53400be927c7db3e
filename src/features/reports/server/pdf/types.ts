import type { FormAnswers, FormContext, FormDefinition } from '../../rules.ts';

/** Everything a report shows. Structured-cloneable, so it travels to the worker as it is; nothing is fetched. */
export type ReportPdfInput = {
  /** What the verification page asks for; unguessable, never a row id. */
  document_id: string;
  version: number;
  /** A draft says so on every page and carries no signature. */
  status: 'draft' | 'final';
  /** BCP 47, for screen readers; en-US when left out. */
  lang?: string;
  review: { number: string; kind_label: string };
  /** Who ordered the review. */
  organization: { name: string };
  /** The legal name that answers for the platform on letters. */
  service_provider: { name: string; address_lines?: string[] };
  addressee: { name: string; lines: string[] };
  /** Instant (UTC ISO) of the report's date; the PDF's own dates are taken from here, never from a clock. */
  issued_at: string;
  /** IANA zone of whoever ordered the report and reads it. Its days and times are told in it, but for the signature's own. */
  time_zone: string;
  title: string;
  /** Facts of the matter, in order: claim number, claimant, date of incident, venue, … */
  matter: { label: string; value: string }[];
  form: FormDefinition;
  answers: FormAnswers;
  context: FormContext;
  /** Sections closed before the opinions of others were read, with the instant (UTC ISO). */
  closed?: { section: string; at: string }[];
  /** The files the expert had. */
  records: { name: string; category?: string; pages?: number | null; bates?: string }[];
  /** Why this version exists, from version 2 on. */
  revision?: { of_version: number; reason: string };
  signature: ReportSignature | null;
  /** The page where the stored fingerprint is shown. */
  verify_url: string;
  /** A privilege or confidentiality statement printed above the first page's text and, whole, at the foot of every further page. */
  confidentiality?: string;
  /** What stands below it on the first page alone. */
  cover?: string;
};

export type ReportSignature = {
  name: string;
  /** Degrees, board certifications, licenses: one to a line. */
  credentials: string[];
  /** Instant, UTC ISO. */
  signed_at: string;
  /** IANA zone the signer signed in. */
  time_zone: string;
  /** How the signer was identified: "Password and authenticator code". */
  method?: string;
  /** The sentence affirmed when signing, where it is not part of the form's own statements. */
  statement?: string;
};

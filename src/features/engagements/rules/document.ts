import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { dateText } from '../../../core/dates.ts';
import type { EngagementTerms } from './terms.ts';

/** What an agreement names beside its terms. */
export interface AgreementFacts {
  number: string;
  caption: string;
  /** Where the matter is, "Circuit Court of Cook County, IL". */
  court: string;
  firm: string;
  expert: string;
  /** The version it replaces once both have signed it, the day on which both had signed that one, and the role it gave. */
  replaces?: { version: number; signed_on: string; role: EngagementTerms['role'] } | undefined;
}

interface Section {
  heading: string;
  paragraphs: readonly string[];
}

interface Template {
  version: number;
  sections: (terms: EngagementTerms, facts: AgreementFacts) => readonly Section[];
}

const ROLE: Readonly<Record<EngagementTerms['role'], string>> = {
  consulting:
    'The expert advises the firm as a consulting expert and is not named as a witness. Becoming one takes a new version of this agreement, signed by both.',
  testifying:
    'The expert is retained to testify. The firm may name the expert, and what the expert relies on, and what is written to the expert, may have to be disclosed.',
  consulting_first:
    'The expert advises the firm as a consulting expert first. Testifying takes a new version of this agreement, signed by both; what was written before may then have to be disclosed.',
};

const money = formatCents;

const fees = (t: EngagementTerms): string[] => [
  `Work on the matter is charged at ${money(t.hourly_cents)} an hour, counted in steps of ${plural(t.step_minutes, 'minute')}. Time is recorded on the day it is spent, with what was done.`,
  `Testimony by deposition is charged at ${money(t.deposition_hourly_cents)} an hour${
    t.deposition_minimum_hours > 0 ? `, for ${plural(t.deposition_minimum_hours, 'hour')} at least` : ''
  }. Testimony at trial is charged at ${money(t.trial_day_cents)} a day.`,
  t.travel_hourly_cents > 0
    ? `Travel time is charged at ${money(t.travel_hourly_cents)} an hour. Expenses are charged at cost, with their receipts.`
    : 'Travel time is not charged. Expenses are charged at cost, with their receipts.',
  'No fee depends on what the expert’s opinion is or on how the matter ends.',
];

const retainer = (t: EngagementTerms): string[] =>
  t.retainer_cents === 0
    ? [`No retainer is paid. Statements come monthly and are paid within ${plural(t.statement_days, 'day')}.`]
    : [
        `Before work begins the firm pays a retainer of ${money(t.retainer_cents)}. Fees and expenses are taken from it; what is left at the end is refunded.`,
        t.replenish_below_cents > 0
          ? `When less than ${money(t.replenish_below_cents)} is left, the firm replenishes it to ${money(t.retainer_cents)}.`
          : 'It is paid once.',
        `${
          t.holds_when_used_up
            ? 'While it is used up, work is suspended.'
            : 'Once it is used up, work continues by monthly statement.'
        } Statements are paid within ${plural(t.statement_days, 'day')}.`,
      ];

const replaces = (t: EngagementTerms, was: NonNullable<AgreementFacts['replaces']>): string[] => [
  `Once both have signed it, this replaces version ${was.version}, signed by both on ${dateText(was.signed_on, 'long')}. Until then that version holds, and what was done under it is charged as it says.`,
  ...(t.role === 'testifying' && was.role !== 'testifying'
    ? [
        'Until now the expert advised the firm without being named as a witness. Both know that what the expert considered until now may have to be disclosed.',
      ]
    : []),
];

/** What an agreement of the first template says where no drafts are kept: of signed reports alone. */
const NO_DRAFTS_FIRST =
  'Drafts of a report are not kept once it is signed, unless a court or a legal hold asks for them.';
/** What happens to a draft (decision 160): also to one that is never signed. */
const NO_DRAFTS =
  'Drafts of a report are not kept: each change replaces what stood there before, and what is signed replaces its draft. A draft that is never signed is deleted a day after the matter is canceled. A legal hold on the matter or on the firm keeps it until it is lifted, and a court’s order goes before all of this.';

/** The words of an agreement, but for what they say of drafts where none are kept. */
const words =
  (noDrafts: string): Template['sections'] =>
  (t, f) => [
    {
      heading: 'Who agrees, and on what',
      paragraphs: [
        `${f.firm} (“the firm”) retains ${f.expert} (“the expert”) in the matter ${f.caption}, ${f.court}, kept at Peritus as ${f.number}.`,
      ],
    },
    ...(f.replaces ? [{ heading: 'What it replaces', paragraphs: replaces(t, f.replaces) }] : []),
    { heading: 'Role', paragraphs: [ROLE[t.role]] },
    {
      heading: 'Independence',
      paragraphs: [
        'The expert gives their own opinion, whichever side it helps, and says so where a question is outside their field.',
        'The expert has been shown the names in the matter and has disclosed any conflicts. Either party who learns of another tells the other at once.',
      ],
    },
    { heading: 'Fees', paragraphs: fees(t) },
    { heading: 'Retainer and statements', paragraphs: retainer(t) },
    {
      heading: 'Budget',
      paragraphs: [
        t.budget_cents === null
          ? 'No budget for the whole is agreed. Each task has its own, and nothing beyond it is charged unless the firm has approved it first.'
          : `The work may cost ${money(t.budget_cents)} in all. Nothing beyond that, or beyond the budget of a task, is charged unless the firm has approved it first.`,
      ],
    },
    {
      heading: 'Deposition and trial',
      paragraphs: [
        t.cancel_days === 0
          ? 'A deposition or a day of trial can be called off without charge.'
          : `A deposition or a day of trial that is called off or moved ${plural(t.cancel_days, 'day')} before it, or later, is charged at ${t.cancel_percent} percent of its minimum or its day.`,
      ],
    },
    {
      heading: 'Records and confidence',
      paragraphs: [
        'The expert uses what they are given for this matter alone and shows it to nobody else, except to who assists them here and as a court orders. At the end they return or destroy it and say so in writing.',
        t.no_drafts
          ? noDrafts
          : 'Drafts are kept. What a draft or a note says may have to be disclosed, by the rules of the court.',
      ],
    },
    {
      heading: 'How it ends',
      paragraphs: [
        'Either side may end it by telling the other in writing, with time enough that no date of the court is missed for it. What was done until then is paid.',
      ],
    },
    ...(t.further === '' ? [] : [{ heading: 'Further terms', paragraphs: [t.further] }]),
    {
      heading: 'Signing electronically',
      paragraphs: [
        'Both sides sign electronically and agree to do this business by electronic records. Either may ask for paper, or take that consent back for what is still to be signed, by writing to the other.',
      ],
    },
  ];

/** Every template there was: an agreement keeps the words it was signed in. A later one is a further row. */
const TEMPLATES: readonly Template[] = [
  { version: 1, sections: words(NO_DRAFTS_FIRST) },
  { version: 2, sections: words(NO_DRAFTS) },
];
/** The template new proposals are written from. */
export const TEMPLATE_VERSION: number = Math.max(...TEMPLATES.map(({ version }) => version));

/** The agreement as it reads, paragraph by paragraph, and which of its lines are headings. Refuses a template that never was. */
export function agreementText(
  terms: EngagementTerms,
  facts: AgreementFacts,
  version: number = TEMPLATE_VERSION,
): { text: string; headings: string[] } {
  const template = TEMPLATES.find((one) => one.version === version);
  if (!template) throw new Error(`There is no template ${version}.`);
  const sections = template.sections(terms, facts);
  return {
    text: sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n\n')).join('\n\n'),
    headings: sections.map(({ heading }) => heading),
  };
}

/** Whether a name was typed as the account has it: case, accents left out of it, and spaces aside. */
export const isTheirName = (typed: string, name: string): boolean => {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return plain(typed) !== '' && plain(typed) === plain(name);
};

/** How a name came under words that were signed by typing it, a sentence; `sha256` of those words. */
export const signedByTyping = (sha256: string): string =>
  `Signed electronically through Peritus, by the name typed as the account has it. SHA-256 of the words above: ${sha256}`;

/** What is wrong with how a name was typed to sign: it is the account's own, or none. */
export const typedNameFaults = (typed: string, name: string): { path: string; message: string }[] =>
  isTheirName(typed, name) ? [] : [{ path: 'name', message: `Type your name as your account has it: ${name}.` }];

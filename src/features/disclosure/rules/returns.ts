import { dateText } from '../../../core/dates.ts';
import { addDays } from '../../../core/durations.ts';
import { plural } from '../../../core/phrases.ts';

/** What becomes of the records an expert received. */
export const RECORD_FATES = {
  returned: 'Returned',
  destroyed: 'Destroyed',
  kept: 'Kept, as the law requires',
  held: 'Kept under the legal hold',
} as const;
export type RecordFate = keyof typeof RECORD_FATES;
export const RECORD_FATE_NAMES = Object.keys(RECORD_FATES) as [RecordFate, ...RecordFate[]];

/** Days after the end of a matter within which the certificate is asked for. */
const RETURN_DAYS = 30;
/** So many days before that, and on that day, the expert is reminded. */
export const RETURN_REMIND_DAYS = [7, 0] as const;
export const returnDue = (ended_on: string): string => addDays(ended_on, RETURN_DAYS);
export const HOW_MOST = 1_000;

/** What an expert says became of them. */
export interface SaidOfRecords {
  fate: RecordFate;
  /** By which day it was done; null for what is kept. */
  done_on: string | null;
  /** In which way it was returned or destroyed, or why the law has it kept. */
  how: string;
  /** What is not part of that, and why; empty: everything is. */
  besides: string;
}

/** A record that was released, as the certificate lists it. */
export interface ListedRecord {
  name: string;
  pages: number | null;
  bates: string | null;
  sha256: string | null;
}
/** What a certificate names beside what is said in it. */
export interface ReturnFacts {
  caption: string;
  court: string;
  docket: string;
  firm: string;
  number: string;
}

/** What keeps a certificate from being signed, each with its field. `held`: whether a legal hold is on the matter. */
export function returnFaults(
  said: SaidOfRecords,
  { today, held }: { today: string; held: boolean },
): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const { fate, done_on, how } = said;
  if (fate === 'destroyed' && held)
    faults.push({ path: 'fate', message: 'A legal hold is on this matter: nothing of it is destroyed.' });
  if (fate === 'held' && !held) faults.push({ path: 'fate', message: 'No legal hold is on this matter.' });
  if (fate === 'returned' || fate === 'destroyed') {
    if (done_on === null) faults.push({ path: 'done_on', message: 'Enter the day.' });
    else if (done_on > today) faults.push({ path: 'done_on', message: 'This date is in the future.' });
  }
  if (fate !== 'held' && how.trim() === '')
    faults.push({ path: 'how', message: fate === 'kept' ? 'Say what requires it.' : 'Say how.' });
  return faults;
}

function fateWords({ fate, done_on, how }: SaidOfRecords): string {
  const day = done_on === null ? '' : dateText(done_on, 'long');
  switch (fate) {
    case 'returned':
      return `I returned all of them, and every copy that was made of them, by ${day}. How: ${how.trim()}`;
    case 'destroyed':
      return `I destroyed all of them, and every copy that was made of them, by ${day}. How: ${how.trim()}`;
    case 'kept':
      return `I keep them, because the law requires it, and use them for nothing else. What requires it: ${how.trim()}`;
    case 'held':
      return 'They are under a legal hold. I keep them unchanged until it is lifted, and use them for nothing else.';
  }
}

const listed = ({ name, pages, bates, sha256 }: ListedRecord, at: number): string =>
  [
    `${at + 1}. ${name}`,
    bates,
    pages === null ? null : plural(pages, 'page'),
    sha256 === null ? null : `SHA-256 ${sha256}`,
  ]
    .filter((part) => part !== null)
    .join(', ');

/** The certificate word by word: the same on the page, when it is signed, and as it is printed. */
export function returnCertificate(said: SaidOfRecords, facts: ReturnFacts, records: readonly ListedRecord[]): string {
  return [
    `In ${facts.caption}, ${facts.court}${facts.docket === '' ? '' : `, docket ${facts.docket}`}, kept at Peritus as ${facts.number}:`,
    `This is about the records ${facts.firm} gave me for this matter, listed below, whether I read them at Peritus, downloaded them or received them outside, and about every copy of them.`,
    fateWords(said),
    ...(said.besides.trim() === '' ? [] : [`Not part of that: ${said.besides.trim()}`]),
    'Records that were released to me',
    ...(records.length === 0 ? ['None.'] : records.map(listed)),
  ].join('\n\n');
}

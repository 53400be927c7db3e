import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import type { PacketContent } from './content.ts';

/** Names in a row; a line that is a sentence itself ends as it does. */
const listed = (lines: readonly string[]): string => {
  const all = lines.join('; ');
  return all.endsWith('.') ? all : `${all}.`;
};

/** Sentences for what is in one list and not in another. */
function listChanges(
  before: readonly string[],
  now: readonly string[],
  words: { added: string; removed: string },
): string[] {
  const had = new Set(before);
  const has = new Set(now);
  const added = now.filter((one) => !had.has(one));
  const removed = before.filter((one) => !has.has(one));
  return [
    ...(added.length > 0 ? [`${words.added}: ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`${words.removed}: ${listed(removed)}`] : []),
  ];
}

/**
 * What a packet says otherwise than the one before it, element by element, in sentences: what a supplement under Fed. R. Civ. P. 26(e)
 * tells. Empty: nothing.
 */
export function packetChanges(
  before: Omit<PacketContent, 'supplement'>,
  now: Omit<PacketContent, 'supplement'>,
): string[] {
  const changes: string[] = [];
  if (before.report.version !== now.report.version || before.report.pdf.sha256 !== now.report.pdf.sha256)
    changes.push(
      `The report is version ${now.report.version}, signed on ${dateText(now.report.signed_on, 'long')}; it was version ${before.report.version}.`,
    );
  changes.push(
    ...listChanges(
      before.facts.files.map(({ name }) => name),
      now.facts.files.map(({ name }) => name),
      { added: 'Considered in addition', removed: 'No longer named as considered' },
    ),
    ...listChanges(before.facts.others, now.facts.others, {
      added: 'Considered in addition',
      removed: 'No longer named as considered',
    }),
    ...listChanges(
      before.exhibits.map(({ name }) => name),
      now.exhibits.map(({ name }) => name),
      { added: 'Exhibits added', removed: 'Exhibits taken out' },
    ),
  );
  if (before.qualifications.cv.sha256 !== now.qualifications.cv.sha256) changes.push('The CV is another.');
  changes.push(
    ...listChanges(before.qualifications.publications, now.qualifications.publications, {
      added: 'Publications added',
      removed: 'Publications no longer listed',
    }),
    ...listChanges(before.testimony.lines, now.testimony.lines, {
      added: 'Testimony added',
      removed: 'Testimony no longer within four years',
    }),
  );
  const rates = ({ compensation }: Pick<PacketContent, 'compensation'>): string =>
    compensation.rates.map(({ what, says }) => `${what}: ${says}`).join('\n');
  if (rates(before) !== rates(now)) changes.push('The rates of compensation are others.');
  if (before.compensation.total.cents !== now.compensation.total.cents)
    changes.push(
      `Recorded so far: ${formatCents(now.compensation.total.cents)}; it was ${formatCents(before.compensation.total.cents)}.`,
    );
  for (const [name, label] of [
    ['caption', 'The caption'],
    ['court', 'The court'],
    ['docket', 'The docket number'],
  ] as const)
    if (before[name] !== now[name]) changes.push(`${label} is “${now[name]}”; it was “${before[name]}”.`);
  return changes;
}

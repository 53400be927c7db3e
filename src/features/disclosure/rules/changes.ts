import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import type { PacketContent } from './content.ts';

/** A file as it is told from others: by its id, whatever it is called. */
interface Told {
  id: number;
  name: string;
  sha256: string | null | undefined;
  /** An exhibit’s letter. */
  label?: string;
}

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

/** Sentences for files that came, went, or are others than they were. */
function fileChanges(
  before: readonly Told[],
  now: readonly Told[],
  words: { added: string; removed: string; renamed: string; changed: string; lettered?: string },
): string[] {
  const had = new Map(before.map((one) => [one.id, one]));
  const has = new Set(now.map(({ id }) => id));
  const kept = now.flatMap((one) => {
    const old = had.get(one.id);
    return old ? [{ one, old }] : [];
  });
  const rows: [string | undefined, string[]][] = [
    [words.added, now.filter(({ id }) => !had.has(id)).map(({ name }) => name)],
    [words.removed, before.filter(({ id }) => !has.has(id)).map(({ name }) => name)],
    [
      words.renamed,
      kept.filter(({ one, old }) => one.name !== old.name).map(({ one, old }) => `${one.name}, before: ${old.name}`),
    ],
    [
      words.changed,
      kept.filter(({ one, old }) => old.sha256 !== undefined && one.sha256 !== old.sha256).map(({ one }) => one.name),
    ],
    [
      words.lettered,
      kept
        .filter(({ one, old }) => one.label !== old.label)
        .map(({ one, old }) => `${one.name} is ${one.label}, it was ${old.label}`),
    ],
  ];
  return rows.flatMap(([word, lines]) => (word && lines.length > 0 ? [`${word}: ${listed(lines)}`] : []));
}

const exhibitsTold = ({ exhibits }: Pick<PacketContent, 'exhibits'>): Told[] =>
  exhibits.map(({ file_id, name, label, pdf }) => ({ id: file_id, name, label, sha256: pdf?.sha256 ?? null }));

/** A supplement that would say nothing: none is signed. */
export const saysNothingNew = ({ supplement }: Pick<PacketContent, 'supplement'>): boolean =>
  supplement !== null && supplement.changes.length === 0;

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
    ...fileChanges(
      before.facts.files.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
      now.facts.files.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
      {
        added: 'Considered in addition',
        removed: 'No longer named as considered',
        renamed: 'Considered under another name',
        changed: 'Considered with other contents',
      },
    ),
    ...listChanges(before.facts.others, now.facts.others, {
      added: 'Considered in addition',
      removed: 'No longer named as considered',
    }),
    ...fileChanges(exhibitsTold(before), exhibitsTold(now), {
      added: 'Exhibits added',
      removed: 'Exhibits taken out',
      renamed: 'Exhibits under another name',
      changed: 'Exhibits with other pages',
      lettered: 'Exhibits lettered otherwise',
    }),
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
  const rows = ({ compensation }: Pick<PacketContent, 'compensation'>): string =>
    compensation.rows.map(({ what, hours, cents }) => `${what}: ${hours} ${cents}`).join('\n');
  if (before.compensation.total.cents !== now.compensation.total.cents)
    changes.push(
      `Recorded so far: ${formatCents(now.compensation.total.cents)}; it was ${formatCents(before.compensation.total.cents)}.`,
    );
  else if (rows(before) !== rows(now)) changes.push('The recorded work is divided otherwise.');
  const credentials = ({ expert }: Pick<PacketContent, 'expert'>): string => expert.credentials.join(', ');
  for (const [label, was, is] of [
    ['The caption', before.caption, now.caption],
    ['The court', before.court, now.court],
    ['The docket number', before.docket, now.docket],
    ['The side', before.side, now.side],
    ['The firm', before.firm, now.firm],
    ['The expert’s name', before.expert.name, now.expert.name],
    ['What the expert’s credentials say', credentials(before), credentials(now)],
  ] as const)
    if (was !== is) changes.push(`${label} is “${is}”; it was “${was}”.`);
  return changes;
}

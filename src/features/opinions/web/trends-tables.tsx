import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { StatusGlyph } from '../../../ui/parts/status.tsx';
import type { TrendsView } from '../contract.ts';
import { type Change, CHANGE_WORDS, FEW_REVIEWS, type FindingKind, SCALES } from '../rules.ts';
import { glyphShare } from './level.tsx';
import styles from './trends.module.css';

type Spread = TrendsView['total'];
type Group = TrendsView['providers'][number];

/** "38%". */
export const percentWords = (share: number): string => `${Math.round(share * 100)}%`;

/** "7 (38%)"; without its share where they are too few. */
const countWords = (n: number, share: number | null): string =>
  share === null ? String(n) : `${n} (${percentWords(share)})`;

/** Which way it goes: an arrow only where a change is more than chance, always with words. */
export function ChangeWords({ change }: { change: Change }) {
  const Icon = change === 'better' ? IconArrowUpRight : change === 'worse' ? IconArrowDownRight : IconMinus;
  return (
    <span className={styles[change] ?? styles.plain}>
      {change === 'too_few' ? null : <Icon size={14} stroke={2} aria-hidden />} {CHANGE_WORDS[change]}
    </span>
  );
}

/** A table that on a phone turns each row into a block, its cells named by their heads. */
function Table({
  caption,
  heads,
  rows,
}: {
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: ReactNode[] }[];
}) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {rest.map((cell, at) => (
              <td
                key={heads[at + 1]}
                data-label={heads[at + 1]}
                data-none={cell === 0 || cell === '0' || cell === '' || undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const levelHeads = (view: TrendsView): string[] => SCALES[view.scale].levels.map((one) => one.short);
const levelCells = (spread: Spread): ReactNode[] => spread.levels.map((one) => countWords(one.n, one.share));
/** Share met is told for checklists only. */
const hasPercent = (view: TrendsView): boolean =>
  view.scale === 'met' || view.quarters.some((one) => one.percent_met !== null);
const percentCell = (percent: number | null, n: number): string =>
  percent === null ? (n === 0 ? '' : 'Too few') : `${percent.toFixed(1)}%`;

export function QuarterTable({ view }: { view: TrendsView }) {
  const percent = hasPercent(view);
  return (
    <Table
      caption={`By quarter, ${SCALES[view.scale].label.toLowerCase()}. Shares from ${FEW_REVIEWS} reviews on.`}
      heads={[
        'Quarter',
        'Reviews',
        ...levelHeads(view),
        'Not determined',
        ...(percent ? ['Met'] : []),
        'Needs attention',
      ]}
      rows={view.quarters.map((one) => ({
        key: one.quarter,
        cells: [
          one.label,
          one.spread.n,
          ...levelCells(one.spread),
          one.spread.undetermined,
          ...(percent ? [percentCell(one.percent_met, one.spread.n)] : []),
          one.spread.attention,
        ],
      }))}
    />
  );
}

export function GroupTable({
  view,
  rows,
  what,
  more,
  organizations,
  hrefOf,
}: {
  view: TrendsView;
  rows: readonly Group[];
  what: 'Provider' | 'Facility';
  /** How many there are beyond these. */
  more: number;
  /** Whether rows of several organizations stand together. */
  organizations: boolean;
  /** The same page narrowed to this one. */
  hrefOf: (group: Group) => string;
}) {
  const percent = hasPercent(view);
  const heads = [what, 'Reviews', ...levelHeads(view), ...(percent ? ['Met'] : []), 'Needs attention', 'Change'];
  return (
    <>
      <Table
        caption={`${what === 'Provider' ? 'Providers' : 'Facilities'} with most reviews first`}
        heads={heads}
        rows={rows.map((one) => ({
          key: `${one.organization_id}:${one.key}`,
          cells: [
            <>
              <RouteLink href={hrefOf(one)}>{one.label}</RouteLink>
              {organizations ? <span className={styles.under}>{one.organization}</span> : null}
            </>,
            one.spread.n,
            ...levelCells(one.spread),
            ...(percent ? [percentCell(one.percent_met, one.spread.n)] : []),
            one.spread.attention,
            <ChangeWords key="change" change={one.change} />,
          ],
        }))}
      />
      {more > 0 ? <p className={styles.quiet}>{more} more. The export has all of them.</p> : null}
    </>
  );
}

const KIND_WORDS: Readonly<Record<FindingKind, string>> = {
  audit: 'Checklist',
  aspect: 'Aspects of care',
  provider_factor: 'What contributed: the provider',
  system_factor: 'What contributed: the system',
};

export function CategoryTables({ view }: { view: TrendsView }) {
  const kinds = (Object.keys(KIND_WORDS) as FindingKind[]).filter((kind) =>
    view.categories.some((one) => one.kind === kind),
  );
  return (
    <>
      {kinds.map((kind) => {
        const judged = kind === 'audit' || kind === 'aspect';
        return (
          <Table
            key={kind}
            caption={KIND_WORDS[kind]}
            heads={['Category', 'Reviews', ...(judged ? ['Judged', 'Deficiencies', 'Met'] : [])]}
            rows={view.categories
              .filter((one) => one.kind === kind)
              .map((one) => ({
                key: one.category,
                cells: [
                  one.label,
                  one.reviews,
                  ...(judged
                    ? [one.asked, one.deficiencies, one.met === null ? 'Too few' : percentWords(one.met)]
                    : []),
                ],
              }))}
          />
        );
      })}
    </>
  );
}

/** Pairs of first and second opinions: rows the first one's level, columns the second's. */
export function PairTable({ view }: { view: TrendsView }) {
  const { levels } = SCALES[view.scale];
  return (
    <Table
      caption="First opinion by row, second opinion by column"
      heads={['First opinion', ...levels.map((one) => one.short)]}
      rows={levels.map((one, i) => ({
        key: String(one.level),
        cells: [
          <span key="level" className={styles.levelName}>
            <StatusGlyph tone={one.tone} share={glyphShare(view.scale, one.level)} /> {one.short}
          </span>,
          ...levels.map((_, j) => view.agreement.table[i]?.[j] ?? 0),
        ],
      }))}
    />
  );
}

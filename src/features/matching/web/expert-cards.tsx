import { capital, plural } from '../../../core/phrases.ts';
import { IconAlertTriangle, IconCheck, IconFileCv, IconSparkles } from '@tabler/icons-react';
import { useId } from 'react';
import { seesPrices } from '../../../core/actor.ts';
import { formatCents } from '../../../core/money.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { Facts } from '../../../ui/parts/facts.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { openToWords } from '../../experts/rules/opportunities.ts';
import { feeFacts } from '../../experts/rules/kept-rates.ts';
import { testimonyFacts } from '../../experts/rules/testimony-counts.ts';
import { stateName } from '../../reviews/rules.ts';
import type { PresentedCandidate } from '../contract.ts';
import { expertName } from '../rules.ts';
import { earnsWords, ratedWords } from './candidate-words.ts';
import styles from './experts.module.css';

const ICONS = { good: IconCheck, warn: IconAlertTriangle, new: IconSparkles };

const onTimeWords = ({ finished, late }: PresentedCandidate['on_time']): string =>
  finished === 0 ? 'First review with us' : `${finished - late} of ${finished}`;

/** What the reader gets to see: the whole CV, or the one without a name. */
export const cvWords = ({ version }: NonNullable<PresentedCandidate['cv']>): string =>
  version === 'redacted' ? 'redacted CV' : 'CV';

/** The presented experts side by side as radio cards: everything one compares, in the same place on each. */
export function ExpertCards({
  candidates,
  value,
  onChange,
  zone,
  disabled,
  reading,
  onRead,
}: {
  candidates: readonly PresentedCandidate[];
  value: number | null;
  /** Without it the cards are only shown. */
  onChange?: (id: number) => void;
  zone: string;
  disabled?: boolean;
  /** Whose CV is open below, and opening one; null closes it. */
  reading: number | null;
  onRead: (id: number | null) => void;
}) {
  const group = useId();
  const choosing = onChange !== undefined;
  const differing = compared(candidates, zone, seesPrices(useViewer().kind));
  return (
    <>
      <div
        className={styles.cards}
        role={choosing ? 'radiogroup' : 'list'}
        aria-label="Experts to compare"
        style={{ '--n': candidates.length } as Record<string, number>}
      >
        {candidates.map((one) => {
          const name = expertName(one);
          const body = (
            <>
              <span className={styles.top}>
                {choosing ? (
                  <input
                    type="radio"
                    className={styles.radio}
                    name={group}
                    value={one.id}
                    checked={value === one.id}
                    disabled={disabled}
                    aria-label={name}
                    aria-describedby={`${group}${one.id}`}
                    onChange={() => onChange(one.id)}
                  />
                ) : null}
                <SideAvatar seat="expert" name={name} size={36} />
                <span className={styles.name}>
                  <b>{name}</b>
                  <span>{one.specialty}</span>
                </span>
              </span>
              <div id={`${group}${one.id}`} className={styles.body}>
                <ul className={styles.reasons}>
                  {one.reasons
                    .filter(({ text }) => !differing.same_reasons.has(text))
                    .map((reason) => {
                      const Icon = ICONS[reason.tone];
                      return (
                        <li key={reason.text} data-tone={reason.tone}>
                          <Icon size={14} stroke={2} aria-hidden />
                          {reason.text}
                        </li>
                      );
                    })}
                </ul>
                {differing.records.get(one.id) ? (
                  <p className={styles.record}>{differing.records.get(one.id)}</p>
                ) : null}
                <Facts labelWidth={86} items={differing.facts.get(one.id) ?? []} />
                {one.summary ? <p className={styles.summary}>{one.summary}</p> : null}
              </div>
            </>
          );
          return (
            <div
              key={one.id}
              role={choosing ? undefined : 'listitem'}
              className={cx(styles.card, choosing && styles.pick, value === one.id && styles.chosen)}
            >
              {choosing ? <label className={styles.face}>{body}</label> : <div className={styles.face}>{body}</div>}
              {one.cv ? (
                <div className={styles.acts}>
                  <Button
                    size="sm"
                    icon={<IconFileCv stroke={1.75} />}
                    aria-expanded={reading === one.id}
                    aria-label={`${reading === one.id ? 'Close' : 'Read'} the ${cvWords(one.cv)} of ${name}`}
                    onClick={() => onRead(reading === one.id ? null : one.id)}
                  >
                    {reading === one.id ? 'Close' : 'Read'} the {cvWords(one.cv)}
                  </Button>
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
      {differing.same.length > 0 ? (
        <p className={styles.same}>
          <b>The same for {candidates.length === 2 ? 'both' : 'all'}:</b> {differing.same.join(' · ')}
        </p>
      ) : null}
    </>
  );
}

interface Fact {
  label: string;
  value: string;
}

const factsOf = (one: PresentedCandidate, zone: string, prices: boolean): Fact[] => [
  { label: 'Earliest', value: one.earliest ? formatInstant(one.earliest, { zone }) : 'Not known yet' },
  ...(prices
    ? [{ label: 'Price', value: one.price_cents === null ? 'Not fixed yet' : formatCents(one.price_cents) }]
    : []),
  ...(one.earns ? [{ label: 'Expert earns', value: earnsWords(one.earns) }] : []),
  // of somebody new that is said by the reasons, once
  ...(one.on_time.finished === 0 && one.rating.mean === null
    ? []
    : [
        { label: 'Rating', value: ratedWords(one.rating) },
        { label: 'On time', value: onTimeWords(one.on_time) },
      ]),
  { label: 'In practice', value: plural(one.years, 'year') },
  { label: 'Setting', value: [one.setting, one.region && stateName(one.region)].filter(Boolean).join(', ') },
  ...(one.fees ? feeFacts(one.fees) : []),
  ...(one.testimony ? testimonyFacts(one.testimony) : []),
  ...(one.open_to.length > 0 ? [{ label: 'Open to', value: capital(openToWords(one.open_to)) }] : []),
];

/** What differs stands on each card; what all have alike is said once, below them. */
function compared(candidates: readonly PresentedCandidate[], zone: string, prices: boolean) {
  const all = candidates.map((one) => ({ id: one.id, facts: factsOf(one, zone, prices) }));
  const isShared = <T,>(lists: readonly (readonly T[])[], wanted: (one: T) => boolean): boolean =>
    lists.length > 1 && lists.every((list) => list.some(wanted));
  const alike = (fact: Fact): boolean =>
    isShared(
      all.map(({ facts }) => facts),
      (one) => one.label === fact.label && one.value === fact.value,
    );
  /** The texts that every one of them has. */
  const sharedOf = (texts: (one: PresentedCandidate) => string[]): Set<string> => {
    const lists = candidates.map(texts);
    return new Set(lists[0]?.filter((text) => isShared(lists, (one) => one === text)));
  };
  const same_reasons = sharedOf(({ reasons }) => reasons.map(({ text }) => text));
  const same_records = sharedOf(({ record }) => record);
  return {
    facts: new Map(all.map(({ id, facts }) => [id, facts.filter((fact) => !alike(fact))])),
    records: new Map(
      candidates.map(({ id, record }) => [id, record.filter((sentence) => !same_records.has(sentence)).join(' ')]),
    ),
    same_reasons,
    same: [
      ...same_reasons,
      ...[...same_records].map((sentence) => sentence.replace(/\.$/, '')),
      ...(all[0]?.facts ?? []).filter(alike).map(({ label, value }) => `${label}: ${value}`),
    ],
  };
}

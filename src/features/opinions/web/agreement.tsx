import { plural } from '../../../core/phrases.ts';
import { Facts } from '../../../ui/parts/facts.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import type { TrendsView } from '../contract.ts';
import { FEW_PAIRS, kappaWords, SCALES } from '../rules.ts';
import { PairTable, percentWords } from './trends-tables.tsx';
import styles from './trends.module.css';

type Kappa = TrendsView['agreement']['kappa'];

/** "0.43 (95% interval 0.21 to 0.65), moderate". */
function kappaLine({ value, interval, missing }: Kappa): string {
  if (value === null || interval === null)
    return missing === 'no_variation'
      ? 'Not defined: all opinions are on one level, where chance alone would agree'
      : 'Not defined without pairs';
  return `${value.toFixed(2)} (95% interval ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}), ${kappaWords(value)}`;
}

/** How far first and second opinions agree. */
export function AgreementSection({ view }: { view: TrendsView }) {
  const { agreement } = view;
  const { n, share, share_interval: around } = agreement;
  return (
    <section aria-labelledby="agreement" className={styles.section}>
      <SectionHead
        id="agreement"
        title="Agreement of reviewers"
        note={`${plural(n, 'pair')}, ${SCALES[view.scale].label.toLowerCase()}`}
      />
      {n === 0 ? (
        <p className={styles.quiet}>
          No case in this period has two opinions with a level. Agreement appears here once second opinions are
          delivered.
        </p>
      ) : (
        <>
          {agreement.few ? (
            <InlineNotice kind="info" title="Too few pairs to rely on.">
              {` From ${FEW_PAIRS} pairs on these figures begin to mean something; there ${n === 1 ? 'is' : 'are'} ${n}.`}
            </InlineNotice>
          ) : null}
          <Facts
            labelWidth={190}
            items={[
              {
                label: 'On the same level',
                value:
                  share === null || around === null
                    ? null
                    : `${agreement.agreed} of ${n}, ${percentWords(share)} (95% interval ${percentWords(around.low)} to ${percentWords(around.high)})`,
              },
              { label: 'Cohen’s kappa', value: kappaLine(agreement.kappa) },
              { label: 'Linear weighted kappa', value: kappaLine(agreement.weighted) },
            ]}
          />
          <p className={styles.quiet}>
            Kappa is agreement beyond chance: 0 is what guessing gives, 1 is full agreement. Weighted, levels next to
            each other count as partly right.
          </p>
          <PairTable view={view} />
        </>
      )}
    </section>
  );
}

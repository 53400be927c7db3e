import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import type { Band, Score } from '../../rules.ts';
import styles from './write.module.css';

const BANDS: Record<Band, [Icon: typeof IconCircleCheck, words: string, tone: string | undefined]> = {
  green: [IconCircleCheck, 'meets the bar', styles.ok],
  amber: [IconCircleMinus, 'close to the bar', styles.warn],
  red: [IconAlertTriangle, 'below the bar', styles.bad],
};

function Line({ name, percent, band }: { name: string; percent: number | null; band: Band | null }) {
  const [Icon, words, tone] = band ? BANDS[band] : [null, '', undefined];
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{percent === null ? 'Nothing scored yet' : `${percent} %`}</td>
      <td className={tone}>
        {Icon ? <Icon size={14} stroke={2} aria-hidden /> : null} {words}
      </td>
    </tr>
  );
}

/** What the ratings add up to: overall, by category, and what counts as a deficiency. Computed while one writes. */
export function ScoreSummary({ score }: { score: Score }) {
  return (
    <>
      <table className={styles.score}>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Met</th>
            <th scope="col">Against the form’s bar</th>
          </tr>
        </thead>
        <tbody>
          <Line name="Overall" percent={score.overall.percent} band={score.overall.band} />
          {score.by_category.map((one) => (
            <Line key={one.category} name={one.category} percent={one.percent} band={one.band} />
          ))}
        </tbody>
      </table>
      {score.deficiencies.length > 0 ? (
        <p className={styles.help}>
          Deficiencies: {score.deficiencies.map((one) => `${one.label}${one.critical ? ' (critical)' : ''}`).join('; ')}
        </p>
      ) : null}
    </>
  );
}

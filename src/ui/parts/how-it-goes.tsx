import { Ball } from './ball.tsx';
import styles from './how-it-goes.module.css';

const STEPS = [
  {
    seat: 'requester',
    who: 'You order',
    what: 'Upload the records, ask your questions, and see the price before you commit.',
  },
  {
    seat: 'staff',
    who: 'Peritus matches',
    what: 'Conflicts of interest are cleared, and experts are presented with what speaks for each.',
  },
  {
    seat: 'expert',
    who: 'The expert answers',
    what: 'A signed report with cited pages, a call, or both, by a date you can see.',
  },
] as const;

/** How a review goes, told by who has the ball. */
export function HowItGoes() {
  return (
    <ol className={styles.steps}>
      {STEPS.map(({ seat, who, what }) => (
        <li key={seat} className={styles.step}>
          <Ball seat={seat} yours={seat === 'requester'} silent />
          <span>
            <strong className={styles.stepWho}>{who}</strong>
            <span className={styles.stepWhat}>{what}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

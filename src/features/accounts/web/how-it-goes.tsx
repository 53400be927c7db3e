import { Ball } from '../../../ui/parts/ball.tsx';
import styles from './entry.module.css';

const STEPS = [
  {
    seat: 'requester',
    who: 'You order',
    what: 'Upload the records, ask your questions, and see the price before you commit.',
  },
  {
    seat: 'staff',
    who: 'Peritus matches',
    what: 'We check the records, clear conflicts of interest, and present experts with reasons.',
  },
  {
    seat: 'expert',
    who: 'The expert answers',
    what: 'A call, a signed report with cited pages, or both, by a date you can see.',
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

import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { ExpertRecordsView } from '../../contract/records.ts';
import { testimonyList } from '../../rules/testimony-list.ts';
import styles from './records.module.css';

/** The list of four years that federal courts ask for, out of what is verified. */
export function TestimonyList({ view }: { view: ExpertRecordsView }) {
  const { time_zone } = useViewer();
  const now = useNow(3_600_000);
  const lines = testimonyList(
    view.records.filter(({ part }) => part === 'testimony').map(({ data }) => data),
    dayOf(now, time_zone),
  );
  return lines.length === 0 ? (
    <p className={styles.about}>No trial or deposition of the last four years is verified.</p>
  ) : (
    <ol>
      {lines.map(({ says, missing }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines can say the same
        <li key={at}>
          {says}
          {missing === null ? null : <span className={styles.about}> {missing}</span>}
        </li>
      ))}
    </ol>
  );
}

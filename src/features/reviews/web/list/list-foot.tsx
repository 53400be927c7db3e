import { useViewer } from '../../../../ui/session/viewer.tsx';
import { zoneCity, zoneShort } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { ListTab } from '../../rules.ts';
import styles from './list.module.css';

/** "active cases", as the line under the list counts them. */
function footWords(tab: ListTab, things: string): string {
  if (tab === 'completed') return `completed ${things}`;
  if (tab === 'drafts') return 'drafts';
  if (tab === 'pre_orders') return `pre-ordered ${things}`;
  if (tab === 'inactive') return `inactive ${things}`;
  return tab === 'active' ? `active ${things}` : things;
}

/** "13 of 13 active cases. Times in Chicago (CST)." Its line is there before the count is. */
export default function ListFoot({
  shown,
  total,
  cap,
  tab,
  things,
}: {
  shown: number;
  total: number | undefined;
  cap: number | undefined;
  tab: ListTab;
  things: string;
}) {
  const { time_zone } = useViewer();
  const words = footWords(tab, things);
  const now = useNow(60_000);
  const all =
    total === undefined || cap === undefined ? null : total >= cap ? `${cap} or more` : Math.max(total, shown);
  return (
    <p className={styles.foot} role="status">
      {all === null ? `${shown} ${words}` : `${shown} of ${all} ${words}`}. Times in {zoneCity(time_zone)} (
      {zoneShort(now, { zone: time_zone })}).
    </p>
  );
}

import { initialsOf } from '../../core/names.ts';
import type { Side } from './common.ts';
import styles from './side-avatar.module.css';

/** A person, tinted by the seat they sit in, never by status. The name stands beside it, so it is hidden from readers. */
export function SideAvatar({
  name,
  seat,
  size = 24,
  src,
}: {
  name: string;
  /** Somebody who joins a call is of no side. */
  seat: Side | 'attendee' | null;
  size?: number;
  src?: string | null | undefined;
}) {
  return (
    <span
      className={styles.avatar}
      data-seat={seat ?? 'requester'}
      style={{ width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.37)) }}
      aria-hidden
    >
      {src ? <img src={src} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  );
}

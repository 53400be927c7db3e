import { IconUser } from '@tabler/icons-react';
import { initialsOf } from '../../core/names.ts';
import type { Side } from './common.ts';
import styles from './side-avatar.module.css';

/** A person, tinted by the seat they sit in, never by status. The name stands beside it, so it is hidden from readers. */
export function SideAvatar({
  name,
  seat,
  size = 24,
  src,
  icon = false,
}: {
  name: string;
  seat: Side | null;
  size?: number;
  src?: string | null | undefined;
  /** Without a picture: the icon of a person instead of the initials. */
  icon?: boolean;
}) {
  return (
    <span
      className={styles.avatar}
      data-seat={seat ?? 'requester'}
      style={{ width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.37)) }}
      aria-hidden
    >
      {src ? (
        <img src={src} alt="" width={size} height={size} />
      ) : icon ? (
        <IconUser size={Math.round(size * 0.6)} stroke={1.75} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

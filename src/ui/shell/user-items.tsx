import { IconCheck, IconExternalLink, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Side } from '../parts/common.ts';
import { RouteLink } from '../parts/link.tsx';
import styles from './header.module.css';

/** A place in the header. With `items` it opens a list instead of leading somewhere itself. */
export type NavItem = {
  label: string;
  active: boolean;
  href?: string | undefined;
  items?: { label: string; href: string; active: boolean }[] | undefined;
  /** Unread conversations. */
  unread?: number | undefined;
  /** Shown instead of words in the phone's header bar when there is something unread. */
  icon?: ReactNode;
};

export type HeaderUser = {
  name: string;
  /** 'Claim consultant'. */
  label: string;
  seat: Side | null;
  avatar?: string | null | undefined;
  links: { label: string; href: string; external?: boolean | undefined }[];
  /** Present when the user has several profiles. */
  roles?: { id: string; label: string; primary: boolean; active: boolean }[] | undefined;
  onRole?: ((id: string) => void) | undefined;
  onLogOut: () => void;
};

/** What the user menu holds, in the header and in the phone's menu alike. */
export function UserItems({ user }: { user: HeaderUser }) {
  return (
    <>
      {user.links.length > 0 ? (
        <ul className={styles.list}>
          {user.links.map((link) => (
            <li key={link.href}>
              {link.external ? (
                <a href={link.href} className={styles.entry} target="_blank" rel="noreferrer">
                  {link.label}
                  <IconExternalLink size={14} stroke={2} aria-label="opens a new tab" />
                </a>
              ) : (
                <RouteLink href={link.href} className={styles.entry}>
                  {link.label}
                </RouteLink>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {user.roles && user.roles.length > 1 ? (
        <div className={styles.group}>
          <p className={styles.groupTitle}>My Role</p>
          <ul className={styles.list}>
            {user.roles.map((role) => (
              <li key={role.id}>
                <button
                  type="button"
                  className={styles.entry}
                  aria-current={role.active || undefined}
                  onClick={() => {
                    if (!role.active) user.onRole?.(role.id);
                  }}
                >
                  <span>
                    {role.label}
                    {role.primary ? <span className={styles.primary}> Primary</span> : null}
                  </span>
                  {role.active ? <IconCheck size={16} stroke={2} aria-hidden /> : null}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className={styles.group}>
        <button type="button" className={styles.entry} onClick={user.onLogOut}>
          Log Out
          <IconLogout size={16} stroke={1.75} aria-hidden />
        </button>
      </div>
    </>
  );
}

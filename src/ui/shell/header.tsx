import { IconCheck, IconChevronDown, IconExternalLink, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { UnreadBadge } from '../parts/chips.tsx';
import { cx } from '../parts/common.ts';
import type { Seat } from '../parts/common.ts';
import { RouteLink } from '../parts/link.tsx';
import { Logo } from '../parts/logo.tsx';
import { SeatAvatar } from '../parts/seat-avatar.tsx';
import { Disclosure } from './disclosure.tsx';
import { MobileMenu } from './mobile-menu.tsx';
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
  seat: Seat | null;
  avatar?: string | null | undefined;
  links: { label: string; href: string; external?: boolean | undefined }[];
  /** Present when the user has several profiles. */
  roles?: { id: string; label: string; primary: boolean; active: boolean }[] | undefined;
  onRole?: ((id: string) => void) | undefined;
  onLogOut: () => void;
};

export type HeaderProps = {
  home: string;
  nav: NavItem[];
  user: HeaderUser | null;
  logIn?: { label: string; href: string } | undefined;
  search?: ReactNode;
  bell?: ReactNode;
};

/** The bar on top of every page. Below 1024 px its items move behind one button. */
export function Header({ home, nav, user, logIn, search, bell }: HeaderProps) {
  return (
    <header className={styles.header}>
      <RouteLink href={home} className={styles.home} aria-label="Peritus, home">
        <Logo />
      </RouteLink>
      <nav className={styles.nav} aria-label="Main">
        {nav.map((item) => (
          <NavLink key={item.label} item={item} />
        ))}
      </nav>
      <div className={styles.end}>
        {search ? <div className={styles.search}>{search}</div> : null}
        {bell}
        {user ? (
          <div className={styles.wide}>
            <Disclosure
              end
              label={`${user.name}, ${user.label}`}
              className={styles.user}
              button={
                <>
                  <SeatAvatar name={user.name} seat={user.seat} size={30} src={user.avatar} />
                  <span className={styles.who}>
                    <b>{user.name}</b>
                    <span>{user.label}</span>
                  </span>
                  <IconChevronDown size={16} stroke={2} aria-hidden />
                </>
              }
            >
              <UserItems user={user} />
            </Disclosure>
          </div>
        ) : logIn ? (
          <RouteLink href={logIn.href} className={cx(styles.item, styles.wide)}>
            {logIn.label}
          </RouteLink>
        ) : null}
        <MobileMenu nav={nav} user={user} logIn={logIn} />
      </div>
    </header>
  );
}

function NavLink({ item }: { item: NavItem }) {
  const face = cx(styles.item, item.active && styles.active);
  if (item.items && item.items.length > 0) {
    return (
      <Disclosure
        className={face}
        button={
          <>
            {item.label}
            <IconChevronDown size={15} stroke={2} aria-hidden />
          </>
        }
      >
        <ul className={styles.list}>
          {item.items.map((one) => (
            <li key={one.href}>
              <RouteLink href={one.href} className={styles.entry} aria-current={one.active ? 'page' : undefined}>
                {one.label}
                {one.active ? <IconCheck size={16} stroke={2} aria-hidden /> : null}
              </RouteLink>
            </li>
          ))}
        </ul>
      </Disclosure>
    );
  }
  return (
    <RouteLink href={item.href ?? '/'} className={face} aria-current={item.active ? 'page' : undefined}>
      {item.label}
      <UnreadBadge count={item.unread ?? 0} />
    </RouteLink>
  );
}

/** What the user menu holds, in the header and in the phone's menu alike. */
export function UserItems({ user }: { user: HeaderUser }) {
  return (
    <>
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
      {user.roles && user.roles.length > 1 ? (
        <div className={styles.group}>
          <p className={styles.groupTitle}>My role</p>
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
          Log out
          <IconLogout size={16} stroke={1.75} aria-hidden />
        </button>
      </div>
    </>
  );
}

import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { UnreadBadge } from '../parts/chips.tsx';
import { cx } from '../parts/common.ts';
import { RouteLink } from '../parts/link.tsx';
import { Logo } from '../parts/logo.tsx';
import { SideAvatar } from '../parts/side-avatar.tsx';
import { Disclosure } from './disclosure.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { UserItems } from './user-items.tsx';
import type { HeaderUser, NavItem } from './user-items.tsx';
import styles from './header.module.css';

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
    <header className={styles.header} data-toasts>
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
              className={styles.user}
              button={
                <>
                  <SideAvatar name={user.name} seat={user.seat} size={30} src={user.avatar} />
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

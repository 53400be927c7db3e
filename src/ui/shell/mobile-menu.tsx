import { IconMenu2, IconMessageCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { UnreadBadge } from '../parts/chips.tsx';
import { RouteLink } from '../parts/link.tsx';
import { SideAvatar } from '../parts/side-avatar.tsx';
import { UserItems } from './user-items.tsx';
import type { HeaderUser, NavItem } from './user-items.tsx';
import styles from './mobile-menu.module.css';

/** The same items on small screens, on a sheet over the page. What is unread stays in view beside the button. */
export function MobileMenu({
  nav,
  user,
  logIn,
}: {
  nav: NavItem[];
  user: HeaderUser | null;
  logIn?: { label: string; href: string } | undefined;
}) {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDialogElement>(null);
  const talk = nav.find((item) => item.unread !== undefined && item.href);

  useEffect(() => {
    const node = sheet.current;
    if (!open || !node) return undefined;
    node.showModal();
    const back = toggle.current;
    const wide = window.matchMedia('(min-width: 64em)');
    const shut = () => setOpen(false);
    wide.addEventListener('change', shut);
    return () => {
      wide.removeEventListener('change', shut);
      node.close();
      back?.focus();
    };
  }, [open]);

  return (
    <div className={styles.mobile}>
      {talk?.href ? (
        <RouteLink href={talk.href} className={styles.icon} aria-label={talk.unread ? undefined : talk.label}>
          {talk.icon ?? <IconMessageCircle size={20} stroke={1.75} aria-hidden />}
          {talk.unread ? (
            <span className={styles.badge}>
              <UnreadBadge count={talk.unread} />
            </span>
          ) : null}
        </RouteLink>
      ) : null}
      <button
        ref={toggle}
        type="button"
        className={styles.icon}
        aria-label="Menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={20} stroke={1.75} aria-hidden />
      </button>
      {open ? (
        <dialog
          ref={sheet}
          className={styles.sheet}
          aria-label="Menu"
          onCancel={(event) => {
            event.preventDefault();
            setOpen(false);
          }}
        >
          <div className={styles.head}>
            {user ? (
              <>
                <SideAvatar name={user.name} seat={user.seat} size={34} src={user.avatar} />
                <span className={styles.who}>
                  <b>{user.name}</b>
                  <span>{user.label}</span>
                </span>
              </>
            ) : (
              <b className={styles.who}>Menu</b>
            )}
            <button type="button" className={styles.icon} aria-label="Close menu" onClick={() => setOpen(false)}>
              <IconX size={20} stroke={1.75} aria-hidden />
            </button>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- choosing inside closes; the choice itself is a link or button */}
          <div
            className={styles.body}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a, button')) setOpen(false);
            }}
          >
            <nav aria-label="Main">
              <ul className={styles.list}>
                {nav.map((item) => (
                  <li key={item.label}>
                    {item.items && item.items.length > 0 ? (
                      <>
                        <p className={styles.title}>{item.label}</p>
                        <ul className={styles.list}>
                          {item.items.map((one) => (
                            <li key={one.href}>
                              <RouteLink
                                href={one.href}
                                className={styles.link}
                                aria-current={one.active ? 'page' : undefined}
                              >
                                {one.label}
                              </RouteLink>
                            </li>
                          ))}
                        </ul>
                      </>
                    ) : (
                      <RouteLink
                        href={item.href ?? '/'}
                        className={styles.link}
                        aria-current={item.active ? 'page' : undefined}
                      >
                        {item.label}
                        <UnreadBadge count={item.unread ?? 0} />
                      </RouteLink>
                    )}
                  </li>
                ))}
                {!user && logIn ? (
                  <li>
                    <RouteLink href={logIn.href} className={styles.link}>
                      {logIn.label}
                    </RouteLink>
                  </li>
                ) : null}
              </ul>
            </nav>
            {user ? (
              <div className={styles.user}>
                <UserItems user={user} />
              </div>
            ) : null}
          </div>
        </dialog>
      ) : null}
    </div>
  );
}

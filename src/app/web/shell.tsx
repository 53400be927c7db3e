import { useRouter, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { seatOf } from '../../core/actor.ts';
import { KINDS } from '../../core/kinds.ts';
import {
  type CurrentUser,
  kindsOf,
  landingOf,
  standingOf,
  viewerOf,
} from '../../features/accounts/web/current-user.ts';
import {
  dashboardKinds,
  dashboardLink,
  kindOfPath,
  personName,
  profileLabel,
  UP_NEXT,
} from '../../features/accounts/rules.ts';
import { mayConverse } from '../../features/conversations/rules.ts';
import { useConversationNews } from '../../features/conversations/web/use-news.ts';
import { Announcements } from '../../features/notifications/web/announcements.tsx';
import { Bell } from '../../features/notifications/web/bell.tsx';
import { useLiveConnection } from '../../ui/live/hooks.ts';
import { toastOffline } from '../../ui/parts/toast.tsx';
import { privacyUrl, termsUrl } from '../../ui/session/site.ts';
import { AppFrame } from '../../ui/shell/app-frame.tsx';
import type { HeaderUser, NavItem } from '../../ui/shell/user-items.tsx';
import { PAGE_ROUTES, type PageRoute } from '../routes.ts';
import { Agreement } from './agreement.tsx';
import { type Auth, useAuth } from './auth.tsx';
import { useFocusOnNavigation } from './focus.ts';
import { ConfidentialityBanner, PrivacyBanner } from './notices.tsx';
import { isFixed } from './pages.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useUnread } from './unread.ts';
import styles from './web.module.css';

const HAS_ACCOUNT_PAGE = PAGE_ROUTES.some(({ path }: PageRoute) => path === '/account');

/** Header, page and footer, the same on every page behind sign-in and on the public ones. */
export function Shell({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const router = useRouter();
  const path = useLocation({ select: (location) => location.pathname });
  const unread = useUnread(auth.user);
  useLiveConnection(
    auth.user && !auth.expired ? { id: auth.user.id, profile: auth.user.profileable?.id ?? null } : null,
    () => void auth.refresh().catch(() => undefined),
  );
  const [year] = useState(() => new Date().getFullYear());
  const { user, expired } = auth;
  const home = user ? landingOf(user, path) : '/login';
  useFocusOnNavigation(path);
  useConversationNews(user?.id ?? null);

  useEffect(() => {
    // what is behind the sign-in must neither be seen nor be reached by keyboard
    document.getElementById('page')?.toggleAttribute('inert', expired);
  }, [expired]);

  return (
    <>
      <div id="page" className={expired ? styles.blanked : undefined}>
        <AppFrame
          banner={
            <>
              <PrivacyBanner />
              {user && !user.needsTwoFactor ? <Announcements /> : null}
            </>
          }
          fixed={user !== null && isFixed(path)}
          header={{
            home,
            nav: navOf(user, path, unread),
            bell: user && !user.needsTwoFactor ? <Bell zone={user.timeZone} /> : null,
            user: user && headerUser(user, auth, (to) => router.navigate({ to, replace: true })),
            ...(user ? {} : { logIn: { label: 'Log In', href: '/login' } }),
          }}
          footer={{
            year,
            links: [
              { label: 'Home', href: user ? home : '/' },
              { label: 'Contact', href: '/contact' },
              { label: 'Privacy', href: privacyUrl(), external: true },
              { label: 'Terms', href: termsUrl(), external: true },
            ],
          }}
        >
          {children}
          <ConfidentialityBanner path={path} />
        </AppFrame>
      </div>
      {expired ? <SignInAgain /> : user?.needsToAcceptEula ? <Agreement /> : null}
    </>
  );
}

function navOf(user: CurrentUser | null, path: string, unread: number | undefined): NavItem[] {
  const contact: NavItem = { label: 'Contact', href: '/contact', active: path === '/contact' };
  if (!user) return [contact];
  const standing = standingOf(user);
  const kinds = dashboardKinds(standing, kindsOf(user));
  const here = kindOfPath(path);
  const items: NavItem[] = [];
  if (landingOf(user, path) === UP_NEXT) {
    items.push({ label: 'Up next', href: UP_NEXT, active: path === UP_NEXT || here !== null });
  } else if (kinds.length > 1) {
    const links = kinds.map((kind) => {
      const href = dashboardLink(kind, standing, user.organization?.platformType ?? null);
      return { label: KINDS[kind].label, href, active: here === kind || path === href };
    });
    items.push({ label: 'Dashboard', active: links.some((link) => link.active), items: links });
  } else {
    const href = landingOf(user, path);
    items.push({ label: 'Dashboard', href, active: here !== null || path === href });
  }
  if (mayConverse(viewerOf(user))) {
    items.push({ label: 'Conversations', href: '/chats', active: /^\/chats?(\/|$)/.test(path), unread });
  }
  return [...items, contact];
}

function headerUser(user: CurrentUser, auth: Auth, go: (path: string) => Promise<void>): HeaderUser {
  const viewer = viewerOf(user);
  const ownRole = user.role === 'org_admin' || user.role === 'customer_admin' ? user.role : null;
  const isStaff = user.role !== 'user' && ownRole === null;
  const active = user.profileable?.id ?? null;
  // organization admins act as themselves beside their profiles; staff always do
  const roles = [
    ...(ownRole
      ? [{ id: 'self', label: profileLabel(ownRole, null, null), primary: false, active: active === null }]
      : []),
    ...(isStaff
      ? []
      : user.profiles.map((profile) => ({
          id: String(profile.id),
          label: profile.label,
          primary: profile.id === user.primaryProfileId,
          active: profile.id === active,
        }))),
  ];
  return {
    name: personName({ first_name: user.firstName, last_name: user.lastName ?? '' }, user.profileable?.type ?? null),
    label: user.profileLabel,
    seat: seatOf(viewer.kind),
    avatar: user.avatar,
    links: [
      ...(HAS_ACCOUNT_PAGE ? [{ label: 'My Account', href: '/account' }] : []),
      ...(user.featureFlags.enableBookmarkUrls
        ? user.bookmarkUrls.map(({ label, url }) => ({ label, href: url, external: true }))
        : []),
    ],
    ...(roles.length > 1
      ? {
          roles,
          onRole: (id: string) => {
            const profile = user.profiles.find((p) => String(p.id) === id) ?? null;
            auth.switchProfile(profile, go).catch(() => toastOffline('The server could not be reached. Try again.'));
          },
        }
      : {}),
    onLogOut: () => {
      auth.signOut().catch(() => toastOffline('The server could not be reached. You are still signed in.'));
    },
  };
}

import { isExpert, isOrganizationAdmin, seesAllPrices, sideOf } from '../../core/actor.ts';
import { KINDS } from '../../core/kinds.ts';
import {
  dashboardKinds,
  dashboardLink,
  derivedFlags,
  kindOfPath,
  personName,
  profileLabel,
  UP_NEXT,
} from '../../features/accounts/rules.ts';
import {
  type CurrentUser,
  kindsOf,
  landingOf,
  roleFactsOf,
  viewerOf,
} from '../../features/accounts/web/current-user.ts';
import { SUBSCRIPTIONS_PLACE } from '../../features/subscriptions/rules.ts';
import { mayConverse } from '../../features/conversations/rules.ts';
import { toastOffline } from '../../ui/parts/toast.tsx';
import type { HeaderUser, NavItem } from '../../ui/shell/user-items.tsx';
import type { Auth } from './auth.tsx';
import { hasConsole, isInConsole } from '../has-console.ts';
import { contactItem } from './visitor.tsx';

/** The list of everything a customer admin oversees. */
const OVERSEEN = Object.values(KINDS).find((row) => row.overseen_path !== null)?.overseen_path ?? undefined;

/** The places in the header for whoever is signed in, or nobody. */
export function navOf(user: CurrentUser | null, path: string, unread: number | undefined): NavItem[] {
  const contact = contactItem(path);
  if (!user) return [contact];
  const standing = roleFactsOf(user);
  const kinds = dashboardKinds(standing, kindsOf(user));
  const here = kindOfPath(path);
  const items: NavItem[] = [];
  const links = kinds.map((kind) => {
    const href = dashboardLink(kind, standing, user.organization?.platformType ?? null);
    return { label: KINDS[kind].label, href, active: here === kind || path === href };
  });
  // who oversees organizations gets to all their reviews, also where no kind leads there
  const overseen = derivedFlags(standing).customer_admin ? OVERSEEN : undefined;
  if (overseen !== undefined && links.every(({ href }) => href !== overseen))
    links.push({ label: 'All reviews', href: overseen, active: path === overseen });
  if (landingOf(user, path) === UP_NEXT) {
    items.push({ label: 'Dashboard', href: UP_NEXT, active: path === UP_NEXT || here !== null });
  } else if (links.length > 1) {
    items.push({ label: 'Dashboard', active: links.some((link) => link.active), items: links });
  } else {
    const href = landingOf(user, path);
    items.push({ label: 'Dashboard', href, active: here !== null || path === href });
  }
  if (mayConverse(viewerOf(user))) {
    items.push({ label: 'Conversations', href: '/chats', active: /^\/chats?(\/|$)/.test(path), unread });
  }
  if (hasConsole(viewerOf(user).kind)) items.push({ label: 'Admin', href: '/admin', active: isInConsole(path) });
  return [...items, contact];
}

/** Where who sees all of an organization's prices finds what it was invoiced and spent. */
const MONEY_LINKS = [
  { label: 'Approvals', href: '/approvals' },
  { label: 'Invoices', href: '/invoice' },
];

/** The user menu: name, own pages, roles, the way out. */
export function headerUser(user: CurrentUser, auth: Auth, go: (path: string) => Promise<void>): HeaderUser {
  const viewer = viewerOf(user);
  const seat = sideOf(viewer.kind);
  const ownRole = isOrganizationAdmin(user.role) ? user.role : null;
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
    seat,
    avatar: user.avatar,
    links: [
      { label: 'My Account', href: '/account' },
      // administrators have it in the console
      ...(seat === 'requester' &&
      !SUBSCRIPTIONS_PLACE.admits(viewer.kind) &&
      kindsOf(user).some((kind) => KINDS[kind].by_subscription)
        ? [{ label: SUBSCRIPTIONS_PLACE.label, href: SUBSCRIPTIONS_PLACE.path }]
        : []),
      ...(isStaff || !seesAllPrices(viewer.kind) ? [] : MONEY_LINKS),
      ...(user.billingOrders === undefined
        ? []
        : [
            {
              label: `Billing orders${user.billingOrders > 0 ? ` (${user.billingOrders} to approve)` : ''}`,
              href: '/billing-orders',
            },
          ]),
      ...(user.profileable?.featureFlags?.displayEarnings && isExpert(viewer.kind)
        ? [{ label: 'Earnings', href: '/earnings' }]
        : []),
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

import { useLocation } from '@tanstack/react-router';
import {
  type Icon,
  IconBell,
  IconBook,
  IconBuildingBank,
  IconBuildingHospital,
  IconCertificate,
  IconClock,
  IconFileCv,
  IconGavel,
  IconKey,
  IconMapPin,
  IconPlug,
  IconReceipt2,
  IconShieldLock,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import { isApplicant, isExpert, isExpertSide } from '../../../core/actor.ts';
import { INVITERS, isPayee } from '../rules.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { useViewer, type Viewer } from '../../../ui/session/viewer.tsx';
import { AdminGrid } from '../../../ui/shell/layouts.tsx';
import styles from './account-layout.module.css';

interface Entry {
  href: string;
  label: string;
  icon: Icon;
  /** For whom the page is; everyone when it is not given. */
  admits?: (viewer: Viewer) => boolean;
}

const keepsRecords = ({ kind }: Viewer): boolean => isExpertSide(kind);

/** The account pages there are, in their order. A page adds its row when it exists. */
const ENTRIES: readonly Entry[] = [
  { href: '/account', label: 'Personal info', icon: IconUser },
  { href: '/account/password', label: 'Password', icon: IconKey },
  { href: '/account/security', label: 'Security', icon: IconShieldLock },
  { href: '/account/notifications', label: 'Notifications', icon: IconBell },
  { href: '/account/working-hours', label: 'Working hours', icon: IconClock, admits: ({ kind }) => isExpert(kind) },
  {
    href: '/account/cv',
    label: 'CV',
    icon: IconFileCv,
    admits: ({ kind }) => isExpert(kind) || isApplicant(kind),
  },
  { href: '/account/credentials', label: 'Credentials', icon: IconCertificate, admits: keepsRecords },
  { href: '/account/sites', label: 'Practice sites', icon: IconMapPin, admits: keepsRecords },
  { href: '/account/rates', label: 'Rates', icon: IconReceipt2, admits: ({ kind }) => isExpert(kind) },
  { href: '/account/affiliations', label: 'Affiliations', icon: IconBuildingHospital, admits: keepsRecords },
  { href: '/account/testimony', label: 'Testimony', icon: IconGavel, admits: keepsRecords },
  { href: '/account/publications', label: 'Publications', icon: IconBook, admits: keepsRecords },
  {
    href: '/account/vendor-info',
    label: 'Payment details',
    icon: IconBuildingBank,
    admits: ({ kind }) => isPayee(kind),
  },
  { href: '/account/integrations', label: 'Integrations', icon: IconPlug },
  { href: '/account/invitations', label: 'Invitations', icon: IconUserPlus, admits: ({ kind }) => INVITERS.has(kind) },
];

/** An account page: the pages beside each other, a title with one sentence, then the page up to a form's width. */
export function AccountLayout({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <AdminGrid nav={<AccountNav />}>
      <div className={styles.page}>
        <PageHeader title={title} {...(lead ? { lead } : {})} {...(actions ? { actions } : {})} />
        {children}
      </div>
    </AdminGrid>
  );
}

function AccountNav() {
  const viewer = useViewer();
  const path = useLocation({ select: (location) => location.pathname });
  const list = useRef<HTMLUListElement>(null);
  const entries = ENTRIES.filter((entry) => entry.admits?.(viewer) ?? true);

  useEffect(() => {
    // in the row of a narrow window the present page may be out of sight
    const row = list.current;
    const here = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (row && here) row.scrollLeft = here.offsetLeft - row.offsetLeft - 16;
  }, [path]);

  return (
    <nav aria-label="My account">
      <p className={styles.heading} aria-hidden>
        My account
      </p>
      <ul ref={list} className={styles.list} data-slides>
        {entries.map(({ href, label, icon: Sign }) => (
          <li key={href}>
            <RouteLink href={href} className={styles.entry} aria-current={path === href ? 'page' : undefined}>
              <Sign size={18} stroke={1.75} aria-hidden />
              {label}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A part of an account page: its heading, what it is about, then its content between rules. */
export function AccountSection({
  title,
  note,
  action,
  children,
}: {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <div>
          <h2>{title}</h2>
          {note ? <p>{note}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

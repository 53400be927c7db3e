import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from './common.ts';
import { RouteLink } from './link.tsx';
import styles from './page-header.module.css';

export type Crumb = { label: string; href?: string | undefined };

/** The way here; the last one is this page and no link. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={`${crumb.label} ${crumb.href ?? ''}`}>
            {index > 0 ? <IconChevronRight size={14} stroke={2} aria-hidden /> : null}
            {crumb.href ? (
              <RouteLink href={crumb.href}>{crumb.label}</RouteLink>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Head of a page: the way here, the one title, its badge, a line of facts with icons, and the quiet acts. */
export function PageHeader({
  crumbs,
  title,
  badge,
  lead,
  meta = [],
  actions,
  avatar,
}: {
  crumbs?: Crumb[];
  title: ReactNode;
  badge?: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  meta?: { icon?: ReactNode; text: ReactNode; label?: string }[];
  actions?: ReactNode;
  avatar?: ReactNode;
}) {
  return (
    <header className={styles.header}>
      {crumbs && crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} /> : null}
      <div className={styles.line}>
        {avatar}
        <div className={styles.words}>
          <div className={styles.title}>
            <h1>{title}</h1>
            {badge}
          </div>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
          {meta.length > 0 ? (
            <ul className={styles.meta}>
              {meta.map((one, index) => (
                <li key={one.label ?? (typeof one.text === 'string' ? one.text : index)}>
                  {one.icon}
                  {one.label ? <span className={styles.hidden}>{one.label}: </span> : null}
                  {one.text}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </header>
  );
}

/** The bar that stays at the bottom of a wizard: back, how it is saved, leave, continue. */
export function ActionBar({
  start,
  children,
  label = 'Steps',
  inset = false,
}: {
  start?: ReactNode;
  children: ReactNode;
  label?: string;
  /** Inside a half of a split view instead of over the page. */
  inset?: boolean;
}) {
  return (
    <section className={cx(styles.bar, inset && styles.inset)} aria-label={label}>
      <div className={styles.start}>{start}</div>
      <div className={styles.end}>{children}</div>
    </section>
  );
}

/** Head of a section within a page: title, count or note beside it, one quiet act at the right. */
export function SectionHead({
  title,
  note,
  action,
  id,
  level = 2,
}: {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  id?: string;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.section}>
      <Heading id={id}>{title}</Heading>
      {note ? <span className={styles.note}>{note}</span> : null}
      {action ? <span className={styles.act}>{action}</span> : null}
    </div>
  );
}

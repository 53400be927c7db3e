import type { ReactNode } from 'react';
import styles from './tab-section.module.css';

/** What a tab of a page shows: a sentence on what it is for, and the rest. Its heading is heard; seen is the tab's. */
export function TabSection({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.tab} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
      {children}
    </section>
  );
}

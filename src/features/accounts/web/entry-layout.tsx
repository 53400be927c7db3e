import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { HowItGoes } from '../../../ui/parts/how-it-goes.tsx';
import styles from './entry.module.css';

/** What a page before sign-in holds: title and what there is to do; beside it how a review goes. */
export function EntryLayout({
  title,
  lead,
  focusTitle = false,
  above,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** The title takes the focus when it changes: what was asked for is done, or cannot be. */
  focusTitle?: boolean;
  /** Over the title: an organization's logo. */
  above?: ReactNode;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusTitle) heading.current?.focus();
  }, [focusTitle, title]);
  return (
    <div className={styles.login}>
      <div className={styles.left}>
        <div className={styles.main}>
          {above}
          <h1 ref={heading} className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
          {children}
        </div>
      </div>
      <aside className={styles.right} aria-label="How a review goes">
        <div className={styles.aside}>
          <HowItGoes />
        </div>
      </aside>
    </div>
  );
}

/** What failed as a whole, announced, above the fields. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.failureRoom}>
      {children ? (
        <p className={styles.failure}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden />
          <span>{children}</span>
        </p>
      ) : null}
    </div>
  );
}

/** The green tick of a finished act; the words are the title's. */
export function DoneMark() {
  return <IconCircleCheck className={styles.doneMark} size={32} stroke={1.5} aria-hidden />;
}

/** For the one field a page is for: typing begins there. */
export function focusNow(field: HTMLInputElement | null): void {
  field?.focus();
}

import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../parts/common.ts';
import { RouteLink } from '../parts/link.tsx';
import styles from './wizard-steps.module.css';

export type WizardStep = {
  label: string;
  /** 'Complete', 'One thing missing', 'Not started'. */
  note: string;
  state: 'done' | 'current' | 'todo';
  missing?: boolean;
  href?: string | undefined;
};

/** Where one stands in a wizard. On small screens one line: the step, of how many, and what it misses. */
export function WizardSteps({
  crumb,
  title,
  steps,
  children,
}: {
  crumb?: { label: string; href: string };
  title: string;
  steps: WizardStep[];
  /** What this is about: matter, draft number, claim. */
  children?: ReactNode;
}) {
  return (
    <nav aria-label="Steps" className={styles.nav}>
      {crumb ? (
        <RouteLink href={crumb.href} className={styles.crumb}>
          {crumb.label}
        </RouteLink>
      ) : null}
      <p className={styles.title}>{title}</p>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const inside = (
            <>
              <span className={styles.number} aria-hidden>
                {step.state === 'done' ? <IconCheck size={14} stroke={2} /> : index + 1}
              </span>
              <span className={styles.words}>
                <span className={styles.of}>
                  Step {index + 1} of {steps.length}
                </span>
                <span className={styles.label}>{step.label}</span>
                <span className={cx(styles.note, step.missing && styles.missing)}>
                  {step.missing ? <IconAlertTriangle size={12} stroke={2} aria-hidden /> : null}
                  {step.note}
                </span>
              </span>
            </>
          );
          return (
            <li
              key={step.label}
              className={cx(styles.step, styles[step.state])}
              aria-current={step.state === 'current' ? 'step' : undefined}
            >
              {step.href && step.state !== 'current' ? (
                <RouteLink href={step.href} className={styles.inside}>
                  {inside}
                </RouteLink>
              ) : (
                <div className={styles.inside}>{inside}</div>
              )}
            </li>
          );
        })}
      </ol>
      {children ? <div className={styles.about}>{children}</div> : null}
    </nav>
  );
}

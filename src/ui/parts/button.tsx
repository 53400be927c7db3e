import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './common.ts';
import { RouteLink } from './link.tsx';
import styles from './button.module.css';

type ButtonKind = 'primary' | 'default' | 'quiet' | 'link' | 'accent' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

type Look = {
  /** `primary` is petrol and stands once in view; `link` is quiet in petrol; `accent` only sends a message; `danger` only in dialogs. */
  kind?: ButtonKind | undefined;
  /** 28, 34 or 42 px high; at least 44 on touch. */
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  trailing?: ReactNode;
  full?: boolean | undefined;
};

function face({ kind = 'default', size = 'md', full }: Look, className?: string) {
  return cx(styles.button, styles[kind], styles[size], full && styles.full, className);
}

/** A button. While `busy` it keeps its words and width and takes no second press. */
export function Button({
  kind,
  size,
  icon,
  trailing,
  full,
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: Look & { busy?: boolean; ref?: Ref<HTMLButtonElement> } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      {...rest}
      type={type}
      data-kind={kind}
      className={face({ kind, size, full }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className={styles.spin} aria-hidden /> : icon}
      {children === undefined ? null : <span className={styles.words}>{children}</span>}
      {trailing}
    </button>
  );
}

/** A link that looks like a button, for acts that are pages. */
export function ButtonLink({
  kind,
  size,
  icon,
  trailing,
  full,
  href,
  children,
  className,
  target,
}: Look & { href: string; children: ReactNode; className?: string; target?: string }) {
  return (
    <RouteLink
      href={href}
      target={target}
      rel={target === '_blank' ? 'noreferrer' : undefined}
      className={face({ kind, size, full }, className)}
    >
      {icon}
      <span className={styles.words}>{children}</span>
      {trailing}
    </RouteLink>
  );
}

/** A square button with only an icon; its label is its accessible name and its tooltip. */
export function IconButton({
  label,
  children,
  size = 'sm',
  kind = 'quiet',
  className,
  type = 'button',
  ...rest
}: {
  label: string;
  size?: ButtonSize;
  kind?: 'quiet' | 'default';
  ref?: Ref<HTMLButtonElement>;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'>) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(styles.button, styles[kind], styles[size], styles.square, className)}
    >
      {children}
    </button>
  );
}

/** A button that reads like a link inside a sentence or notice. */
export function TextButton({
  className,
  type = 'button',
  ...rest
}: { ref?: Ref<HTMLButtonElement> } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type={type} className={cx(styles.text, className)} />;
}

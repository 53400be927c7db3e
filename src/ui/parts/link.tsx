import { createContext, createElement, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { AnchorHTMLAttributes } from 'react';
import { cx } from './common.ts';
import styles from './link.module.css';

/** What a router's link must accept to stand in for an anchor. */
export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string; children?: ReactNode };
export type LinkComponent = ComponentType<LinkProps>;

function PlainLink({ children, ...rest }: LinkProps) {
  return <a {...rest}>{children}</a>;
}

const LinkContext = createContext<LinkComponent>(PlainLink);

/** Hands the router's link to every part below, so that parts know no router. */
export function LinkProvider({ link, children }: { link: LinkComponent; children: ReactNode }) {
  return <LinkContext value={link}>{children}</LinkContext>;
}

/** An unstyled link that goes through the router when there is one. */
export function RouteLink(props: LinkProps) {
  return createElement(use(LinkContext), props);
}

/** A link in running text: underlined in petrol; `quiet` only underlines on hover. */
export function TextLink({ quiet, className, ...rest }: LinkProps & { quiet?: boolean }) {
  return <RouteLink {...rest} className={cx(styles.link, quiet && styles.quiet, className)} />;
}

/** Web addresses, and telephone numbers with their country's. */
const LINKED = /(https:\/\/\S+|\+\d[\d ().-]{7,}\d)/;

/** How one joins a call, as it is told: a meeting's link says where it leads, and a telephone dials a number that is tapped. */
export function HowToJoin({ way }: { way: string }) {
  return way.split(LINKED).map((part) =>
    part.startsWith('https://') ? (
      <a key={part} className={styles.link} href={part} target="_blank" rel="noreferrer">
        Join at {URL.parse(part)?.hostname ?? part}
      </a>
    ) : LINKED.test(part) ? (
      <a key={part} className={styles.link} href={`tel:${part.replaceAll(/[^+\d]/g, '')}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

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

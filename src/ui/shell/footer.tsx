import { RouteLink } from '../parts/link.tsx';
import styles from './footer.module.css';

export type FooterLink = { label: string; href: string; external?: boolean | undefined };

/** Last on every page: whose it is and since when, and the ways out. */
export function Footer({ year, links, owner = 'Peritus' }: { year: number; links: FooterLink[]; owner?: string }) {
  return (
    <footer className={styles.footer}>
      {/* the picture of sign-in may have been drawn in another year */}
      <span className={styles.rights} suppressHydrationWarning>
        © {year} {owner}. All Rights Reserved.
      </span>
      <nav aria-label="Footer" className={styles.links}>
        {links.map((link) =>
          link.external ? (
            <a key={link.href} href={link.href} target="_blank" rel="noreferrer">
              {link.label}
            </a>
          ) : (
            <RouteLink key={link.href} href={link.href}>
              {link.label}
            </RouteLink>
          ),
        )}
      </nav>
    </footer>
  );
}

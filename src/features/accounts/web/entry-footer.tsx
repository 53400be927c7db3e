import { privacyUrl, termsUrl } from '../../../ui/session/site.ts';
import { TextLink } from '../../../ui/parts/link.tsx';
import styles from './entry.module.css';

const YEAR = new Date().getFullYear();

/** The footer of the pages before sign-in. */
export function EntryFooter() {
  return (
    <footer className={styles.footer}>
      {/* the picture of sign-in may have been drawn in another year */}
      <span suppressHydrationWarning>© {YEAR} Peritus. All Rights Reserved.</span>
      <nav className={styles.footerLinks} aria-label="About this site">
        <TextLink quiet href="/">
          Home
        </TextLink>
        <TextLink quiet href="/contact">
          Contact
        </TextLink>
        <TextLink quiet href={privacyUrl()} target="_blank" rel="noreferrer">
          Privacy
        </TextLink>
        <TextLink quiet href={termsUrl()} target="_blank" rel="noreferrer">
          Terms
        </TextLink>
      </nav>
    </footer>
  );
}

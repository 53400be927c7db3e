import type { MouseEvent, ReactNode } from 'react';
import { LinkProvider } from '../parts/link.tsx';
import type { LinkComponent } from '../parts/link.tsx';
import { Footer } from './footer.tsx';
import type { FooterLink } from './footer.tsx';
import { Header } from './header.tsx';
import type { HeaderProps } from './header.tsx';
import styles from './app-frame.module.css';

/**
 * Header, main, footer, and the jump past the header. `link` is the router's link for everything inside.
 * `fixed` keeps the page to the window for views whose parts scroll themselves.
 */
export function AppFrame({
  header,
  footer,
  notes,
  link,
  fixed = false,
  children,
}: {
  header: HeaderProps;
  footer: { year: number; links: FooterLink[] };
  /** The line under the header. */
  notes?: ReactNode;
  link?: LinkComponent;
  fixed?: boolean;
  children: ReactNode;
}) {
  const page = (
    <div className={styles.frame} data-fixed={fixed || undefined}>
      <a href="#main" className={styles.skip} onClick={skipNavigation}>
        Skip to content
      </a>
      <Header {...header} />
      {notes}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer {...footer} />
    </div>
  );
  return link ? <LinkProvider link={link}>{page}</LinkProvider> : page;
}

/** Pages with a navigation of their own beside them begin after it. */
function skipNavigation(event: MouseEvent): void {
  const content = document.querySelector<HTMLElement>('#main [data-content]');
  if (!content) return;
  event.preventDefault();
  content.focus();
}

import { type ReactNode, useLayoutEffect, useRef } from 'react';
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
  banner,
  link,
  fixed = false,
  bare = false,
  children,
}: {
  header: HeaderProps;
  footer: { year: number; links: FooterLink[] };
  /** Above everything: privacy banner, viewing as someone else. */
  banner?: ReactNode;
  link?: LinkComponent;
  fixed?: boolean;
  /** Without header and footer, as on sign-in. */
  bare?: boolean;
  children: ReactNode;
}) {
  const page = (
    <div className={styles.frame} data-fixed={fixed || undefined}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {banner ? <Banner>{banner}</Banner> : null}
      {bare ? null : <Header {...header} />}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {bare ? null : <Footer {...footer} />}
    </div>
  );
  return link ? <LinkProvider link={link}>{page}</LinkProvider> : page;
}

/** Tells the parts that fill the window how high it is: a panel beside the page ends where the window does. */
function Banner({ children }: { children: ReactNode }) {
  const node = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = node.current;
    if (!box) return undefined;
    const root = document.documentElement.style;
    const watch = new ResizeObserver(() => root.setProperty('--h-banner', `${box.offsetHeight}px`));
    watch.observe(box);
    return () => {
      watch.disconnect();
      root.removeProperty('--h-banner');
    };
  }, []);
  return <div ref={node}>{children}</div>;
}

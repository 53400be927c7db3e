import { type ReactNode, useState } from 'react';
import { TextLink } from '../../ui/parts/link.tsx';
import { privacyUrl, termsUrl } from '../../ui/session/site.ts';
import { AppFrame } from '../../ui/shell/app-frame.tsx';
import type { FooterLink } from '../../ui/shell/footer.tsx';
import { type Note, NoteLine } from '../../ui/shell/note-line.tsx';
import type { NavItem } from '../../ui/shell/user-items.tsx';
import { setShowPrivacyMessage, useShowPrivacyMessage } from './privacy-message.ts';
import styles from './web.module.css';

/** The one place in the header that is there for everybody. */
export const contactItem = (path: string): NavItem => ({
  label: 'Contact',
  href: '/contact',
  active: path === '/contact',
});

/** The way in, where nobody is signed in. */
export const LOG_IN = { label: 'Log In', href: '/login' };
/** Where the logo leads then. */
export const VISITOR_HOME = LOG_IN.href;

/** The footer of every page; `home` is whose page it is. */
export const footerOf = (year: number, home: string): { year: number; links: FooterLink[] } => ({
  year,
  links: [
    { label: 'Home', href: home },
    { label: 'Contact', href: '/contact' },
    { label: 'Privacy', href: privacyUrl(), external: true },
    { label: 'Terms', href: termsUrl(), external: true },
  ],
});

/** Where the privacy policy is, until it was dismissed. */
export const privacyNote = (onClose: () => void): Note => ({
  id: 'privacy',
  text: (
    <>
      Our cookies only let you in.{' '}
      <TextLink href={privacyUrl()} target="_blank" rel="noreferrer">
        Privacy policy
      </TextLink>
    </>
  ),
  closeLabel: 'Dismiss',
  onClose,
});

/** The layout of every page around home and sign-in, before the program is loaded. */
export function VisitorFrame({ path, children }: { path: string; children: ReactNode }) {
  const privacy = useShowPrivacyMessage();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <AppFrame
      header={{ home: VISITOR_HOME, nav: [contactItem(path)], user: null, logIn: LOG_IN }}
      footer={footerOf(year, '/')}
      notes={
        privacy ? (
          <div className={styles.firstNote}>
            <NoteLine notes={[privacyNote(() => setShowPrivacyMessage(false))]} />
          </div>
        ) : null
      }
    >
      {children}
    </AppFrame>
  );
}

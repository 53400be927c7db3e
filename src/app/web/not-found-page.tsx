import { useEffect } from 'react';
import { ButtonLink } from '../../ui/parts/button.tsx';
import { TextLink } from '../../ui/parts/link.tsx';
import styles from './web.module.css';

/** An address that leads to no page. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page not found · Peritus';
  }, []);
  return (
    <div className={styles.message}>
      <h1 tabIndex={-1}>There is no page at this address</h1>
      <p>
        It may have been mistyped, or the link is older than the page. If a link on this site brought you here,{' '}
        <TextLink
          href={`/contact?reason=other&message=${encodeURIComponent(`The page ${location.pathname} is missing.`)}`}
        >
          tell us
        </TextLink>
        .
      </p>
      <ButtonLink href="/">Go to your start page</ButtonLink>
    </div>
  );
}

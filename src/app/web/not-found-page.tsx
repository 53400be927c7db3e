import { useEffect } from 'react';
import { ButtonLink } from '../../ui/parts/button.tsx';
import { TextLink } from '../../ui/parts/link.tsx';
import { MessagePage } from '../../ui/parts/message-page.tsx';

/** An address that leads to no page. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page not found · Peritus';
  }, []);
  return (
    <MessagePage
      title="There is no page at this address"
      actions={<ButtonLink href="/">Go to your start page</ButtonLink>}
    >
      <p>
        It may have been mistyped, or the link is out of date. If a link on this site brought you here,{' '}
        <TextLink
          href={`/contact?reason=other&message=${encodeURIComponent(`The page ${location.pathname} is missing.`)}`}
        >
          tell us
        </TextLink>
        .
      </p>
    </MessagePage>
  );
}

import type { AnyRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { LinkComponent, LinkProps } from '../../ui/parts/link.tsx';

/** The link of the interface's parts: an anchor that moves within the program when it leads there. */
export function createRouterLink(router: AnyRouter): LinkComponent {
  return function RouterLink({ children, onClick, ...rest }: LinkProps) {
    function follow(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event);
      const { href, target, download } = event.currentTarget;
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      ) {
        return;
      }
      if ((target && target !== '_self') || download) return;
      const to = new URL(href);
      if (to.origin !== location.origin || to.pathname.startsWith('/api/')) return;
      event.preventDefault();
      router.history.push(to.pathname + to.search + to.hash);
    }
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the href is in `rest`
      <a {...rest} onClick={follow}>
        {children}
      </a>
    );
  };
}

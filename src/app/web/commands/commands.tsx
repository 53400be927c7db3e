import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { viewerOf } from '../../../features/accounts/web/current-user.ts';
import { landingOf } from '../../../features/accounts/web/current-user.ts';
import { mayConverse } from '../../../features/conversations/rules.ts';
import { Kbd } from '../../../ui/parts/chips.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { useAuth } from '../auth.tsx';
import styles from './commands.module.css';
import { isTyping, onMac, singleKeysOn } from './keys.ts';

const Menu = lazyPart(async () => ({ default: (await import('./menu.tsx')).CommandMenu }), 'edge');
const Overview = lazyPart(async () => ({ default: (await import('./overview.tsx')).ShortcutOverview }), 'edge');
const SEQUENCE_MS = 1_200;

type Open = 'menu' | 'overview' | 'new' | null;

/** The search field of the header, the command menu behind it, and the keyboard shortcuts of every page. */
export function Commands() {
  const { user, expired } = useAuth();
  const router = useRouter();
  const [open, setOpen] = useState<Open>(null);
  const first = useRef<{ key: string; at: number } | null>(null);
  const blocked = user === null || expired || user.needsToAcceptEula;

  useEffect(() => {
    if (blocked) return undefined;
    const go = (to: string): void => void router.navigate({ to });
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        setOpen((now) => (now === 'menu' ? null : 'menu'));
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !singleKeysOn()) return;
      // a dialog that is open keeps the keys
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
      const before = first.current;
      first.current = { key: event.key, at: event.timeStamp };
      const after = before && event.timeStamp - before.at < SEQUENCE_MS ? before.key : null;
      if (after === 'g' && event.key === 'd') go(landingOf(user, location.pathname));
      else if (after === 'g' && event.key === 'c' && mayConverse(viewerOf(user))) go('/chats');
      else if (event.key === '/') setOpen('menu');
      else if (event.key === '?') setOpen('overview');
      else if (event.key === 'n') setOpen('new');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [blocked, router, user]);

  if (blocked) return null;
  return (
    <>
      <button type="button" className={styles.opener} onClick={() => setOpen('menu')} aria-haspopup="dialog">
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={styles.words}>Search or jump to</span>
        <span className={styles.key} aria-hidden>
          <Kbd>{onMac() ? '⌘ K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      <Suspense fallback={null}>
        {open === 'menu' || open === 'new' ? (
          <Menu
            begin={open === 'new' ? 'new case review' : ''}
            onClose={() => setOpen(null)}
            onOverview={() => setOpen('overview')}
          />
        ) : null}
        {open === 'overview' ? <Overview onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </>
  );
}

import { IconRoute } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ButtonLink } from '../../ui/parts/button.tsx';
import { MessagePage } from '../../ui/parts/message-page.tsx';
import { plannedRoute } from '../planned-routes.ts';
import type { PlannedRow } from '../planned-rows.ts';
import styles from './web.module.css';

/** A page that is not there yet: what will stand there, what one can do today, and the way to it. */
export function PlannedPage({ row }: { row: PlannedRow }) {
  const route = plannedRoute(row);
  useEffect(() => {
    document.title = `${route.title} · Peritus`;
  }, [route.title]);
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  const way =
    route.way === 'home'
      ? { label: 'Go to your start page', href: '/' }
      : { ...route.way, href: fill(route.way.href, params) };
  return (
    <MessagePage
      title={route.title}
      kicker={
        <p className={styles.kicker}>
          <IconRoute size={16} stroke={1.75} aria-hidden /> Not here yet
        </p>
      }
    >
      <p>{route.later}</p>
      <div className={styles.today}>
        <h2>Today</h2>
        <p>{route.today}</p>
        <ButtonLink kind="primary" href={way.href}>
          {way.label}
        </ButtonLink>
      </div>
    </MessagePage>
  );
}

/** A path with its parameters filled in. */
function fill(path: string, params: Record<string, string | undefined>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

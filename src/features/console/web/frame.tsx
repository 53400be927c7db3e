import { IconChevronDown, IconLayoutSidebar } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, use, useEffect, useId, useMemo, useState } from 'react';
import { CONSOLE_GROUPS, type ConsolePlace } from '../../../core/console.ts';
import { plural } from '../../../core/phrases.ts';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { useMedia } from '../../../ui/parts/use-media.ts';
import { consoleEndpoints } from '../contract.ts';
import styles from './console.module.css';
import { GLYPHS } from './glyphs.ts';

const ASK_AGAIN_MS = 60_000;

interface Standing {
  places: readonly ConsolePlace[];
  /** By path; absent while it is not known. */
  waiting: Readonly<Record<string, number>> | undefined;
}
const Context = createContext<Standing>({ places: [], waiting: undefined });

/** The places of the console this person has, and what waits there. */
export const useConsole = (): Standing => use(Context);

/** The places by group, without groups that have none. */
export const byGroup = (places: readonly ConsolePlace[]) =>
  CONSOLE_GROUPS.map((group) => ({ group, places: places.filter((place) => place.group === group) })).filter(
    (one) => one.places.length > 0,
  );

const isAt = (path: string, place: ConsolePlace): boolean => path === place.path || path.startsWith(`${place.path}/`);

/** The console: its navigation beside the page, above it in windows under 1024 px. */
export function ConsoleFrame({
  places,
  path,
  children,
}: {
  /** Those this person has. */
  places: readonly ConsolePlace[];
  /** Of the page that is open. */
  path: string;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const { data } = useQuery({ ...query(consoleEndpoints.waiting, {}), refetchInterval: ASK_AGAIN_MS });
  const waiting = data?.waiting;
  useEffect(() => {
    // what one came from may have taken something off
    void askAgain(client, { queryKey: queryKey(consoleEndpoints.waiting) });
  }, [client, path]);
  const standing = useMemo(() => ({ places, waiting }), [places, waiting]);
  return (
    <Context value={standing}>
      <div className={styles.frame}>
        <ConsoleNav places={places} path={path} waiting={waiting} />
        <div className={styles.content} tabIndex={-1} data-content>
          {children}
        </div>
      </div>
    </Context>
  );
}

function ConsoleNav({ places, path, waiting }: Standing & { path: string }) {
  const id = useId();
  const wide = useMedia('(min-width: 64em)');
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === path;
  const here = places.find((place) => isAt(path, place));
  return (
    <nav aria-label="Admin" className={styles.nav}>
      {wide ? null : (
        <button
          type="button"
          className={styles.opener}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpenAt(open ? null : path)}
        >
          <IconLayoutSidebar size={18} stroke={1.75} aria-hidden />
          <span>{here?.label ?? 'Overview'}</span>
          <IconChevronDown size={16} stroke={2} aria-hidden />
        </button>
      )}
      <div id={id} hidden={!wide && !open} className={styles.groups}>
        {byGroup(places).map(({ group, places: own }) => (
          <div key={group} className={styles.group}>
            <p id={`${id}-${group}`} className={styles.title}>
              {group}
            </p>
            <ul aria-labelledby={`${id}-${group}`} className={styles.list}>
              {own.map((place) => {
                const Glyph = GLYPHS[place.glyph];
                return (
                  <li key={place.path}>
                    <RouteLink
                      href={place.path}
                      className={styles.place}
                      aria-current={path === place.path ? 'page' : place === here ? 'true' : undefined}
                      onClick={() => setOpenAt(null)}
                    >
                      <Glyph size={18} stroke={1.75} aria-hidden />
                      <span className={styles.label}>{place.label}</span>
                      <Waiting count={waiting?.[place.path]} />
                    </RouteLink>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** How much waits at a place; nothing where nothing does. */
export function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{` ${plural(count, 'waits', 'wait')}`}</VisuallyHidden>
    </span>
  );
}

import { readsTrends } from '../../../features/reviews/rules/permission.ts';
import {
  IconAdjustments,
  IconArrowRight,
  IconBolt,
  IconBuilding,
  IconFileText,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { KINDS, firstKind } from '../../../core/kinds.ts';
import { INVITERS } from '../../../features/accounts/rules.ts';
import { kindsOf, viewerOf } from '../../../features/accounts/web/current-user.ts';
import { countReviews, createReview, listAllReviews, listReviews } from '../../../features/reviews/contract.ts';
import { query as queryOf, useCommand } from '../../../ui/api/hooks.ts';
import { cx } from '../../../ui/parts/common.ts';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useAuth } from '../auth.tsx';
import { placesOf } from '../console-places.ts';
import { headerUser, navOf } from '../navigation.ts';
import { setShowPrivacyMessage } from '../privacy-message.ts';
import { useModal } from '../../../ui/parts/use-modal.ts';
import styles from './commands.module.css';
import { useOrganizations, usePeople, useSettings } from './console-finds.ts';
import { type Entry, matching } from './match.ts';

const WAIT_MS = 180;
const ICONS = {
  Reviews: IconFileText,
  People: IconUser,
  Organizations: IconBuilding,
  'Go to': IconArrowRight,
  Settings: IconAdjustments,
  Do: IconBolt,
} as const;
const GROUPS = ['Reviews', 'People', 'Organizations', 'Go to', 'Settings', 'Do'] as const;
/** So many settings are shown at once: who types on narrows them. */
const MOST_SETTINGS = 8;
/** And so many reviews. */
const MOST_REVIEWS = { all: 6, completed: 4 } as const;

/**
 * Search and jump: a field over a list. Typing narrows it and looks for reviews by number or name, and for people and
 * organizations where one keeps them; arrows choose, Enter goes, Escape leaves.
 */
export function CommandMenu({
  begin,
  onClose,
  onOverview,
}: {
  begin: string;
  onClose: () => void;
  onOverview: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(begin);
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = useEntries(onOverview);
  const reviews = useReviews(asked);
  const people = usePeople(asked);
  const organizations = useOrganizations(asked);
  const settings = useSettings();
  const typed = text.trim() !== '';
  const matched = [...matching(commands, text), ...(typed ? matching(settings, text).slice(0, MOST_SETTINGS) : [])];
  const entries = GROUPS.flatMap((group) =>
    [...(typed ? [...reviews.entries, ...people.entries, ...organizations.entries] : []), ...matched].filter(
      (e) => e.group === group,
    ),
  );
  const failed = reviews.failed ? 'Reviews' : people.failed ? 'People' : organizations.failed ? 'Organizations' : null;
  const at = Math.min(chosen, entries.length - 1);
  const current = entries[at];

  useModal(dialog);

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function run(entry: Entry | undefined): void {
    if (!entry) return;
    onClose();
    entry.run();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside it closes it, as Escape does
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search or jump to"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          aria-autocomplete="list"
          aria-label="Search or jump to"
          placeholder="A number, a name, a page"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined && entries.length > 0) {
              event.preventDefault();
              setChosen((at + step + entries.length) % entries.length);
            } else if (event.key === 'Enter') {
              event.preventDefault();
              run(current);
            }
          }}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Found" className={styles.list}>
        {GROUPS.map((group) => {
          const rows = entries.filter((entry) => entry.group === group);
          if (rows.length === 0) return null;
          const Icon = ICONS[group];
          return (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className={styles.group}>
                {group}
              </div>
              {rows.map((entry) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and takes the keys
                <div
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  role="option"
                  aria-selected={entry === current}
                  className={cx(styles.entry, entry === current && styles.current)}
                  onPointerMove={() => setChosen(entries.indexOf(entry))}
                  onClick={() => run(entry)}
                >
                  <Icon size={16} stroke={1.75} aria-hidden />
                  <span className={styles.label}>{entry.label}</span>
                  {entry.note ? <span className={styles.note}>{entry.note}</span> : null}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <p className={styles.state} role="status">
        {failed
          ? `${failed} could not be searched. Try again in a moment.`
          : reviews.searching || people.searching || organizations.searching
            ? 'Searching'
            : entries.length === 0
              ? `Nothing here is called “${text.trim()}”.`
              : null}
      </p>
    </dialog>
  );
}

/** The pages the person has and what can be done from anywhere. */
function useEntries(onOverview: () => void): Entry[] {
  const auth = useAuth();
  const router = useRouter();
  const { user } = auth;
  const kinds = useMemo(() => (user ? kindsOf(user) : []), [user]);
  const [first] = kinds;
  const own = first ?? firstKind();
  const orders = useQuery({ ...queryOf(countReviews, { kind: own, query: {} }), enabled: first !== undefined });
  const create = useCommand(createReview, {
    refresh: [listReviews, countReviews],
    onSuccess: (made) => void router.navigate({ to: reviewHref(own, made.review_id, 'step-one') }),
  });
  if (!user) return [];
  const go = (to: string) => () => void router.navigate({ to });
  const pages = navOf(user, router.state.location.pathname, undefined).flatMap((item) =>
    item.items
      ? item.items.map(({ label, href }) => ({ label, href }))
      : [{ label: item.label, href: item.href ?? '/' }],
  );
  const isExpertSide = pages.some(({ href }) => href === '/up-next');
  const completed = isExpertSide
    ? []
    : kinds.map((kind) => ({ label: `Completed ${KINDS[kind].label}`, href: KINDS[kind].completed_path }));
  const trends = kinds.flatMap((kind) => {
    const { singular, trends_path } = KINDS[kind];
    return trends_path && readsTrends(viewerOf(user).kind)
      ? [{ label: `${singular.replace(/^./, (c) => c.toUpperCase())} trends`, href: trends_path }]
      : [];
  });
  const person = headerUser(user, auth, async (to) => router.navigate({ to, replace: true }));
  const links = person.links.filter((link) => !link.external);
  const seen = new Set<string>();
  const goTo: { label: string; href: string; words?: string }[] = [
    ...pages,
    ...completed,
    ...trends,
    ...links,
    ...placesOf(user).map(({ label, path, words }) => ({ label, href: path, words: `admin ${words ?? ''}` })),
    { label: 'Notification settings', href: '/account/notifications' },
  ];
  const entries = goTo
    .filter(({ href }) => !seen.has(href) && seen.add(href))
    .map(({ label, href, words }): Entry => ({
      id: href.replaceAll('/', '-'),
      group: 'Go to',
      label,
      ...(words === undefined ? {} : { words }),
      run: go(href),
    }));
  return [
    ...entries,
    ...(orders.data?.tabs && orders.data.create.allowed
      ? [
          {
            id: 'new',
            group: 'Do',
            label: `New ${KINDS[own].singular}`,
            words: 'order start draft create',
            // whoever orders for several organizations is asked for which, on the list
            run: user.organization ? () => create.mutate({ kind: own, body: {} }) : go(KINDS[own].list_path),
          } satisfies Entry,
        ]
      : []),
    ...(INVITERS.has(viewerOf(user).kind)
      ? [
          {
            id: 'invite',
            group: 'Do',
            label: 'Invite a person',
            words: 'people add colleague user account',
            run: go('/account/invitations'),
          } satisfies Entry,
        ]
      : []),
    ...(person.roles ?? [])
      .filter((role) => !role.active)
      .map((role): Entry => ({
        id: `role-${role.id}`,
        group: 'Do',
        label: `Switch to ${role.label}`,
        words: 'role profile act as',
        run: () => person.onRole?.(role.id),
      })),
    { id: 'keys', group: 'Do', label: 'Keyboard shortcuts', words: 'help keys ?', run: onOverview },
    {
      id: 'privacy',
      group: 'Do',
      label: 'Show the privacy notice',
      words: 'policy cookie',
      run: () => setShowPrivacyMessage(true),
    },
    { id: 'out', group: 'Do', label: 'Log Out', words: 'sign out leave', run: person.onLogOut },
  ];
}

/** Reviews of every kind by number or name, from the lists the person has: first those that go on, then those that are over. */
function useReviews(asked: string) {
  const { user } = useAuth();
  const router = useRouter();
  const enabled = user !== null && kindsOf(user).length > 0 && asked.length >= 2;
  const open = useFound(asked, 'all', enabled);
  const over = useFound(asked, 'completed', enabled);
  const rows = enabled ? [...(open.data?.data ?? []), ...(over.data?.data ?? [])] : [];
  return {
    searching: enabled && (open.isFetching || over.isFetching),
    failed: enabled && (open.isError || over.isError),
    entries: rows.map((row): Entry => ({
      id: `review-${row.id}`,
      group: 'Reviews',
      label: row.subject === '' ? row.number : row.subject,
      note: row.subject === '' ? row.status.label : `${row.number} · ${row.status.label}`,
      run: () => void router.navigate({ to: reviewHref(row.kind, row.id) }),
    })),
  };
}

const useFound = (asked: string, tab: keyof typeof MOST_REVIEWS, enabled: boolean) =>
  useQuery({
    ...queryOf(listAllReviews, { query: { q: asked, tab, limit: MOST_REVIEWS[tab] } }),
    enabled,
    placeholderData: keepPreviousData,
  });

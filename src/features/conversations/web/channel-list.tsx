import { plural } from '../../../core/phrases.ts';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { Out } from '../../../core/endpoint.ts';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ToggleChip, UnreadBadge, VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { CHANNEL_FILTERS, type ChannelView, conversationEndpoints } from '../contract.ts';
import { readDraft } from './drafts.ts';
import { NewConversation } from './new-conversation.tsx';
import { listTime } from './channel-labels.ts';
import { useLeaving } from '../../../ui/parts/use-leaving.ts';
import styles from './chats.module.css';

export type ChannelFilter = (typeof CHANNEL_FILTERS)[number];
type Listing = Out<typeof conversationEndpoints.channels>;

const LABELS: Record<ChannelFilter, string> = { open: 'Open', unread: 'Unread', closed: 'Closed' };
const TYPE_MS = 250;

/** All conversations of the reader: search, filters, unread first. `search` is what the address says. */
export function ChannelList({
  current,
  filter,
  q,
  onSearch,
}: {
  current: string | null;
  filter: ChannelFilter;
  q: string;
  onSearch: (search: { filter: ChannelFilter; q: string }) => void;
}) {
  const [text, setText] = useState(q);
  const leaving = useLeaving();
  const heading = useId();
  const list = useInfiniteQuery<Listing, ApiError, { pages: Listing[] }, readonly unknown[], string | undefined>({
    queryKey: queryKey(conversationEndpoints.channels, { query: { filter, q } }),
    queryFn: ({ pageParam, signal }) =>
      call(conversationEndpoints.channels, {
        query: { filter, ...(q === '' ? {} : { q }), ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (held) => held,
  });
  useEffect(() => {
    if (text.trim() === q || leaving) return undefined;
    const timer = setTimeout(() => onSearch({ filter, q: text.trim() }), TYPE_MS);
    return () => clearTimeout(timer);
  }, [filter, leaving, onSearch, q, text]);
  const counts = list.data?.pages[0]?.counts;
  const channels = list.data?.pages.flatMap((page) => page.data) ?? [];

  return (
    <nav className={styles.list} aria-labelledby={heading}>
      <div className={styles.listHead}>
        <div className={styles.listTitle}>
          <h1 id={heading}>Conversations</h1>
          <NewConversation />
        </div>
        <label className={styles.search}>
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <VisuallyHidden>Search people and messages</VisuallyHidden>
          <input
            type="search"
            placeholder="Search people and messages"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className={styles.filters} role="group" aria-label="Show">
          {CHANNEL_FILTERS.map((name) => (
            <ToggleChip key={name} pressed={filter === name} onClick={() => onSearch({ filter: name, q: text.trim() })}>
              {LABELS[name]}
              {counts && counts[name] > 0 && name !== 'closed' ? ` ${counts[name]}` : null}
            </ToggleChip>
          ))}
        </div>
      </div>
      <div className={styles.rows}>
        {list.isPending ? (
          <div className={styles.waiting}>
            <SkeletonRows rows={6} columns={[12, 60, 10]} height={74} label="Loading conversations" />
          </div>
        ) : null}
        <div className={styles.fault}>
          <Failure
            error={list.error}
            what="The conversations could not be loaded."
            onRetry={() => void list.refetch()}
          />
        </div>
        {list.isSuccess && channels.length === 0 ? (
          <Nothing
            filter={filter}
            q={q}
            onAll={() => {
              setText('');
              onSearch({ filter: 'open', q: '' });
            }}
          />
        ) : null}
        <ul>
          {channels.map((channel) => (
            <Row key={channel.channel_id} channel={channel} current={channel.channel_id === current} />
          ))}
        </ul>
        {list.hasNextPage ? (
          <div className={styles.more}>
            <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              More conversations
            </Button>
          </div>
        ) : null}
      </div>
    </nav>
  );
}

function Nothing({ filter, q, onAll }: { filter: ChannelFilter; q: string; onAll: () => void }) {
  if (q !== '')
    return (
      <EmptyState
        title={`No conversation matches “${q}”`}

        action={<Button onClick={onAll}>Clear search</Button>}
      />
    );
  if (filter === 'unread')
    return <EmptyState title="Everything is read" action={<Button onClick={onAll}>Show all</Button>} />;
  if (filter === 'closed')
    return <EmptyState title="No closed conversations">They stay readable here once a review has ended.</EmptyState>;
  return (
    <EmptyState title="No conversations yet">
      Write to Peritus from any ordered review. The expert is added once one has accepted.
    </EmptyState>
  );
}

function Row({ channel, current }: { channel: ChannelView; current: boolean }) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const zone = viewer.time_zone;
  const last = channel.last_message;
  const draft = current ? '' : readDraft(viewer.user_id, channel.channel_id);
  const words =
    draft !== ''
      ? `Draft: ${draft}`
      : last
        ? `${last.sender?.user_id === viewer.user_id ? 'You: ' : ''}${last.excerpt}`
        : 'No messages yet';
  return (
    <li>
      <RouteLink
        href={`/chat/${channel.channel_id}`}
        className={cx(styles.row, current && styles.current, channel.unread > 0 && styles.unread)}
        aria-current={current ? 'page' : undefined}
      >
        <SideAvatar name={channel.name} seat={channel.seat} size={38} />
        <span className={styles.rowWords}>
          <span className={styles.rowName}>{channel.name}</span>
          <span className={styles.rowMatter}>
            {channel.review.number}
            {channel.review.subject === '' ? null : ` · ${channel.review.subject}`}
          </span>
          <span className={styles.rowLast}>{words}</span>
        </span>
        <span className={styles.rowEnd}>
          {last ? (
            <time dateTime={last.created_at} title={formatInstant(last.created_at, { zone, now })}>
              {listTime(last.created_at, now, { zone })}
            </time>
          ) : null}
          <UnreadBadge count={channel.unread} plain />
          {channel.unread > 0 ? <VisuallyHidden>{plural(channel.unread, 'unread message')}</VisuallyHidden> : null}
        </span>
      </RouteLink>
    </li>
  );
}

import { IconArrowLeft, IconMessages, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { KINDS } from '../../../core/kinds.ts';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey } from '../../../ui/api/hooks.ts';
import { ButtonLink, IconButton } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { useMedia } from '../../../ui/parts/split-view.tsx';
import { CHANNEL_FILTERS, type ChannelView, conversationEndpoints } from '../contract.ts';
import { namedByAddress, parseChannelId } from '../rules.ts';
import { type ChannelFilter, ChannelList } from './channel-list.tsx';
import { MatterRail } from './matter-rail.tsx';
import { SearchMessages } from './search-messages.tsx';
import { Thread } from './thread.tsx';
import { sideLabel } from './channel-labels.ts';
import styles from './chats.module.css';

const E = conversationEndpoints;

/** All conversations; beside them room for the one that is chosen. */
export function ChatsPage() {
  return <Chats channelId={null} />;
}

/** One conversation, among the others on a wide screen. */
export function ChatPage() {
  const { channelId } = useParams({ strict: false }) as { channelId?: string };
  return <Chats channelId={channelId ?? null} />;
}

/** The reader's conversations as they are now, to choose one to open: under a key of its own, no list that live news change. */
const allChannels = {
  queryKey: ['conversation-to-open'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(E.channels, { query: { limit: 100 }, signal }),
  gcTime: 0,
};

/** What an address says of the conversation it means: of which sort, and about whom. */
function useMeant(): { channelType: string | null; claimant: string | null } {
  const { channelType, claimant } = useSearch({ strict: false }) as Record<string, unknown>;
  const text = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 80) : null;
  return { channelType: text(channelType), claimant: text(claimant) };
}

const isMeant = (channel: ChannelView, { channelType, claimant }: ReturnType<typeof useMeant>): boolean =>
  (channelType === null || channel.type === channelType) &&
  (claimant === null || channel.review.subject.toLowerCase().includes(claimant.toLowerCase()));

/** Without a conversation named: of those the address means the one in which something was written last. Nobody's yet: the empty list. */
export function NewestChatPage() {
  const meant = useMeant();
  const newest = useQuery({
    ...allChannels,
    select: ({ data }) => newestOf(data.filter((channel) => isMeant(channel, meant))),
  });
  // among the others, as it will stand
  if (newest.isPending) return <Chats channelId={null} opening />;
  if (newest.isSuccess && !newest.data && meant.claimant !== null) return <NotYet claimant={meant.claimant} />;
  // a failure is told, and can be tried again, by the list itself
  if (!newest.data) return <Chats channelId={null} />;
  return <Navigate to={`/chat/${newest.data}`} replace />;
}

/** The conversation whose unread words are the newest; where all is read, the one in which something was written last. */
const opensFirst = (channels: readonly ChannelView[]): string | null => {
  const unread = channels.filter((channel) => channel.unread > 0);
  return newestOf(unread.length > 0 ? unread : channels);
};
const newestOf = (channels: readonly ChannelView[]): string | null =>
  channels.toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)))[0]?.channel_id ?? null;

/** A conversation on its way, where its words will stand. */
const Opening = () => (
  <div className={styles.main}>
    <div className={styles.opening}>
      <SkeletonRows rows={6} columns={[8, 60]} height={64} label="Loading the conversation" />
    </div>
  </div>
);

const lastAt = (channel: ChannelView): string => channel.last_message?.created_at ?? '';

function Chats({ channelId, opening = false }: { channelId: string | null; opening?: boolean }) {
  const wide = useMedia('(min-width: 60em)');
  const search = useSearch({ strict: false }) as { filter?: unknown; q?: unknown };
  const path = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const filter = CHANNEL_FILTERS.find((name) => name === search.filter) ?? 'open';
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
  const onSearch = useCallback(
    (next: { filter: ChannelFilter; q: string }) => {
      const wanted = {
        ...(next.filter === 'open' ? {} : { filter: next.filter }),
        ...(next.q === '' ? {} : { q: next.q }),
      };
      void navigate({ to: path, search: wanted, replace: true });
    },
    [navigate, path],
  );
  const arrives = wide && path === '/chats' && filter === 'open' && q === '';
  const first = useQuery({
    ...allChannels,
    select: ({ data }) => opensFirst(data),
    enabled: arrives,
  });
  // the address is replaced, so that going back leads to where the reader came from
  if (arrives && first.data) return <Navigate to={`/chat/${first.data}`} replace />;
  const list = <ChannelList current={channelId} filter={filter} q={q} onSearch={onSearch} />;
  if (!wide)
    return (
      <div className={styles.phone}>
        {opening ? <Opening /> : channelId === null ? list : <Chosen id={channelId} key={channelId} back />}
      </div>
    );
  return (
    <div className={styles.page}>
      {list}
      {opening || (arrives && first.isPending) ? (
        <Opening />
      ) : channelId === null ? (
        <div className={styles.none}>
          <EmptyState icon={<IconMessages stroke={1.5} />} title="Choose a conversation">
            What requester, expert and Peritus write to each other is kept with its review.
          </EmptyState>
        </div>
      ) : (
        <Chosen id={channelId} key={channelId} />
      )}
    </div>
  );
}

/** A conversation that does not exist yet, by whom it will be about. */
const NotYet = ({ claimant, alone = true }: { claimant: string; alone?: boolean }) => (
  <div className={styles.none}>
    {alone ? (
      <h1>
        <VisuallyHidden>Conversations</VisuallyHidden>
      </h1>
    ) : null}
    <EmptyState
      icon={<IconMessages stroke={1.5} />}
      title={`No conversation about ${claimant} yet`}
      action={<ButtonLink href="/chats">All conversations</ButtonLink>}
    >
      It opens once the review is ordered; the one with the expert, once an expert has accepted.
    </EmptyState>
  </div>
);

/** The conversation; one that does not exist yet is opened when its id names a review of the reader. */
async function fetchChannel(address: string, channelType: string | null, signal: AbortSignal): Promise<ChannelView> {
  const meant = namedByAddress(address, channelType);
  if (meant && 'review_id' in meant) {
    const { channels } = await call(E.openChannels, { kind: meant.kind, params: { id: meant.review_id }, signal });
    const [first] = channels;
    if (!first) throw new ApiError(404, null);
    return first;
  }
  const id = meant?.id ?? address;
  try {
    return await call(E.channel, { params: { channel_id: id }, signal });
  } catch (error) {
    const named = parseChannelId(id);
    if ((error as ApiError).status !== 404 || !named) throw error;
    const { channels } = await call(E.openChannels, { kind: named.kind, params: { id: named.review_id }, signal });
    const found = channels.find((c) => c.channel_id === id);
    if (!found) throw error;
    return found;
  }
}

function Chosen({ id, back = false }: { id: string; back?: boolean }) {
  const rail = useMedia('(min-width: 80em)');
  const { channelType, claimant } = useMeant();
  const channel = useQuery<ChannelView, ApiError>({
    queryKey: queryKey(E.channel, { params: { channel_id: id } }),
    queryFn: ({ signal }) => fetchChannel(id, channelType, signal),
  });
  if (channel.isPending) return <Opening />;
  if (!channel.data && claimant !== null && channel.error.status === 404)
    return <NotYet claimant={claimant} alone={back} />;
  if (!channel.data)
    return (
      <div className={styles.none}>
        {channel.error.status === 404 || channel.error.status === 403 || channel.error.status === 400 ? (
          <EmptyState
            title="You do not have access to this conversation"
            action={<ButtonLink href="/chats">All conversations</ButtonLink>}
          >
            It does not exist, or you are no longer part of it.
          </EmptyState>
        ) : (
          <Failure
            error={channel.error}
            what="The conversation could not be loaded."
            onRetry={() => void channel.refetch()}
          />
        )}
      </div>
    );
  // an address of another program becomes the conversation's own
  if (channel.data.channel_id !== id) return <Navigate to={`/chat/${channel.data.channel_id}`} replace />;
  return (
    <>
      <Conversation channel={channel.data} back={back} link={!rail} />
      {rail ? <MatterRail channel={channel.data} /> : null}
    </>
  );
}

function Conversation({ channel, back, link }: { channel: ChannelView; back: boolean; link: boolean }) {
  const [searching, setSearching] = useState(false);
  const [goTo, setGoTo] = useState<{ seq: number } | null>(null);
  const { review } = channel;
  const matter = `${review.number}${review.subject === '' ? '' : ` · ${review.subject}`}`;
  return (
    <section className={styles.main} aria-label={channel.name}>
      <header className={styles.mainHead}>
        {back ? (
          <RouteLink href="/chats" className={styles.back} aria-label="All conversations">
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          </RouteLink>
        ) : null}
        <SideAvatar name={channel.name} seat={channel.seat} size={38} />
        <div className={styles.who}>
          {back ? <h1>{channel.name}</h1> : <h2>{channel.name}</h2>}
          <p>
            {link ? (
              <RouteLink href={`/${KINDS[review.kind].slug}/${review.id}`}>{matter}</RouteLink>
            ) : (
              `${sideLabel(channel)}, about ${review.number}`
            )}
          </p>
        </div>
        <IconButton
          label="Search this conversation"
          kind="default"
          size="md"
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          <IconSearch stroke={1.75} />
        </IconButton>
      </header>
      {searching ? (
        <SearchMessages
          channel={channel}
          onFound={(seq) => setGoTo({ seq })}
          onClose={() => {
            setSearching(false);
            setGoTo(null);
          }}
        />
      ) : null}
      <Thread channel={channel} goTo={goTo} />
    </section>
  );
}

import { IconArrowsDiagonal, IconMessages, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { IconButton } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { Tabs } from '../../../ui/parts/tabs.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { conversationEndpoints } from '../contract.ts';
import { SearchMessages } from './search-messages.tsx';
import { Thread } from './thread.tsx';
import { tabLabel } from './channel-labels.ts';
import styles from './panel.module.css';

/** The conversations of a review beside its page: one tab for each other side, with its writer. */
export function ConversationPanel({ kind, reviewId, onClose }: ReviewSlotProps & { onClose?: () => void }) {
  const channels = useQuery(query(conversationEndpoints.openChannels, { kind, params: { id: reviewId } }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [searching, setSearching] = useState(false);
  const [goTo, setGoTo] = useState<{ seq: number } | null>(null);
  const list = channels.data?.channels ?? [];
  // what is unread opens first, and stays when it has been read
  const [first, setFirst] = useState<string | null>(null);
  const fallback = list.find((c) => c.unread > 0) ?? list[0];
  if (first === null && fallback) setFirst(fallback.channel_id);
  const shown = list.find((c) => c.channel_id === (chosen ?? first)) ?? fallback;

  return (
    <section className={styles.panel} aria-label="Conversation">
      <header className={styles.panelHead}>
        <h2>Conversation</h2>
        {shown ? (
          <>
            <IconButton
              label="Search this conversation"
              aria-expanded={searching}
              onClick={() => setSearching(!searching)}
            >
              <IconSearch stroke={1.75} />
            </IconButton>
            <RouteLink
              className={styles.expand}
              href={`/chat/${shown.channel_id}`}
              aria-label="Open on its own page"
              title="Open on its own page"
            >
              <IconArrowsDiagonal size={16} stroke={1.75} aria-hidden />
            </RouteLink>
          </>
        ) : null}
        {onClose ? (
          <IconButton label="Close the conversation" onClick={onClose}>
            <IconX stroke={1.75} />
          </IconButton>
        ) : null}
      </header>
      {channels.isPending ? (
        <SkeletonRows rows={5} columns={[10, 70]} height={56} label="Loading the conversation" />
      ) : null}
      <div className={styles.fault}>
        <Failure
          error={channels.error}
          what="The conversation could not be loaded."
          onRetry={() => void channels.refetch()}
        />
      </div>
      {channels.isSuccess && !shown ? (
        <EmptyState icon={<IconMessages stroke={1.5} />} title="Nothing to talk about yet" level={3}>
          The conversation with Peritus opens once this review is ordered, the one with the expert once one has
          accepted.
        </EmptyState>
      ) : null}
      {shown ? (
        <Tabs
          label="Conversations of this review"
          tabs={list.map((c) => ({ value: c.channel_id, label: tabLabel(c, list.length), unread: c.unread }))}
          value={shown.channel_id}
          onChange={(value) => {
            setChosen(value);
            setSearching(false);
          }}
          flush
          fill
        >
          {searching ? (
            <SearchMessages
              channel={shown}
              onFound={(seq) => setGoTo({ seq })}
              onClose={() => {
                setSearching(false);
                setGoTo(null);
              }}
            />
          ) : null}
          <Thread key={shown.channel_id} channel={shown} goTo={goTo} />
        </Tabs>
      ) : null}
    </section>
  );
}

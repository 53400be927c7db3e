import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { IconButton } from '../../../ui/parts/button.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatNear } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type ChannelView, conversationEndpoints } from '../contract.ts';
import { excerpt } from '../rules.ts';
import styles from './panel.module.css';

/** Finds messages of one conversation; choosing one goes there. */
export function SearchMessages({
  channel,
  onFound,
  onClose,
}: {
  channel: ChannelView;
  onFound: (seq: number) => void;
  onClose: () => void;
}) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const [text, setText] = useState('');
  const words = useDeferredValue(text.trim());
  const found = useQuery({
    ...query(conversationEndpoints.messages, {
      params: { channel_id: channel.channel_id },
      query: { q: words, limit: 30 },
    }),
    enabled: words.length > 1,
  });
  const messages = words.length > 1 ? (found.data?.data ?? []).toReversed() : [];
  return (
    <search className={styles.search}>
      <div className={styles.searchField}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          type="search"
          aria-label="Search this conversation"
          placeholder="Search this conversation"
          value={text}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the reader to write in it
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
        />
        <IconButton label="Close search" onClick={onClose}>
          <IconX stroke={1.75} />
        </IconButton>
      </div>
      <div aria-live="polite">
        <Failure error={found.error} what="The search did not work." onRetry={() => void found.refetch()} />
        {words.length > 1 && found.isSuccess && messages.length === 0 ? (
          <p className={styles.nothing}>No message has “{words}”.</p>
        ) : null}
      </div>
      {messages.length > 0 ? (
        <ul className={styles.hits}>
          {messages.map((message) => (
            <li key={message.seq}>
              <button type="button" onClick={() => onFound(message.seq)}>
                <span className={styles.hitHead}>
                  <b>{message.sender?.user_id === viewer.user_id ? 'You' : message.sender?.short_name}</b>
                  <span>{formatNear(message.created_at, { now, zone: viewer.time_zone })}</span>
                </span>
                <span>{excerpt(message.body, 140)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  );
}

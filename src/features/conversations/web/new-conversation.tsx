import { IconEdit } from '@tabler/icons-react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { IconButton } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Flyout } from '../../../ui/parts/flyout.tsx';
import { type ListRow, listReviews } from '../../reviews/contract.ts';
import { conversationEndpoints } from '../contract.ts';
import styles from './chats.module.css';

const MOST = 8;

/** Begins a conversation: chooses the review it is about, and goes to where one writes. */
export function NewConversation() {
  return (
    <Flyout
      end
      label="New conversation"
      renderButton={(button) => (
        <IconButton {...button} label="New conversation">
          <IconEdit stroke={1.75} />
        </IconButton>
      )}
    >
      {(close) => <ChooseReview onDone={close} />}
    </Flyout>
  );
}

function ChooseReview({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const [none, setNone] = useState<string | null>(null);
  const q = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const lists = useQueries({
    queries: KIND_NAMES.map((kind) => ({
      ...query(listReviews, {
        kind,
        query: { tab: 'active', sort: '-updated', limit: MOST, ...(q === '' ? {} : { q }) },
      }),
      placeholderData: keepPreviousData,
    })),
  });
  const begin = useCommand(conversationEndpoints.openChannels, {
    onSuccess: ({ channels }, { params }) => {
      const first = channels.find((c) => c.can_send);
      if (!first) {
        setNone(`You have no conversation about review ${params.id} yet.`);
        return;
      }
      onDone();
      void navigate({ to: `/chat/${first.channel_id}` });
    },
  });
  const choose = (review: ListRow): void => {
    setNone(null);
    begin.mutate({ kind: review.kind, params: { id: review.id } });
  };
  const rows = lists
    .flatMap((list) => list.data?.data ?? [])
    .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
    .slice(0, MOST);
  const failed = lists.find((list) => list.isError);
  return (
    <div className={styles.begin}>
      <label className={styles.beginField}>
        Which review is it about?
        <input
          type="search"
          placeholder="Name or number"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {lists.some((list) => list.isPending) ? (
        <SkeletonRows rows={4} columns={[70]} height={40} label="Loading reviews" />
      ) : null}
      <Failure error={failed?.error} what="The reviews could not be loaded." onRetry={() => void failed?.refetch()} />
      <Failure error={begin.error} what="The conversation could not be opened." />
      <div aria-live="polite">
        {none ? <p className={styles.beginNote}>{none}</p> : null}
        {lists.every((list) => list.isSuccess) && rows.length === 0 ? (
          <p className={styles.beginNote}>
            {q === '' ? 'No review is under way.' : `No review under way matches “${q}”.`}
          </p>
        ) : null}
      </div>
      <ul className={styles.beginRows}>
        {rows.map((review) => (
          <li key={review.id}>
            <button type="button" disabled={begin.isPending} onClick={() => choose(review)}>
              <b>{review.subject === '' ? review.number : review.subject}</b>
              <span>
                {review.number} · {review.status.label}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

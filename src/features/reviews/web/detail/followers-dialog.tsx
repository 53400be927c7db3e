import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button, IconButton } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { addFollower, readReview, readTimeline, readFollowers, removeFollower } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import styles from './followers.module.css';

const AFTER = [readFollowers, readReview, readTimeline] as const;

/** Who of the organization follows a review: they see it and get its news, and decide nothing. */
export default function FollowersDialog({
  kind,
  reviewId,
  number,
  onClose,
}: {
  kind: Kind;
  reviewId: number;
  number: string;
  onClose: () => void;
}) {
  const params = { id: reviewId };
  const known = useQuery(query(readFollowers, { kind, params }));
  const [chosen, setChosen] = useState<string | null>(null);
  const add = useCommand(addFollower, { refresh: AFTER, onSuccess: () => setChosen(null) });
  const remove = useCommand(removeFollower, { refresh: AFTER });
  const failed = add.error ?? remove.error;
  return (
    <Dialog title={`Who follows ${number}`} onClose={onClose}>
      <div className={styles.body}>
        <p className={styles.lead}>
          Followers see the review and get its news in Peritus and by e-mail. They cannot change or decide anything.
        </p>
        {known.isError ? (
          <Failed what="The followers" error={known.error} onRetry={() => void known.refetch()} />
        ) : known.data ? (
          <>
            {known.data.data.length === 0 ? <p>No one follows it yet.</p> : null}
            <ul className={styles.list}>
              {known.data.data.map((one) => (
                <li key={one.id}>
                  {one.name}
                  <IconButton
                    label={`Remove ${one.name}`}
                    onClick={() => remove.mutate({ kind, params: { ...params, user_id: one.id } })}
                  >
                    <IconX stroke={1.75} />
                  </IconButton>
                </li>
              ))}
            </ul>
            <form
              className={styles.add}
              onSubmit={(event) => {
                event.preventDefault();
                if (chosen !== null) add.mutate({ kind, params: { ...params, user_id: Number(chosen) } });
              }}
            >
              <SelectField
                path="user_id"
                label="Colleague"
                value={chosen}
                onChange={setChosen}
                options={known.data.others.map((one) => ({ value: String(one.id), label: one.name }))}
                placeholder={known.data.others.length === 0 ? 'Everyone follows it already' : 'Choose'}
              />
              <Button type="submit" kind="primary" disabled={chosen === null} busy={add.isPending}>
                Add
              </Button>
            </form>
          </>
        ) : (
          <SkeletonRows rows={3} columns={[70]} label="Loading the followers" />
        )}
        {failed ? (
          <Failed
            what="This"
            verb="changed"
            error={failed}
            onRetry={() => {
              add.reset();
              remove.reset();
            }}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

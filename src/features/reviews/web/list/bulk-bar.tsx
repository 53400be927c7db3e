import { plural } from '../../../../core/phrases.ts';
import { IconEye, IconEyeOff, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { isOrganizationWide, isRequesterSide, isAdmin } from '../../../../core/actor.ts';
import type { Out } from '../../../../core/endpoint.ts';
import { type Kind, firstKind } from '../../../../core/kinds.ts';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { focusPath } from '../../../../ui/form/field.tsx';
import { ChoiceField } from '../../../../ui/form/choice-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import {
  countAllReviews,
  countReviews,
  listAllReviews,
  listReviews,
  type ListRow,
  reassignReviews,
  requesterOptions,
  followReviews,
} from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import styles from './list.module.css';

const REFRESH = [listReviews, listAllReviews, countReviews, countAllReviews];
const MOST = 100;
type Results = Out<typeof followReviews>['data'];
/** Acts on the chosen rows. What was refused stays here, with the reason of each, and stays chosen. */
export default function BulkBar({
  rows,
  kind,
  began,
  onLeft,
  onClose,
}: {
  rows: readonly ListRow[];
  kind: Kind | null;
  /** Where choosing began: the focus goes back there. */
  began: RefObject<Element | null>;
  /** The rows that were refused: they stay chosen. */
  onLeft: (ids: readonly number[]) => void;
  onClose: () => void;
}) {
  const viewer = useViewer();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<readonly { number: string; reason: string }[]>([]);
  const ids = rows.slice(0, MOST).map((row) => row.id);
  const told = (words: string) => (answer: { data: Results }) => {
    setAsking(false);
    const left = answer.data.filter((one) => !one.done);
    setRefused(
      left.map((one) => ({
        number: rows.find((row) => row.id === one.id)?.number ?? String(one.id),
        reason: one.reason ?? '',
      })),
    );
    onLeft(left.map((one) => one.id));
    const done = answer.data.length - left.length;
    if (done > 0) toastDone(`${plural(done, 'review')} ${words}.`);
  };
  const follow = useCommand(followReviews, { refresh: REFRESH, onSuccess: told('followed') });
  const unfollow = useCommand(followReviews, { refresh: REFRESH, onSuccess: told('no longer followed') });
  const hand = useCommand(reassignReviews, { refresh: REFRESH, onSuccess: told('handed over') });
  const failed = follow.error ?? unfollow.error;
  const none = ids.length === 0;
  const manages = isOrganizationWide(viewer.kind) || isAdmin(viewer.kind);
  return (
    <section className={styles.bulk} aria-label="Chosen rows">
      {refused.length > 0 ? (
        <InlineNotice kind="warn" title={`${plural(refused.length, 'review')} stayed as before`}>
          <ul className={styles.refused}>
            {refused.map((one) => (
              <li key={one.number}>
                {one.number}: {one.reason}
              </li>
            ))}
          </ul>
        </InlineNotice>
      ) : null}
      {failed ? <Failed what="The chosen rows" verb="changed" error={failed} /> : null}
      <div className={styles.bulkActs}>
        <output className={styles.bulkCount}>
          {rows.length > MOST ? `${rows.length} chosen, the first ${MOST} are taken` : `${rows.length} chosen`}
        </output>
        {isRequesterSide(viewer.kind) ? (
          <>
            <Button
              size="sm"
              icon={<IconEye size={16} stroke={1.75} />}
              aria-disabled={none || undefined}
              busy={follow.isPending}
              onClick={() => (none ? undefined : follow.mutate({ body: { ids, watches: true } }))}
            >
              Follow
            </Button>
            <Button
              size="sm"
              icon={<IconEyeOff size={16} stroke={1.75} />}
              aria-disabled={none || undefined}
              busy={unfollow.isPending}
              onClick={() => (none ? undefined : unfollow.mutate({ body: { ids, watches: false } }))}
            >
              Stop following
            </Button>
          </>
        ) : null}
        {manages ? (
          <Button
            size="sm"
            icon={<IconUserShare size={16} stroke={1.75} />}
            aria-disabled={none || undefined}
            onClick={() => (none ? undefined : setAsking(true))}
          >
            Hand to someone else
          </Button>
        ) : null}
        <Button
          size="sm"
          kind="quiet"
          onClick={() => {
            const from = began.current;
            onClose();
            // a row that moved to another group is not the same element any more
            const back = from?.isConnected ? from : document.querySelector('h1');
            if (back instanceof HTMLElement) back.focus();
          }}
        >
          Done choosing
        </Button>
      </div>
      {asking ? (
        <ToWhom
          count={ids.length}
          kind={kind}
          organizations={new Set(rows.map((row) => row.organization?.id))}
          busy={hand.isPending}
          error={hand.isError ? <Failed what="The reviews" verb="handed over" error={hand.error} /> : null}
          onClose={() => setAsking(false)}
          onChoose={(requester_id) => hand.mutate({ body: { ids, requester_id } })}
        />
      ) : null}
    </section>
  );
}

function ToWhom({
  count,
  kind,
  organizations,
  busy,
  error,
  onClose,
  onChoose,
}: {
  count: number;
  kind: Kind | null;
  organizations: ReadonlySet<number | undefined>;
  busy: boolean;
  error: ReactNode;
  onClose: () => void;
  onChoose: (requester: number) => void;
}) {
  const [only] = organizations;
  const of = kind ?? firstKind();
  // of several organizations each decides for itself whom it can be handed to
  const asked = organizations.size === 1 && only !== undefined ? { organization_id: only } : {};
  const people = useQuery(query(requesterOptions, { kind: of, query: asked }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  return (
    <Dialog title={`Hand ${plural(count, 'review')} to whom?`} onClose={onClose}>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (chosen) onChoose(Number(chosen));
          else focusPath('requester_id');
        }}
      >
        <ChoiceField
          from={requesterOptions}
          kind={of}
          asked={asked}
          path="requester_id"
          label="New requester"
          help="They take over from now on. The current requesters no longer see these, unless they follow or manage them."
          value={chosen}
          onChange={setChosen}
          error={tried && !chosen ? 'Choose who takes them over.' : undefined}
        />
        {people.isError ? (
          <Failed what="The people" error={people.error} onRetry={() => void people.refetch()} />
        ) : null}
        {error}
        <div className={styles.askActs}>
          <Button kind="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            Hand over
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { plural } from '../../../core/phrases.ts';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { FieldError } from '../../../ui/form/field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SentMessage } from '../../../ui/parts/sent-message.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDay, formatNear, inLine } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { outsideEndpoints, type OutsideLinkView } from '../contract.ts';
import { LINK_WORDS } from '../rules.ts';
import styles from './links.module.css';

const RENEWED_DAYS = 14;

/** Links with who, when, how they stand, and what can be done: renew with one click, withdraw. */
export function LinkRows({
  kind,
  reviewId,
  links,
}: {
  kind: Kind;
  reviewId: number;
  links: readonly OutsideLinkView[];
}) {
  return (
    <ul className={styles.links} aria-label="Links sent">
      {links.map((link) => (
        <LinkRow key={link.id} kind={kind} reviewId={reviewId} link={link} />
      ))}
    </ul>
  );
}

function LinkRow({ kind, reviewId, link }: { kind: Kind; reviewId: number; link: OutsideLinkView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  const refresh = [outsideEndpoints.list];
  const renew = useCommand(outsideEndpoints.renew, { refresh, onSuccess: () => toastDone('Renewed and sent again.') });
  const revoke = useCommand(outsideEndpoints.revoke, { refresh, onSuccess: () => toastDone('The link is withdrawn.') });
  const params = { id: reviewId, linkId: link.id };
  const near = (instant: string): string => inLine(formatNear(instant, { now, zone }));
  const error = renew.error ?? revoke.error;
  return (
    <li className={styles.link}>
      <div className={styles.who}>
        <b>{link.name}</b>
        <span className={styles.sub}>{link.email}</span>
        <span className={styles.sub}>
          {LINK_WORDS[link.state]}
          {link.state === 'open' ? ` until ${near(link.expires_at)}, needed by ${formatDay(link.due_on)}` : null}
          {link.state === 'expired' ? ` ${near(link.expires_at)}` : null}
          {link.finished_at ? ` ${near(link.finished_at)}` : null}
          {link.revoked_at ? ` ${near(link.revoked_at)}` : null}
          {link.state === 'open' ? (link.opened_at ? `. Opened ${near(link.opened_at)}` : '. Not opened yet') : null}
        </span>
        <span className={styles.sub}>
          {link.items.length > 0 ? `For: ${link.items.map(({ label }) => label).join(', ')}. ` : null}
          {link.files > 0 ? `${plural(link.files, 'file')} so far. ` : null}
          Link sent by {link.created_by}, {near(link.created_at)}.
        </span>
        {link.state === 'open' ? <SentMessage to={link.email} short /> : null}
        {error ? <FieldError>{error.message}</FieldError> : null}
      </div>
      <div className={styles.acts}>
        {link.abilities.renew.allowed ? (
          <Button
            size="sm"
            busy={renew.isPending}
            onClick={() => renew.mutate({ kind, params, body: { days: RENEWED_DAYS } })}
          >
            Renew for {RENEWED_DAYS} days
          </Button>
        ) : null}
        {link.abilities.revoke.allowed && !asking ? (
          <Button size="sm" kind="quiet" onClick={() => setAsking(true)}>
            Withdraw
          </Button>
        ) : null}
        {asking ? (
          <>
            <Button size="sm" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              size="sm"
              kind="danger"
              busy={revoke.isPending}
              onClick={() => revoke.mutate({ kind, params }, { onSettled: () => setAsking(false) })}
            >
              Withdraw it
            </Button>
          </>
        ) : null}
      </div>
    </li>
  );
}

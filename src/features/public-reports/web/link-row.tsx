import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf, formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type LinksView, publicReportEndpoints } from '../contract.ts';
import { isLive } from '../rules/links.ts';
import styles from './links.module.css';

type Link = LinksView['links'][number];
const TOUCHED = [publicReportEndpoints.list] as const;

/** One link: whom it is for, how it stands, who opened it, and ending it. */
export function LinkRow({
  kind,
  reviewId,
  link,
  of: { version: newest, can, time_zone: theirs },
}: {
  kind: Kind;
  reviewId: number;
  link: Link;
  /** What else is known of the report’s links. */
  of: Pick<LinksView, 'version' | 'can' | 'time_zone'>;
}) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [shown, setShown] = useState(false);
  const [asking, setAsking] = useState(false);
  const end = useCommand(publicReportEndpoints.end, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The link no longer opens.'),
  });
  const when = (at: string | null): string => (at === null ? '' : formatInstant(at, { zone, now }));
  const live = isLive(link.state);
  const name = link.audience || `Link ${link.id}`;
  return (
    <>
      <RuledRow
        title={name}
        status={
          <p
            className={styles.status}
            data-over={live ? undefined : true}
            data-waits={link.state === 'locked' ? true : undefined}
          >
            {standing(link, when, theirs)}
          </p>
        }
        lines={[
          `Made by ${link.made_by}, ${when(link.created_at)}, ${link.has_passcode ? 'with a passcode' : 'without a passcode'}`,
          live && newest !== null && link.version < newest
            ? `Shows version ${link.version}. Version ${newest} was delivered since, and needs a link of its own.`
            : `Version ${link.version}`,
          link.views === 0
            ? 'Not opened yet'
            : `Opened ${plural(link.views, 'time')}, last on ${when(link.last_viewed_at)}`,
        ]}
        actions={
          <>
            {link.views > 0 ? (
              <Button
                kind="quiet"
                aria-expanded={shown}
                aria-label={`${shown ? 'Close the openings' : 'See the openings'}: ${name}`}
                onClick={() => setShown(!shown)}
              >
                {shown ? 'Close' : 'See the openings'}
              </Button>
            ) : null}
            {live && can.end ? (
              <Button kind="quiet" aria-label={`End the link: ${name}`} onClick={() => setAsking(true)}>
                End the link
              </Button>
            ) : null}
            <ConfirmDialog
              open={asking}
              onClose={() => setAsking(false)}
              title={`End the link for ${name}?`}
              confirmLabel="End the link"
              cancelLabel="Keep it"
              onConfirm={async () => {
                await end.mutateAsync({ kind, params: { id: reviewId }, body: { link_id: link.id } });
                setAsking(false);
              }}
            >
              The person who has it no longer reads the report. What they saved stays with them.
            </ConfirmDialog>
          </>
        }
      />
      {shown ? (
        <li>
          <Visits kind={kind} reviewId={reviewId} linkId={link.id} />
        </li>
      ) : null}
    </>
  );
}

/** How it stands, in a line. */
function standing(
  { state, expires_at, ended_at, locked_until }: Link,
  when: (at: string | null) => string,
  theirs: string,
): string {
  // it ends with a day where the organization is
  const last = formatDateOf(new Date(Date.parse(expires_at) - 1).toISOString(), { zone: theirs });
  switch (state) {
    case 'open':
      return `Opens through ${last}`;
    case 'locked':
      return `Locked until ${when(locked_until)}: a wrong passcode was tried five times`;
    case 'expired':
      return `Expired: it opened through ${last}`;
    case 'revoked':
      return `Ended on ${when(ended_at)}`;
    case 'disallowed':
      return `Ended on ${when(ended_at)}, when sharing was no longer allowed`;
    case 'guessed':
      return `Ended on ${when(ended_at)}, after too many wrong passcodes`;
    case 'gone':
      return 'Ended: the report was deleted';
  }
}

/** When it was opened, from where and with what. */
function Visits({ kind, reviewId, linkId }: { kind: Kind; reviewId: number; linkId: number }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { data, error, refetch } = useQuery(
    query(publicReportEndpoints.visits, { kind, params: { id: reviewId, link_id: linkId } }),
  );
  if (error && !data)
    return <Failure error={error} what="The openings could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <>Loading the openings</>;
  return (
    <ul className={styles.log} aria-label="Openings">
      {data.visits.map(({ opened_at, source, browser, downloads }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have nothing else of their own
        <li key={at}>
          <time dateTime={opened_at}>{formatInstant(opened_at, { zone, now })}</time>
          {source === '' ? '' : `, from ${source}, ${browser}`}
          {downloads > 0 ? ', saved as a PDF' : ''}
        </li>
      ))}
    </ul>
  );
}

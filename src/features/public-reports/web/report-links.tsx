import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isExpertSide } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { RuledList } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { type LinksView, publicReportEndpoints } from '../contract.ts';
import { isLive } from '../rules/links.ts';
import { LinkForm, MadeLink } from './link-form.tsx';
import { LinkRow } from './link-row.tsx';
import styles from './links.module.css';

const TOUCHED = [publicReportEndpoints.list] as const;

/** The public links to a report, with making and ending them; nothing for whom they are not there. */
export function ReportLinks({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const viewer = useViewer();
  const { data, error, refetch } = useQuery({
    ...query(publicReportEndpoints.list, { kind, params: { id: reviewId } }),
    // whom a report goes to is no business of who wrote it
    enabled: !isExpertSide(viewer.kind),
  });
  const [made, setMade] = useState<{ id: number; address: string; passcode: string | null } | null>(null);
  const [open, setOpen] = useState(false);
  if (error && !data)
    return error.status === 403 || error.status === 404 ? null : (
      <section className={styles.panel} aria-label="Shared by link">
        <Failure error={error} what="Links to the report could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!data) return null;
  const waits = data.permit !== null && data.permit.allowed === null;
  // nothing to see and nothing to do
  if (data.links.length === 0 && !data.can.end && !data.can.allow) return null;
  return (
    <section className={styles.panel} aria-labelledby="report-links">
      <h2 id="report-links">Shared by link</h2>
      <Permit kind={kind} reviewId={reviewId} data={data} />
      {data.links.length === 0 && !waits && made === null && !open ? (
        <p>
          Whoever gets a link reads version {data.version} without an account, until a day you choose. You see when it
          is opened, and can end it.
        </p>
      ) : null}
      {made && data.links.some(({ id, state }) => id === made.id && isLive(state)) ? (
        <MadeLink {...made} onDone={() => setMade(null)} />
      ) : null}
      {data.links.length > 0 ? (
        <RuledList label="Links to the report">
          {data.links.map((link) => (
            <LinkRow key={link.id} kind={kind} reviewId={reviewId} link={link} of={data} />
          ))}
        </RuledList>
      ) : null}
      {data.can.make && open ? (
        <LinkForm
          kind={kind}
          reviewId={reviewId}
          data={data}
          version={data.version ?? 0}
          onClose={() => setOpen(false)}
          onMade={({ links: { links }, address, passcode }) => {
            setOpen(false);
            setMade({ id: links[0]?.id ?? 0, address, passcode });
          }}
        />
      ) : null}
      {data.can.make && !open ? (
        <div className={styles.acts}>
          <Button
            onClick={() => {
              setMade(null);
              setOpen(true);
            }}
          >
            Share by link
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Where the kind is confidential: that it is not shared, who allowed it, and allowing it. */
function Permit({ kind, reviewId, data }: { kind: Kind; reviewId: number; data: LinksView }) {
  const { time_zone: zone } = useViewer();
  const [asking, setAsking] = useState(false);
  const target = { kind, params: { id: reviewId } };
  const allow = useCommand(publicReportEndpoints.allow, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The report of this review can be shared by link.'),
  });
  const disallow = useCommand(publicReportEndpoints.disallow, { refresh: TOUCHED });
  if (data.permit === null) return null;
  const { allowed } = data.permit;
  const live = data.links.filter(({ state }) => isLive(state)).length;
  if (allowed === null)
    return (
      <>
        <p>
          This report is protected and is not shared by link.
          {data.can.allow
            ? ' You can allow it for this review.'
            : ' An admin of your organization, or of Peritus, can allow it for this review.'}
        </p>
        {data.can.allow && data.version !== null ? (
          <ReasonAct
            opens="Allow it for this review"
            label="Why this report may be shared outside"
            help="Kept in the review’s timeline with your name. Protection can be lost by sharing: ask counsel first."
            submit="Allow it"
            busy={allow.isPending}
            error={allow.error}
            onSubmit={(reason) => allow.mutate({ ...target, body: { reason } })}
          />
        ) : null}
      </>
    );
  return (
    <>
      <p>
        Sharing was allowed by {allowed.by}, {formatInstant(allowed.at, { zone })}: {allowed.reason}
      </p>
      {data.can.allow ? (
        <div className={styles.acts}>
          <Button kind="quiet" onClick={() => setAsking(true)}>
            No longer allow it
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="No longer allow this report to be shared?"
        confirmLabel={live > 0 ? 'End the links' : 'No longer allow it'}
        cancelLabel="Leave it allowed"
        onConfirm={async () => {
          await disallow.mutateAsync({ ...target, body: {} });
          setAsking(false);
        }}
      >
        {live > 0
          ? 'Every link to it ends at once. Allowed again later, new links are needed.'
          : 'No link can be made until an admin allows it again.'}
      </ConfirmDialog>
    </>
  );
}

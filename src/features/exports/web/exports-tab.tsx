import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped, plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Fold } from '../../../ui/parts/fold.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { StatusText, type StatusDisplay } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { sizeText } from '../../files/rules.ts';
import { exportEndpoints, type OrganizationExport } from '../contract.ts';
import { EXPORT_KEPT_DAYS, type ExportStatus, isUnderWay } from '../rules.ts';
import styles from './exports.module.css';

/** While one is made its progress is asked for so often, ms. */
const ASK_EVERY_MS = 1500;

/** Everything an organization owns, to take along: what was made, what is being made, and asking for another. */
export function ExportsTab({ id }: { id: number }) {
  const [asking, setAsking] = useState(false);
  const list = useQuery({
    ...query(exportEndpoints.list, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isUnderWay(status)) ? ASK_EVERY_MS : false),
  });
  const begin = useCommand(exportEndpoints.ask, { refresh: [exportEndpoints.list] });
  const rows = list.data?.data ?? [];
  const busy = rows.some(({ status }) => isUnderWay(status));
  const ask = (
    <Button
      kind={rows.some(({ url }) => url !== null) || busy ? 'default' : 'primary'}
      icon={<IconArchive stroke={1.75} />}
      disabled={busy}
      onClick={() => setAsking(true)}
    >
      Export everything
    </Button>
  );
  return (
    <section className={styles.tab} aria-labelledby="exports-title">
      <h2 id="exports-title" className={styles.hidden}>
        Data
      </h2>
      <p className={styles.lead}>
        Take along everything this organization and those below it own: records as they were uploaded, delivered
        reports, and every table as JSON and CSV, with a list that lets anybody check that nothing is missing.
      </p>
      {list.isPending ? <SkeletonRows rows={2} columns={[50, 0, 20]} height={64} label="Loading the exports" /> : null}
      <Failure error={list.error} what="The exports could not be loaded." onRetry={() => void list.refetch()} />
      {list.data && rows.length === 0 ? (
        <EmptyState icon={<IconArchive size={28} stroke={1.5} />} title="Nothing was exported yet" action={ask}>
          It is made in the background, and you can leave this page meanwhile. The archive can then be downloaded for{' '}
          {EXPORT_KEPT_DAYS} days.
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <>
          <div>{ask}</div>
          <ul className={styles.list}>
            {rows.map((row) => (
              <ExportRow
                key={row.id}
                organizationId={id}
                row={row}
                isNewest={row === rows.find(({ url }) => url !== null)}
              />
            ))}
          </ul>
        </>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Export everything?"
        confirmLabel="Export everything"
        cancelLabel="Not now"
        danger={false}
        onConfirm={async () => {
          await begin.mutateAsync({ params: { id } });
          setAsking(false);
        }}
      >
        <p>
          The archive holds health information and is not encrypted once it is downloaded. It can be downloaded for{' '}
          {EXPORT_KEPT_DAYS} days; that it was asked for, made and downloaded stands on the audit trail.
        </p>
      </ConfirmDialog>
    </section>
  );
}

const DISPLAYS: Readonly<Record<ExportStatus, StatusDisplay>> = {
  waiting: { label: 'Waiting to begin', tone: 'info', share: 0 },
  running: { label: 'Being made', tone: 'info', share: 0.5 },
  ready: { label: 'Ready', tone: 'ok', share: 1 },
  failed: { label: 'Not made', tone: 'bad', share: 0, side: 'attention' },
  ended: { label: 'Deleted', tone: 'neutral', share: 0, side: 'cross' },
};

function ExportRow({
  organizationId,
  row,
  isNewest,
}: {
  organizationId: number;
  row: OrganizationExport;
  isNewest: boolean;
}) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const end = useCommand(exportEndpoints.end, {
    refresh: [exportEndpoints.list],
    onSuccess: () => toastDone(isUnderWay(row.status) ? 'The export was stopped.' : 'The archive is deleted.'),
  });
  const underWay = isUnderWay(row.status);
  const share = row.parts_total === 0 ? 0 : row.parts_done / row.parts_total;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <StatusText {...DISPLAYS[row.status]} share={row.status === 'running' ? share : DISPLAYS[row.status].share} />
        <p className={styles.about}>
          Asked for by {row.requested_by}, {formatInstant(row.requested_at, { zone, now })}
        </p>
        {underWay ? (
          <>
            <progress
              className={styles.bar}
              aria-label="How far the export is"
              max={row.parts_total || 1}
              value={row.parts_done}
            />
            <p className={styles.about}>
              {row.parts_total === 0
                ? 'Looking for what belongs in it'
                : `${grouped(row.parts_done)} of ${grouped(row.parts_total)} tables and files`}
            </p>
          </>
        ) : null}
        {row.status === 'ready' && row.ends_at ? (
          <p className={styles.about}>
            {plural(row.rows, 'row')} and {plural(row.files, 'file')}, {sizeText(row.size_bytes ?? 0)}. It is deleted{' '}
            {formatInstant(row.ends_at, { zone, now })}.
          </p>
        ) : null}
        {row.status === 'ready' && row.missing > 0 ? (
          <InlineNotice kind="warn">
            {plural(row.missing, 'file')} could not be read where {row.missing === 1 ? 'it is' : 'they are'} stored. The
            manifest names {row.missing === 1 ? 'it' : 'them'}, and Peritus has been notified.
          </InlineNotice>
        ) : null}
        {row.failure ? <p className={styles.about}>{row.failure}</p> : null}
        {row.manifest_sha256 && row.status === 'ready' ? (
          <Fold title="Check that it is whole" className={styles.proof}>
            <p>
              In a copy of Peritus: <code>npm run export:verify -- archive.zip</code>. It compares every file and every
              number of rows with the manifest.
            </p>
            <dl>
              <dt>SHA-256 of the manifest</dt>
              <dd>{row.manifest_sha256}</dd>
              <dt>SHA-256 of the archive</dt>
              <dd>{row.sha256}</dd>
            </dl>
          </Fold>
        ) : null}
        {end.error ? <InlineError title={end.error.message} /> : null}
      </div>
      <div className={styles.acts}>
        {row.url ? (
          <ButtonLink kind={isNewest ? 'primary' : 'default'} href={row.url} icon={<IconDownload stroke={1.75} />}>
            Download
          </ButtonLink>
        ) : null}
        {underWay || row.status === 'ready' ? (
          <Button
            kind="quiet"
            busy={end.isPending}
            onClick={() => end.mutate({ params: { id: organizationId, exportId: row.id } })}
          >
            {underWay ? 'Stop it' : 'Delete it now'}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

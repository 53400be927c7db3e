import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { sizeText } from '../../files/rules/names.ts';
import { type BoxImportsView, boxImportEndpoints } from '../contract.ts';
import styles from './box-import.module.css';

const e = boxImportEndpoints;
const BoxChooser = lazyPart(() => import('./box-chooser.tsx'), 'edge');
const WHILE_WAITING_MS = 2000;

/** Importing from Box: the way to choose, and how what was chosen comes along; nothing where it is not offered. */
export function BoxImport({ kind, reviewId }: Pick<ReviewSlotProps, 'kind' | 'reviewId'>) {
  const [choosing, setChoosing] = useState(false);
  const params = { id: reviewId };
  const list = useQuery({
    ...query(e.list, { kind, params }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'waiting') ? WHILE_WAITING_MS : false,
  });
  const rows = list.data?.data ?? [];
  const done = rows.filter(({ state }) => state === 'done').length;
  const open = rows.filter(({ state }) => state === 'waiting' || state === 'failed');
  const waits = open.filter(({ state }) => state === 'waiting').length;
  if (list.error)
    return (
      <Failure error={list.error} what="Imports from Box could not be loaded." onRetry={() => void list.refetch()} />
    );
  if (!list.data || (list.data.offered === 'none' && open.length === 0)) return null;
  return (
    <div className={styles.part}>
      {list.data.offered === 'connect' ? (
        <p className={styles.line}>
          Records in Box? <TextLink href="/account/integrations">Connect Box</TextLink>, then import them here.
        </p>
      ) : null}
      {list.data.offered === 'ready' ? (
        <div>
          <Button onClick={() => setChoosing(true)}>Import from Box</Button>
        </div>
      ) : null}
      <p className={styles.line} role="status">
        {waits > 0 ? `${plural(waits, 'file')} from Box still to come${done > 0 ? `, ${done} here` : ''}.` : ''}
      </p>
      {open.length > 0 ? (
        <RuledList label="Files from Box">
          {open.map((file) => (
            <Coming key={file.id} kind={kind} reviewId={reviewId} file={file} />
          ))}
        </RuledList>
      ) : null}
      {choosing ? <BoxChooser kind={kind} reviewId={reviewId} onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}

/** A file that is on its way, or did not come. */
function Coming({
  kind,
  reviewId,
  file,
}: Pick<ReviewSlotProps, 'kind' | 'reviewId'> & { file: BoxImportsView['data'][number] }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const refresh = { refresh: [e.list] };
  const again = useCommand(e.again, refresh);
  const leave = useCommand(e.cancel, refresh);
  const input = { kind, params: { id: reviewId, fileId: file.id } };
  const rests = file.state === 'waiting' && new Date(file.next_at).getTime() > now + 60_000;
  return (
    <RuledRow
      title={file.name}
      lines={[
        file.path,
        file.state === 'failed'
          ? file.fault
          : rests
            ? `Box asked us to wait until ${formatInstant(file.next_at, { zone, now })}.`
            : file.received_bytes > 0
              ? `${sizeText(file.received_bytes)} of ${sizeText(file.size_bytes)}`
              : sizeText(file.size_bytes),
        <Failure key="error" error={again.error ?? leave.error} what="That was not done." />,
      ]}
      actions={
        <>
          {file.again ? (
            <TextButton aria-label={`Try ${file.name} again`} onClick={() => again.mutate(input)}>
              Try again
            </TextButton>
          ) : null}
          <TextButton aria-label={`Leave out ${file.name}`} onClick={() => leave.mutate(input)}>
            Leave out
          </TextButton>
        </>
      }
    />
  );
}

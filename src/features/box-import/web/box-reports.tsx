import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isExpertSide } from '../../../core/actor.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Acts, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { boxImportEndpoints, boxReportEndpoints, type BoxReportsView } from '../contract.ts';
import styles from './box-reports.module.css';

const e = boxReportEndpoints;
const WHILE_WAITING_MS = 2000;
type Of = Pick<ReviewSlotProps, 'kind' | 'reviewId'>;

/** Delivered reports that go into a folder in Box, where whoever ordered asked for it; nothing for whom that is not there. */
export function BoxReports({ kind, reviewId }: Of) {
  const viewer = useViewer();
  const [choosing, setChoosing] = useState(false);
  const { data, error, refetch } = useQuery({
    ...query(e.read, { kind, params: { id: reviewId } }),
    // whom a report goes to is no business of who wrote it
    enabled: !isExpertSide(viewer.kind),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'waiting') ? WHILE_WAITING_MS : false,
  });
  const end = useCommand(e.end, { refresh: [e.read] });
  if (error && !data)
    return error.status === 403 || error.status === 404 ? null : (
      <section className={styles.panel} aria-label="In Box">
        <Failure error={error} what="What is in Box could not be loaded." onRetry={() => void refetch()} />
      </section>
    );
  if (!data || (data.offered === 'none' && data.data.length === 0)) return null;
  const { offered, folder, refused } = data;
  return (
    <section className={styles.panel} aria-labelledby="box-reports">
      <h2 id="box-reports">In Box</h2>
      <p>{saysOf(data)}</p>
      {offered === 'connect' ? (
        <p>
          <TextLink href="/account/integrations">Connect Box</TextLink>
        </p>
      ) : null}
      {data.data.length > 0 ? (
        <RuledList label="Versions in Box">
          {data.data.map((one) => (
            <Version key={one.id} kind={kind} reviewId={reviewId} one={one} />
          ))}
        </RuledList>
      ) : null}
      <Failure error={end.error} what="That was not done." />
      {offered === 'ready' && choosing ? (
        <FolderForm kind={kind} reviewId={reviewId} folder={folder?.id ?? null} onClose={() => setChoosing(false)} />
      ) : null}
      {offered === 'none' || choosing ? null : (
        <Acts>
          {offered === 'ready' && refused === null ? (
            <Button kind={folder ? 'quiet' : 'default'} onClick={() => setChoosing(true)}>
              {folder ? 'Choose another folder' : 'Put it into Box'}
            </Button>
          ) : null}
          {folder ? (
            <Button kind="quiet" busy={end.isPending} onClick={() => end.mutate({ kind, params: { id: reviewId } })}>
              Put no more there
            </Button>
          ) : null}
        </Acts>
      )}
    </section>
  );
}

function saysOf({ offered, folder, refused }: BoxReportsView): string {
  if (refused !== null) return refused;
  if (folder) return `Each version that is delivered goes into the folder “${folder.name}”.`;
  if (offered === 'connect') return 'Once Box is connected, delivered reports can go into one of your folders there.';
  if (offered === 'none') return 'No further version goes into Box.';
  return 'The signed PDF can go into a folder that is open to you in Box, and later versions with it.';
}

/** A version on its way, or there. */
function Version({ kind, reviewId, one }: Of & { one: BoxReportsView['data'][number] }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const again = useCommand(e.again, { refresh: [e.read] });
  return (
    <RuledRow
      title={`Version ${one.version}`}
      lines={[
        one.state === 'done' && one.done_at !== null
          ? `In “${one.folder}” since ${formatInstant(one.done_at, { zone, now })}.`
          : (one.fault ?? `On its way into “${one.folder}”.`),
        again.error ? <Failure key="error" error={again.error} what="That was not done." /> : null,
      ]}
      actions={
        one.again ? (
          <TextButton
            aria-label={`Try version ${one.version} again`}
            onClick={() => again.mutate({ kind, params: { id: reviewId, uploadId: one.id } })}
          >
            Try again
          </TextButton>
        ) : null
      }
    />
  );
}

/** Chooses one of the folders that were opened. */
function FolderForm({ kind, reviewId, folder, onClose }: Of & { folder: string | null; onClose: () => void }) {
  const folders = useQuery(query(boxImportEndpoints.browse, { query: {} }));
  const [chosen, setChosen] = useState<string | null>(folder);
  const [missing, setMissing] = useState(false);
  const ask = useCommand(e.ask, { refresh: [e.read], onSuccess: onClose });
  const options = (folders.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (folders.isPending) return <SkeletonRows rows={1} columns={[60]} height={56} label="Loading your folders" />;
  if (folders.error)
    return (
      <Failure error={folders.error} what="Your folders could not be loaded." onRetry={() => void folders.refetch()} />
    );
  if (options.length === 0)
    return (
      <>
        <p>No folder in Box is open to you here. An admin of Peritus opens folders for you.</p>
        <Acts>
          <Button kind="quiet" onClick={onClose}>
            Leave it as it is
          </Button>
        </Acts>
      </>
    );
  return (
    <form
      className={styles.form}
      aria-label="Which folder in Box"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === null) setMissing(true);
        else ask.mutate({ kind, params: { id: reviewId }, body: { folder_id: chosen } });
      }}
    >
      <SelectField
        path="folder_id"
        label="Folder in Box"
        help="Whoever can open this folder in Box can read the report."
        value={chosen}
        error={missing && chosen === null ? 'Choose a folder.' : undefined}
        onChange={setChosen}
        options={options}
      />
      <InlineEnds error={ask.error} what="Nothing was put there." busy={ask.isPending} onLeave={onClose}>
        Put it there
      </InlineEnds>
    </form>
  );
}

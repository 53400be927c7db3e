import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { type MeetingHistory, type MeetingTypeRow, meetingTypeEndpoints } from '../../contract/meeting-types.ts';
import { meetingWords } from './meeting-words.ts';
import styles from './meeting-types.module.css';

type Said = MeetingHistory['data'][number]['after'];

/** What was changed about a type, by whom and when, with what it was before. */
export function MeetingHistoryDialog({
  organization,
  type,
  onClose,
}: {
  organization: { id: number; name: string } | null;
  type: MeetingTypeRow;
  onClose: () => void;
}) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const read = useQuery(
    query(meetingTypeEndpoints.history, {
      params: { key: type.key },
      query: { kind: type.kind, ...(organization ? { organization_id: organization.id } : {}) },
    }),
  );
  return (
    <Dialog title={`History of “${type.name}”`} onClose={onClose}>
      {read.isPending ? <SkeletonRows rows={3} columns={[60]} height={64} label="Loading the history" /> : null}
      <Failure error={read.error} what="The history could not be loaded." onRetry={() => void read.refetch()} />
      {read.data?.data.length === 0 ? (
        <p className={styles.quiet}>
          Nothing was changed {organization ? `at ${organization.name}` : 'for every organization'} yet.
        </p>
      ) : null}
      {read.data && read.data.data.length > 0 ? (
        <ol className={styles.history}>
          {read.data.data.map((one) => (
            <li key={one.id} className={styles.entry}>
              <p>
                <b>{one.by}</b>, {formatInstant(one.at, { zone, now })}
              </p>
              <p>Before: {inWords(one.before)}</p>
              <p>After: {one.after === null ? 'What is set above it' : inWords(one.after)}</p>
            </li>
          ))}
        </ol>
      ) : null}
    </Dialog>
  );
}

const inWords = (said: Said): string =>
  said === null ? 'It was not there' : `${said.name} · ${meetingWords(said)}${said.retired ? ' · retired' : ''}`;

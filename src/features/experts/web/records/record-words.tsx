import type { ReactNode } from 'react';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { formatDay } from '../../../../ui/time/format.ts';
import type { ExpertChangeView, ExpertRecordView } from '../../contract/records.ts';
import { recordAbout, type RecordData, type RecordPart, recordTitle } from '../../rules/records.ts';
import { ExpertSiteMap } from './map-field.tsx';
import { PaperLink } from './paper-field.tsx';
import styles from './records.module.css';

const day = (date: string): string => formatDay(date);

/** Answers in a title and a line; with them the map of a site. */
export function RecordWords({
  profileId,
  part,
  data,
  status,
  children,
}: {
  profileId: number;
  part: RecordPart;
  data: RecordData;
  status?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.words}>
      <span className={styles.title}>
        {recordTitle(part, data)}
        {status}
      </span>
      <span className={styles.about}>{recordAbout(part, data, day).join(' · ')}</span>
      {part === 'site' && typeof data.map_id === 'number' ? (
        <ExpertSiteMap profileId={profileId} mapId={data.map_id} />
      ) : null}
      {children}
    </div>
  );
}

/** Where a change stands. */
export function ChangeStatus({ change }: { change: ExpertChangeView }) {
  return change.status === 'returned' ? (
    <StatusText label="Came back to you" tone="warn" share={0} side="attention" />
  ) : (
    <StatusText label={change.data === null ? 'Ends once verified' : 'To verify'} tone="info" share={0.5} />
  );
}

/** A record or what was said of it: its end said in red where it has come. */
export function HoldStatus({ record }: { record: ExpertRecordView }) {
  return record.holds ? null : <StatusText label="Has ended" tone="bad" share={1} side="attention" />;
}

/** Why a change came back, and the paper that came with it. */
export function ChangeNotes({ change }: { change: ExpertChangeView }) {
  return (
    <>
      {change.reason ? <span>{change.reason}</span> : null}
      {change.document ? <PaperLink paper={change.document} /> : null}
    </>
  );
}

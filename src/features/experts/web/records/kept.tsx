import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { type ReactNode, useState } from 'react';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertRecordsView } from '../../contract/records.ts';
import type { RecordPart } from '../../rules/records.ts';
import { RecordDialog, type Saying } from './record-dialog.tsx';
import { RecordList } from './record-list.tsx';
import styles from './records.module.css';

/** The records the reader keeps: their own, or those of the expert they assist, chosen in the address. */
export function KeptRecords({
  children,
}: {
  /** The page's parts; `say` opens the form of one. */
  children: (view: ExpertRecordsView, say: (saying: Saying) => void) => ReactNode;
}) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const [saying, say] = useState<Saying | null>(null);
  const experts = useQuery(query(expertEndpoints.keptExperts, {}));
  const kept = experts.data?.data ?? [];
  const profileId = (kept.find(({ profile_id }) => profile_id === search['expert']) ?? kept[0])?.profile_id ?? 0;
  const records = useQuery({
    ...query(expertEndpoints.records, { params: { profileId } }),
    enabled: profileId > 0,
  });
  if (experts.data && kept.length === 0)
    return (
      <EmptyState title="You assist nobody yet">
        Peritus links you with the expert you work for; then their records are kept here.
      </EmptyState>
    );
  return (
    <>
      {kept.length > 1 ? (
        <div className={styles.pick}>
          <SelectField
            path="expert"
            label="Expert"
            value={String(profileId)}
            options={kept.map(({ profile_id, name }) => ({ value: String(profile_id), label: name }))}
            onChange={(value) =>
              void navigate({ to: '.', search: { expert: Number(value) }, replace: true, resetScroll: false })
            }
          />
        </div>
      ) : null}
      {experts.isPending || (profileId > 0 && records.isPending) ? (
        <SkeletonRows rows={4} columns={[50, 0, 20]} height={64} label="Loading" />
      ) : null}
      <Failure
        error={experts.error ?? records.error}
        what="This page could not be loaded."
        onRetry={() => void (experts.error ? experts.refetch() : records.refetch())}
      />
      {records.data ? children(records.data, say) : null}
      {saying ? <RecordDialog profileId={profileId} saying={saying} onClose={() => say(null)} /> : null}
    </>
  );
}

/** The records of a part, or what will stand there. */
export function RecordsOf({
  view,
  part,
  empty,
  onSay,
}: {
  view: ExpertRecordsView;
  part: RecordPart;
  empty: string;
  onSay: (saying: Saying) => void;
}) {
  const isEmpty = ![...view.records, ...view.changes].some((one) => one.part === part);
  return isEmpty ? <p className={styles.about}>{empty}</p> : <RecordList view={view} part={part} onSay={onSay} />;
}

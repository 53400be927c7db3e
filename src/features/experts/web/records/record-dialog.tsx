import { useState } from 'react';
import { capital } from '../../../../core/phrases.ts';
import { Refused } from '../../../../ui/api/failure.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { ErrorSummary, errorAt } from '../../../../ui/form/error-summary.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertChangeView, ExpertRecordView } from '../../contract/records.ts';
import { hasPaper, type RecordData, type RecordField, type RecordPart, RECORDS } from '../../rules/records.ts';
import { useFreshRecords } from './fresh.ts';
import { PaperField } from './paper-field.tsx';
import { RecordFieldInput } from './record-field.tsx';
import styles from './records.module.css';

/** What is being said: something new, another value of a record, or a change corrected. */
export interface Saying {
  part: RecordPart;
  record: ExpertRecordView | null;
  change: ExpertChangeView | null;
}

/** The form of a record. What it says goes to Peritus, and counts once it is verified. */
export function RecordDialog({
  profileId,
  saying: { part, record, change },
  onClose,
}: {
  profileId: number;
  saying: Saying;
  onClose: () => void;
}) {
  const { one, fields } = RECORDS[part];
  const [data, setData] = useState<RecordData>(change?.data ?? record?.data ?? {});
  const [paper, setPaper] = useState(change?.document ?? null);
  const fresh = useFreshRecords();
  const options = {
    onSuccess: (after: Parameters<typeof fresh>[0]) => {
      fresh(after);
      onClose();
    },
  };
  const say = useCommand(expertEndpoints.say, options);
  const again = useCommand(expertEndpoints.sayAgain, options);
  const { error } = change ? again : say;
  const errors = error?.errors ?? [];
  // of a license that is known only its own answers change, not what it stands for
  const asked = fields.filter(({ key }) => key !== 'specialty_id' || (record === null && !change?.record_id));

  function send() {
    // lists of the wire are the rules' lists, which nobody writes to
    const body = { data: structuredClone(data) as ExpertRecordView['data'], document_id: paper?.id ?? null };
    if (change)
      again.mutate({
        params: { profileId, changeId: change.id },
        body: { ...body, lock_version: change.lock_version },
      });
    else
      say.mutate({
        params: { profileId },
        body: { ...body, part, record_id: record?.id ?? null, after: record?.verified_at ?? null },
      });
  }

  return (
    <Dialog title={record || change ? `Change the ${one}` : RECORDS[part].add} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!say.isPending && !again.isPending) send();
        }}
      >
        {errors.length > 0 ? <ErrorSummary errors={errors} focus /> : <Refused error={error} />}
        {pairs(asked).map((row) => (
          <div key={row[0]?.key} className={styles.pair}>
            {row.map((field) => (
              <RecordFieldInput
                key={field.key}
                profileId={profileId}
                field={field}
                value={data[field.key] ?? null}
                error={errorAt(errors, field.key)}
                onChange={(value) => setData((now) => ({ ...now, [field.key]: value }))}
              />
            ))}
          </div>
        ))}
        {hasPaper(part) ? (
          <PaperField
            profileId={profileId}
            label={`${capital(one)} or letter`}
            value={paper}
            error={errorAt(errors, 'document_id')}
            onChange={setPaper}
          />
        ) : null}
        <p className={styles.about}>
          {part === 'affiliation'
            ? 'It counts for conflicts at once. We verify it all the same.'
            : 'We verify it first. Until then, what was verified before counts.'}
        </p>
        <div className={styles.buttons}>
          <Button kind="quiet" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" kind="primary" busy={say.isPending || again.isPending}>
            Send it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Fields as they stand: halves beside their neighbor. */
function pairs(fields: readonly RecordField[]): RecordField[][] {
  const rows: RecordField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.half && last?.length === 1 && last[0]?.half) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

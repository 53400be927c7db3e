import { useState } from 'react';
import { capital } from '../../../../core/phrases.ts';
import { Refused } from '../../../../ui/api/failure.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { ErrorSummary, errorAt } from '../../../../ui/form/error-summary.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertChangeView, ExpertDocumentView } from '../../contract/records.ts';
import { hasPaper, RECORDS } from '../../rules/records.ts';
import { useFreshRecords } from '../records/fresh.ts';
import { PaperField } from '../records/paper-field.tsx';
import styles from './desk.module.css';

/** Verifies what an expert said, or returns it with a reason the expert reads. */
export function DecideDialog({
  profileId,
  change,
  decision,
  onClose,
}: {
  profileId: number;
  change: ExpertChangeView;
  decision: 'verify' | 'return';
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [source, setSource] = useState('');
  const [paper, setPaper] = useState<ExpertDocumentView | null>(null);
  const fresh = useFreshRecords();
  const decide = useCommand(expertEndpoints.decideChange, {
    onSuccess: (after) => {
      fresh(after);
      onClose();
    },
  });
  const errors = decide.error?.errors ?? [];
  const verifies = decision === 'verify';
  const asksSource = verifies && hasPaper(change.part) && change.data !== null;
  const { one } = RECORDS[change.part];
  return (
    <Dialog title={verifies ? `Verify this ${one}?` : `Return this ${one}?`} onClose={onClose}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (decide.isPending) return;
          decide.mutate({
            params: { profileId, changeId: change.id },
            body: { decision, reason, source, document_id: paper?.id ?? null, lock_version: change.lock_version },
          });
        }}
      >
        <p className={styles.quiet}>
          {verifies
            ? `It counts from now on${change.record_id === null ? '' : ', in place of what was verified before'}. The expert is told.`
            : 'The expert is told, reads your reason, and corrects it or takes it back. What was verified before counts until then.'}
        </p>
        {errors.length > 0 ? <ErrorSummary errors={errors} focus /> : <Refused error={decide.error} />}
        {asksSource ? (
          <TextField
            path="source"
            label="Source"
            required
            maxLength={300}
            placeholder="Texas Medical Board, license lookup"
            value={source}
            error={errorAt(errors, 'source')}
            onChange={setSource}
          />
        ) : null}
        {verifies && hasPaper(change.part) && change.data !== null ? (
          <PaperField
            profileId={profileId}
            label="Evidence"
            value={paper}
            error={errorAt(errors, 'document_id')}
            onChange={setPaper}
          />
        ) : null}
        {verifies ? null : (
          <TextArea
            path="reason"
            label="Reason"
            required
            max={1000}
            help="The expert reads it."
            value={reason}
            error={errorAt(errors, 'reason')}
            onChange={setReason}
          />
        )}
        <div className={styles.buttons}>
          <Button kind="quiet" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" kind="primary" busy={decide.isPending}>
            {capital(decision)} it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

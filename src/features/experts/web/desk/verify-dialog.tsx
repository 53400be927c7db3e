import { useState } from 'react';
import { capital } from '../../../../core/phrases.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Refused } from '../../../../ui/api/failure.tsx';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { ErrorSummary, errorAt } from '../../../../ui/form/error-summary.tsx';
import { FormStack } from '../../../../ui/form/form-layout.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertPaper } from '../../contract/experts-desk.ts';
import { endingWords } from '../../rules/credential-ends.ts';
import type { ExpertDocumentView } from '../../contract/records.ts';
import { PaperField } from '../records/paper-field.tsx';
import { useFreshExpert } from './fresh.ts';
import styles from './desk.module.css';

/** Verifies a license, certification or cover: its number, last day, and where that was looked up. */
export function VerifyDialog({
  profileId,
  paper,
  onClose,
}: {
  profileId: number;
  paper: ExpertPaper;
  onClose: () => void;
}) {
  const { time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const [number, setNumber] = useState(paper.number);
  const [ends, setEnds] = useState(paper.holds ? paper.expires_on : null);
  const [source, setSource] = useState(paper.source ?? '');
  const [evidence, setEvidence] = useState<ExpertDocumentView | null>(null);
  const fresh = useFreshExpert();
  const verify = useCommand(expertEndpoints.verifyPaper, {
    onSuccess: (after) => {
      fresh(after);
      onClose();
    },
  });
  const errors = verify.error?.errors ?? [];
  return (
    <Dialog title={capital(endingWords(paper.sort, paper.of))} onClose={onClose}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          verify.mutate({
            params: { profileId, key: paper.key },
            body: { number, expires_on: ends, source, document_id: evidence?.id ?? null, after: paper.verified_at },
          });
        }}
      >
        <p className={styles.quiet}>
          It holds through its last day where the expert is. Everybody is reminded 90, 60 and 30 days before.
        </p>
        {errors.length > 0 ? <ErrorSummary errors={errors} /> : null}
        {errors.length === 0 ? <Refused error={verify.error} /> : null}
        <FormStack>
          {paper.sort === 'license' ? (
            <TextField
              path="number"
              label="License number"
              required
              maxLength={60}
              value={number}
              onChange={setNumber}
              error={errorAt(errors, 'number')}
            />
          ) : null}
          <DateField
            path="expires_on"
            label="Last day"
            {...(paper.sort === 'board' ? { optional: true } : { required: true })}
            min={today}
            value={ends}
            onChange={setEnds}
            error={errorAt(errors, 'expires_on')}
          />
          <TextField
            path="source"
            label="Source"
            required
            maxLength={300}
            placeholder="Texas Medical Board, license lookup"
            value={source}
            onChange={setSource}
            error={errorAt(errors, 'source')}
          />
          <PaperField
            profileId={profileId}
            label="Evidence"
            value={evidence}
            error={errorAt(errors, 'document_id')}
            onChange={setEvidence}
          />
        </FormStack>
        <div className={styles.buttons}>
          <Button kind="quiet" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" kind="primary" busy={verify.isPending}>
            Verify it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

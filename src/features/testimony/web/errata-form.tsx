import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { SignFields, type Signature, UNSIGNED } from '../../../ui/form/sign-fields.tsx';
import { FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type SessionView, testimonyEndpoints } from '../contract.ts';
import { ERRATA_MOST, ERRATUM_TEXT_MOST } from '../rules.ts';
import { type OfSessions, TOUCHED } from './touched.ts';
import styles from './testimony.module.css';

interface Line {
  id: string;
  page: number | null;
  line: number | null;
  reads: string;
  should_read: string;
  reason: string;
}

/** The errata sheet: corrections by page and line, each with its reason, and the signature. Kept on this device until it is signed. */
export function ErrataForm({ kind, view, session, onDone }: OfSessions & { session: SessionView; onDone: () => void }) {
  const [written, setWritten, forget] = useKept<{ lines: Line[] }>(`testimony-${view.review_id}-${session.id}-errata`, {
    lines: [],
  });
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const { name, consents } = signature;
  const [tried, setTried] = useState(false);
  const sign = useCommand(testimonyEndpoints.signErrata, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      onDone();
      toastDone('Signed. The firm is told.');
    },
  });
  const errors = Object.fromEntries((sign.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const lines = written.lines.flatMap(({ page, line, reads, should_read, reason }) =>
    page !== null && line !== null && reads.trim() !== '' && should_read.trim() !== '' && reason.trim() !== ''
      ? [{ page, line, reads, should_read, reason }]
      : [],
  );
  const whole = lines.length === written.lines.length;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sign.isPending || !whole || name.trim() === '' || !consents) return;
    sign.mutate({
      kind,
      params: { id: view.review_id, sessionId: session.id },
      body: { errata: lines, transcript_on: session.transcript?.available_on ?? '', name, consents: true },
    });
  };
  const required = (value: string | number | null): string | undefined =>
    tried && (value === null || value === '') ? 'Required' : undefined;
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Errata sheet">
      <RepeatableRows
        path="errata"
        label="Corrections"
        optional
        help="Without any, you sign that the transcript stands as it is."
        rowName="correction"
        addLabel="Add a correction"
        ordered={false}
        max={ERRATA_MOST}
        rows={written.lines}
        onChange={(next) => setWritten({ lines: next })}
        newRow={() => ({ id: crypto.randomUUID(), page: null, line: null, reads: '', should_read: '', reason: '' })}
      >
        {(row, at, update) => (
          <div className={styles.form}>
            <FieldPair>
              <NumberField
                path={`errata.${at}.page`}
                label="Page"
                value={row.page}
                onChange={(page) => update({ ...row, page })}
                error={errors[`errata.${at}.page`] ?? required(row.page)}
              />
              <NumberField
                path={`errata.${at}.line`}
                label="Line"
                value={row.line}
                onChange={(line) => update({ ...row, line })}
                error={errors[`errata.${at}.line`] ?? required(row.line)}
              />
              <TextField
                path={`errata.${at}.reads`}
                label="It reads"
                value={row.reads}
                onChange={(reads) => update({ ...row, reads })}
                maxLength={ERRATUM_TEXT_MOST}
                error={errors[`errata.${at}.reads`] ?? required(row.reads)}
              />
              <TextField
                path={`errata.${at}.should_read`}
                label="It should read"
                value={row.should_read}
                onChange={(should_read) => update({ ...row, should_read })}
                maxLength={ERRATUM_TEXT_MOST}
                error={errors[`errata.${at}.should_read`] ?? required(row.should_read)}
              />
            </FieldPair>
            <TextField
              path={`errata.${at}.reason`}
              label="Reason"
              value={row.reason}
              onChange={(reason) => update({ ...row, reason })}
              maxLength={ERRATUM_TEXT_MOST}
              error={errors[`errata.${at}.reason`] ?? required(row.reason)}
            />
          </div>
        )}
      </RepeatableRows>
      <SignFields
        value={signature}
        own={view.own_name}
        consent="I have read the transcript, and sign this sheet electronically"
        errors={errors}
        tried={tried}
        onChange={setSignature}
      />
      <InlineEnds
        error={sign.error}
        placed
        what="It could not be signed."
        busy={sign.isPending}
        primary
        onLeave={onDone}
      >
        {lines.length === 0 ? 'Sign without corrections' : 'Sign the sheet'}
      </InlineEnds>
    </form>
  );
}

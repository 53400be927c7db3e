import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callBytes } from '../../../ui/api/bytes.ts';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { deliveredEndpoints } from '../contract.ts';
import styles from './deliveries.module.css';

/** Whoever has no account reads a report here: by the link that was mailed, and the passcode that was read out. */
export function DeliveryPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['report_delivery', token],
    queryFn: () => call(deliveredEndpoints.look, { body: { token } }),
    retry: false,
  });
  const [ended, setEnded] = useState(false);
  const gone = ended || (error instanceof ApiError && error.code === 'gone');
  if (gone)
    return (
      <div className={styles.page}>
        <h1 tabIndex={-1}>This link no longer works</h1>
        <p>
          It may have ended, been sent again, or been locked after wrong passcodes. Ask who sent it to you for another.
        </p>
      </div>
    );
  if (!data)
    return (
      <div className={styles.page}>
        {error ? (
          <Failure
            error={error instanceof ApiError ? error : new ApiError(0, null)}
            what="The page could not be loaded."
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={3} columns={[60, 30]} height={44} label="Opening the link" />
        )}
      </div>
    );
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>A report for you</h1>
      <p>
        {data.organization} sends you the signed report {data.number}, version {data.version}. The link works until{' '}
        {formatInstant(data.expires_at, { zone })}.
      </p>
      <PasscodeForm token={token} name={`${data.number} report v${data.version}.pdf`} onEnded={() => setEnded(true)} />
    </div>
  );
}

/** Asks for the passcode and saves the report. The token stands in no address, and the bytes in no cache. */
function PasscodeForm({ token, name, onEnded }: { token: string; name: string; onEnded: () => void }) {
  const [passcode, setPasscode] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(null);
    setSaved(false);
    try {
      const bytes = await callBytes(deliveredEndpoints.open, { token, passcode });
      const url = URL.createObjectURL(bytes);
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      URL.revokeObjectURL(url);
      setSaved(true);
    } catch (error) {
      const refused = error instanceof ApiError ? error : new ApiError(0, null);
      if (refused.code === 'gone') onEnded();
      else setFault(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.ask} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        path="passcode"
        label="Passcode"
        help="Eight letters and digits. Who ordered the report reads it out on the phone."
        autoComplete="one-time-code"
        value={passcode}
        onChange={setPasscode}
        error={fault?.errors[0]?.message}
      />
      {fault && fault.errors.length === 0 ? <Failure error={fault} what="The report could not be opened." /> : null}
      <div className={styles.acts}>
        <Button kind="primary" type="submit" busy={busy} disabled={passcode.trim() === ''}>
          Save the report
        </Button>
      </div>
      <p role="status">{saved ? 'Saved as a PDF. Keep it where only you can read it.' : ''}</p>
    </form>
  );
}

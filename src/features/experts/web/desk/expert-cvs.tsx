import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertDeskView } from '../../contract/experts-desk.ts';
import type { CvVersion } from '../../rules/cvs.ts';
import { useFreshExpert } from './fresh.ts';
import styles from './desk.module.css';

const NAMES: Record<CvVersion, string> = { full: 'CV', redacted: 'Redacted CV' };
const NONE: Record<CvVersion, string> = {
  full: 'None is approved.',
  redacted: 'None is approved: organizations that choose without names are not shown this expert.',
};

/** The CVs of an expert: which one who orders reads, and the one that waits to be approved. */
export function ExpertCvs({ expert }: { expert: ExpertDeskView }) {
  return (
    <section className={styles.section}>
      <SectionHead title="CVs" note="Who orders reads what is approved." />
      <ul className={styles.rows}>
        {(['full', 'redacted'] as const).map((version) => (
          <Cv key={version} expert={expert} version={version} />
        ))}
      </ul>
    </section>
  );
}

function Cv({ expert, version }: { expert: ExpertDeskView; version: CvVersion }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const fresh = useFreshExpert();
  const [returning, setReturning] = useState(false);
  const decide = useCommand(expertEndpoints.decideCv, { onSuccess: fresh });
  const { approved, waiting } = expert.cv[version];
  const name = NAMES[version];
  const at = (instant: string) => formatInstant(instant, { zone, now });
  const ask = (decision: 'approve' | 'return', reason: string) =>
    decide.mutateAsync({
      params: { profileId: expert.profile_id, version },
      body: { decision, reason, sent_at: waiting?.sent_at ?? '' },
    });
  return (
    <li className={styles.check}>
      <div className={styles.checkWords}>
        <span className={styles.checkHead}>
          {name}
          {waiting && waiting.returned_at === null ? (
            <StatusText label="To approve" tone="info" share={0.5} />
          ) : approved ? (
            <StatusText label="Approved" tone="ok" share={1} />
          ) : null}
        </span>
        {approved ? (
          <span className={styles.quiet}>
            <a href={approved.url} target="_blank" rel="noreferrer">
              The approved one, opens in a new tab
            </a>
            {`, since ${at(approved.approved_at)}${approved.approved_by ? `, by ${approved.approved_by}` : ''}`}
          </span>
        ) : (
          <span className={styles.quiet}>{NONE[version]}</span>
        )}
        {waiting ? (
          <span className={styles.quiet}>
            <a href={waiting.url} target="_blank" rel="noreferrer">
              {waiting.name}, opens in a new tab
            </a>
            {`, sent ${at(waiting.sent_at)}`}
            {waiting.returned_at ? `; returned ${at(waiting.returned_at)}: ${waiting.reason}` : ''}
          </span>
        ) : null}
        {decide.error ? (
          <span className={styles.quiet} role="alert">
            {decide.error.message}
          </span>
        ) : null}
      </div>
      {expert.may_act && waiting && waiting.returned_at === null ? (
        <div className={styles.acts}>
          <Button
            size="sm"
            busy={decide.isPending}
            aria-label={`Approve the ${name}`}
            onClick={() => void ask('approve', '').catch(() => undefined)}
          >
            Approve
          </Button>
          <Button size="sm" kind="quiet" aria-label={`Return the ${name}`} onClick={() => setReturning(true)}>
            Return
          </Button>
        </div>
      ) : null}
      {returning ? (
        <ConfirmDialog
          open
          danger={false}
          title={`Return the ${name}?`}
          confirmLabel="Return it"
          cancelLabel="Go back"
          reason={{ label: 'Reason', note: 'The expert reads it.', required: true, max: 1000 }}
          onClose={() => setReturning(false)}
          onConfirm={async (reason) => {
            await ask('return', reason);
            setReturning(false);
          }}
        >
          The expert is told and sends another one. The approved one is shown until then.
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

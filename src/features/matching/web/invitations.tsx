import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';

import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { CodeChip } from '../../../ui/parts/chips.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant, formatNear } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { readReview } from '../../reviews/contract.ts';
import { type Relation, RELATIONS } from '../../reviews/rules/attestation.ts';
import { type MatchingBoard, matchingEndpoints } from '../contract.ts';
import { decisionWords, declineWords, disclosedLines, invitationDisplay } from './matching-labels.ts';
import styles from './board.module.css';

type Row = MatchingBoard['invitations'][number];
const REFRESH = [matchingEndpoints.board, readReview];

/** What experts disclosed and waits for the team's word: shown before everything else. */
export function Disclosures({ kind, board }: { kind: Kind; board: MatchingBoard }) {
  const waiting = board.invitations.filter((row) => row.needs_decision);
  if (waiting.length === 0) return null;
  return (
    <section className={styles.disclosures} aria-label="Conflicts to decide">
      {waiting.map((row) => (
        <Disclosure key={row.id} kind={kind} board={board} row={row} />
      ))}
    </section>
  );
}

type Decision = 'none' | 'waivable' | 'hard';
const DECIDED: Record<Decision, (expert: string, requester: string) => string> = {
  none: (expert) => `${expert} can accept now.`,
  waivable: (_expert, requester) => `${requester} is asked.`,
  hard: (expert) => `${expert} is released.`,
};

function Disclosure({ kind, board, row }: { kind: Kind; board: MatchingBoard; row: Row }) {
  const viewer = useViewer();
  const [asking, setAsking] = useState<Decision | null>(null);
  const [relation, setRelation] = useState<Relation | null>(null);
  const refreshed = useCommand(matchingEndpoints.decideConflict, { refresh: REFRESH });
  const params = { id: board.review_id, invitation_id: row.id };
  const decide = async (decision: Decision) => {
    const body = decision === 'waivable' ? { decision, ...(relation ? { relation } : {}) } : { decision };
    await refreshed.mutateAsync({ kind, params, body });
    setAsking(null);
    toastDone(DECIDED[decision](row.expert.name, board.requester));
  };
  return (
    <article className={styles.disclosure} aria-label={`${row.expert.name} disclosed something`}>
      <h2>
        {row.expert.name} <CodeChip>{row.expert.code}</CodeChip> disclosed something
      </h2>
      <ul>
        {disclosedLines(row.disclosed).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {row.disclosure ? <blockquote className={styles.words}>{row.disclosure}</blockquote> : null}
      <p className={styles.small}>
        The invitation ends {formatInstant(row.expires_at, { zone: viewer.time_zone })}. Until you decide, the expert
        cannot accept and has seen no record.
      </p>
      <div className={styles.acts}>
        <Button onClick={() => setAsking('none')}>No conflict</Button>
        {row.waivable ? <Button onClick={() => setAsking('waivable')}>Ask the requester</Button> : null}
        <Button onClick={() => setAsking('hard')}>Release the expert</Button>
      </div>
      <ConfirmDialog
        open={asking === 'waivable'}
        onClose={() => setAsking(null)}
        title={`Ask ${board.requester} about it?`}
        confirmLabel="Ask the requester"
        cancelLabel="Not yet"
        danger={false}
        disabled={relation === null}
        onConfirm={() => decide('waivable')}
      >
        {board.requester} reads the kind of relation and nothing else, and decides whether that is a problem. Your name
        is kept with the decision.
        <SelectField
          path={`relation.${row.id}`}
          label="Kind of relation"
          searchable={false}
          options={RELATIONS.map(({ value, label }) => ({ value, label }))}
          value={relation}
          onChange={(value) => setRelation(RELATIONS.find((one) => one.value === value)?.value ?? null)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'none'}
        onClose={() => setAsking(null)}
        title={`Is this not a conflict for ${board.number}?`}
        confirmLabel="It is not a conflict"
        cancelLabel="Not yet"
        danger={false}
        onConfirm={() => decide('none')}
      >
        {row.expert.name} is notified and can accept, and then the records open. Your name is kept with the decision.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'hard'}
        onClose={() => setAsking(null)}
        title={`Release ${row.expert.name} from ${board.number}?`}
        confirmLabel="Release the expert"
        cancelLabel="Not yet"
        onConfirm={() => decide('hard')}
      >
        The invitation ends at once. With nobody else invited, the review goes back to matching. This cannot be taken
        back.
      </ConfirmDialog>
    </article>
  );
}

/** The invitations so far, newest first, with how they ended. */
export function Invitations({ kind, board }: { kind: Kind; board: MatchingBoard }) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const zone = viewer.time_zone;
  const [asking, setAsking] = useState(false);
  const open = board.invitations.filter((row) => row.status === 'pending' || row.status === 'opened');
  const withdraw = useCommand(matchingEndpoints.withdraw, { refresh: REFRESH });
  if (board.invitations.length === 0) return null;
  return (
    <section className={styles.invitations} aria-labelledby="invitations">
      <SectionHead id="invitations" title="Invitations so far" note={String(board.invitations.length)} />
      <ul className={styles.rows}>
        {board.invitations.map((row) => (
          <li key={row.id} className={styles.invitation}>
            <span>
              <b>{row.expert.name}</b> <CodeChip>{row.expert.code}</CodeChip>
            </span>
            <StatusText {...invitationDisplay(row.status)} />
            <span className={styles.small}>
              {row.decision ? `${decisionWords(row.decision)}. ` : null}
              {row.status === 'declined'
                ? `${declineWords(row.decline_reason)}${row.decline_note ? `: ${row.decline_note}` : ''}`
                : row.status === 'pending' || row.status === 'opened'
                  ? `Answer by ${formatInstant(row.expires_at, { zone })}`
                  : null}
            </span>
            <time className={styles.small} dateTime={row.answered_at ?? row.created_at}>
              {formatNear(row.answered_at ?? row.created_at, { zone, now })}
            </time>
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <div className={styles.acts}>
          <Button onClick={() => setAsking(true)}>
            {open.length === 1 ? 'Withdraw the invitation' : 'Withdraw the open invitations'}
          </Button>
        </div>
      ) : null}
      <Failure error={withdraw.error} what="The invitation could not be withdrawn." />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={open.length === 1 ? 'Withdraw the invitation?' : `Withdraw ${open.length} invitations?`}
        confirmLabel="Withdraw"
        cancelLabel="Keep waiting"
        reason={{ label: 'Reason', note: 'kept in the timeline', required: true, max: 1000 }}
        onConfirm={async (reason) => {
          await withdraw.mutateAsync({ kind, params: { id: board.review_id }, body: { reason } });
          setAsking(false);
          toastDone('Withdrawn. The review is back in matching.');
        }}
      >
        The link stops working, and the review goes back to matching.
      </ConfirmDialog>
    </section>
  );
}

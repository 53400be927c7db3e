import { plural } from '../../../core/phrases.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '../../../core/money.ts';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { opinionEndpoints, type OpinionMember, type OpinionsView } from '../contract.ts';
import { isReviewer } from '../rules.ts';
import { Differences } from './differences.tsx';
import { LevelWords } from './level.tsx';
import styles from './opinions.module.css';
import { ToSettleCard } from './to-settle.tsx';

const ROLE_WORDS: Readonly<Record<OpinionMember['role'], string>> = {
  first: 'First opinion',
  second: 'Second opinion',
  adjudication: 'Settles it',
};
/** Differences shown before the rest is asked for. */
const SHOWN = 6;

/** The opinions on the review's case. Reviewers are told of none, but for who settles where two part. */
export function OpinionsCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const viewer = useViewer();
  return isReviewer(viewer.kind) ? (
    <ToSettleCard kind={kind} reviewId={reviewId} />
  ) : (
    <Opinions kind={kind} reviewId={reviewId} />
  );
}

function Opinions({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const [asking, setAsking] = useState<'second' | 'adjudication' | null>(null);
  const { data, error, refetch } = useQuery(query(opinionEndpoints.read, { kind, params: { id: reviewId } }));
  if (error && !data)
    return <Failure error={error} what="The opinions could not be loaded." onRetry={() => void refetch()} />;
  if (!data?.role) return null;
  const { can, members, comparison, settled } = data;
  if (members.length < 2 && !can.ask_second.allowed) return null;
  return (
    <section aria-labelledby="opinions" className={styles.card}>
      <SectionHead
        id="opinions"
        title="Opinions on this case"
        action={
          can.ask_second.allowed ? (
            <Button size="sm" onClick={() => setAsking('second')}>
              Ask for a second opinion
            </Button>
          ) : can.ask_adjudication.allowed ? (
            <Button size="sm" onClick={() => setAsking('adjudication')}>
              Ask a third reviewer to settle it
            </Button>
          ) : undefined
        }
      />
      {data.original ? (
        <p>
          This is {data.role === 'second' ? 'a second opinion' : 'the adjudication'} of{' '}
          {data.original.open ? (
            <TextLink href={reviewHref(kind, data.original.review_id)}>{data.original.number}</TextLink>
          ) : (
            data.original.number
          )}
          . Its reviewer does not know of the other opinions.
        </p>
      ) : members.length < 2 ? (
        <p className={styles.quiet}>
          One reviewer has judged this case so far. Another can judge it from the same records, without knowing of the
          first.
        </p>
      ) : null}
      {settled ? (
        <InlineNotice kind="ok" title={`Final level: ${settled.label}.`}>{` ${settled.by}.`}</InlineNotice>
      ) : comparison && comparison.verdict !== 'agree' ? (
        <InlineNotice kind="warn" title={`The two opinions ${comparison.says}.`}>
          {members.some((one) => one.role === 'adjudication' && one.status !== 'cancelled')
            ? ' A third reviewer settles it.'
            : ' The level of this case is open.'}
        </InlineNotice>
      ) : null}
      {members.length > 1 ? (
        <ol className={styles.members}>
          {members.map((one) => (
            <Member key={one.review_id} kind={kind} member={one} here={reviewId} reads={data.reads} />
          ))}
        </ol>
      ) : null}
      {data.role === 'first' && comparison ? <Comparison comparison={comparison} /> : null}
      {asking ? <Ask kind={kind} view={data} what={asking} onClose={() => setAsking(null)} /> : null}
    </section>
  );
}

function Member({ kind, member, here, reads }: { kind: Kind; member: OpinionMember; here: number; reads: boolean }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const came = [
    member.trigger === 'asked'
      ? `Asked for by ${member.asked_by ?? 'Peritus'}${member.asked_at ? `, ${formatInstant(member.asked_at, { zone, now })}` : ''}`
      : member.trigger_words,
    member.delivered_at ? `Delivered ${formatInstant(member.delivered_at, { zone, now })}` : null,
  ].filter(Boolean);
  return (
    <li className={styles.member}>
      <div>
        <b>{ROLE_WORDS[member.role]}</b>{' '}
        {member.review_id === here || !member.open ? (
          <span>{member.number}</span>
        ) : (
          <TextLink href={reviewHref(kind, member.review_id)}>{member.number}</TextLink>
        )}
        {came.length > 0 ? <p className={styles.quiet}>{came.join('. ')}.</p> : null}
        {member.reason ? <p className={styles.quiet}>“{member.reason}”</p> : null}
      </div>
      <div className={styles.level}>
        {member.level ? (
          <LevelWords {...member.level} />
        ) : member.delivered_at ? (
          <span className={styles.quiet}>{reads ? 'No level could be determined' : 'For the report’s recipients'}</span>
        ) : (
          <span className={styles.quiet}>{member.status_label}</span>
        )}
      </div>
    </li>
  );
}

/** Where the first two part, answer by answer. */
function Comparison({ comparison }: { comparison: NonNullable<OpinionsView['comparison']> }) {
  const [all, setAll] = useState(false);
  const rows = comparison.differences;
  if (rows === null)
    return <p className={styles.quiet}>The two reports use different forms, so only their levels can be compared.</p>;
  if (rows.length === 0) return <p className={styles.quiet}>Every question to be chosen from was answered alike.</p>;
  const count = plural(rows.length, 'answer differs', 'answers differ');
  return (
    <div>
      <Differences
        rows={all ? rows : rows.slice(0, SHOWN)}
        names={['First opinion', 'Second opinion']}
        caption={`Where they differ: ${count}`}
      />
      {rows.length > SHOWN && !all ? (
        <TextButton onClick={() => setAll(true)}>Show all {rows.length}</TextButton>
      ) : null}
    </div>
  );
}

function Ask({
  kind,
  view,
  what,
  onClose,
}: {
  kind: Kind;
  view: OpinionsView;
  what: 'second' | 'adjudication';
  onClose: () => void;
}) {
  const endpoint = what === 'second' ? opinionEndpoints.askSecond : opinionEndpoints.askAdjudication;
  const ask = useCommand(endpoint, {
    refresh: [opinionEndpoints.read],
    onSuccess: ({ number, ordered, faults }) =>
      toastDone(
        ordered
          ? `${number} is ordered. We look for a reviewer who does not know of the others.`
          : `${number} waits as a draft. ${faults[0]?.message ?? ''}`,
      ),
  });
  const cost = view.price_cents === null ? '' : `, ${formatCents(view.price_cents)}`;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      danger={false}
      title={what === 'second' ? `Ask for a second opinion on ${view.number}?` : 'Ask a third reviewer to settle it?'}
      confirmLabel={`Ask for it${cost}`}
      cancelLabel="Not now"
      reason={{ required: true, label: 'Why', note: 'reviewers do not see it', max: 2_000 }}
      onConfirm={async (reason) => {
        await ask.mutateAsync({ kind, params: { id: view.review_id }, body: { reason } });
        onClose();
      }}
    >
      {what === 'second' ? (
        <p>
          Another reviewer gets the same charts and questions and is not told of the first. If the two end two levels or
          more apart, a third review is opened automatically at the same price.
        </p>
      ) : (
        <p>A third reviewer judges the charts alone, then reads both opinions without names, and settles the level.</p>
      )}
    </ConfirmDialog>
  );
}

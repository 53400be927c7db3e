import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isExpertSide } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { urlOf } from '../../../core/url-of.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { listCrumb, reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatDateOf, formatInstant } from '../../../ui/time/format.ts';
import { type AgreementVersionView, engagementEndpoints, type EngagementView } from '../contract.ts';
import { Changes, Document } from './document.tsx';
import { ProposeAgreement } from './propose-agreement.tsx';
import { Retainer } from './retainer.tsx';
import { SignAgreement } from './sign-agreement.tsx';
import { TOUCHED, useEngagement } from './use-engagement.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import styles from './engagements.module.css';

const TITLE = 'Agreement';

/** The agreement with a matter's expert: proposed, changed, signed; and its retainer. */
export function AgreementPage() {
  const { kind, reviewId } = useReviewRoute();
  const { data: engagement, error, refetch } = useEngagement(kind, reviewId);
  const list = listCrumb(kind, useViewer().side);
  if (!engagement && (error?.status === 404 || error?.status === 403 || reviewId === 0))
    return (
      <Page width="form">
        <EmptyState
          title="There is no agreement to show here"
          action={<ButtonLink href={list.href}>Go to {list.label}</ButtonLink>}
        >
          The review does not exist, has no agreement, or you do not have access to it. One is made once an expert has
          cleared the names.
        </EmptyState>
      </Page>
    );
  if (!engagement)
    return (
      <Page width="wide">
        <div className={styles.page}>
          <PageHeader crumbs={[list, { label: TITLE }]} title={TITLE} />
          {error ? (
            <Failure error={error} what="The agreement could not be loaded." onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={6} columns={[40, 60]} height={56} label="Loading the agreement" />
          )}
        </div>
      </Page>
    );
  return (
    <Page width="wide">
      <div className={styles.page}>
        <PageHeader
          crumbs={[list, { label: engagement.number, href: reviewHref(kind, reviewId) }, { label: TITLE }]}
          title={TITLE}
          lead={`${engagement.facts.caption}. ${engagement.facts.firm} and ${engagement.facts.expert || 'an expert'}.`}
        />
        <div className={styles.work}>
          <div className={styles.main}>
            <Agreement
              key={
                engagement.versions?.find(({ status }) => status === 'signed')?.version ??
                engagement.versions?.[0]?.version ??
                0
              }
              kind={kind}
              engagement={engagement}
            />
          </div>
          <div className={styles.rail}>
            {engagement.retainer ? <Retainer kind={kind} engagement={engagement} money={engagement.retainer} /> : null}
            <Ways kind={kind} engagement={engagement} />
          </div>
        </div>
      </div>
    </Page>
  );
}

function Agreement({ kind, engagement }: { kind: Kind; engagement: EngagementView }) {
  const { versions, can, start } = engagement;
  const [other, setOther] = useState(false);
  const zone = useViewer().time_zone;
  if (versions === null)
    return (
      <Quiet>
        {engagement.stands === 'signed'
          ? 'The agreement is signed. Its terms are between the firm and the expert.'
          : engagement.open
            ? `An agreement was proposed on ${formatDateOf(engagement.open.at, { zone })}. The firm and the expert sign it themselves.`
            : 'No agreement is proposed yet.'}
      </Quiet>
    );
  const open = versions.find(({ status }) => status === 'open');
  const held = versions.find(({ status }) => status === 'signed');
  // a change of what holds is read above it; what ended with an expert who is off the matter is read below
  const change = held && open;
  const live = held ?? open;
  const past = versions.filter((one) => one !== change && one !== live);
  const writes = start !== null && (held ? can.amend && other : can.propose && (!live || other));
  const stop = live ? { onClose: () => setOther(false) } : {};
  return (
    <>
      {writes && start ? (
        <section className={styles.section}>
          <SectionHead title={held ? 'Change the agreement' : live ? 'Other terms' : 'Terms to propose'} />
          {engagement.start_has_rates ? <Quiet>The rates are those the expert keeps on Peritus.</Quiet> : null}
          <ProposeAgreement kind={kind} engagement={engagement} start={start} {...stop} />
        </section>
      ) : null}
      {change && !writes ? (
        <Version version={change} engagement={engagement}>
          {can.sign_amendment ? (
            <SignAgreement kind={kind} engagement={engagement} version={change} onOther={() => setOther(true)} />
          ) : can.amend ? (
            <Acts>
              <Button onClick={() => setOther(true)}>Change what you proposed</Button>
              {can.decline_amendment ? (
                <DeclineChange kind={kind} engagement={engagement} version={change.version} />
              ) : null}
            </Acts>
          ) : null}
          {can.sign_amendment && can.decline_amendment ? (
            <DeclineChange kind={kind} engagement={engagement} version={change.version} />
          ) : null}
        </Version>
      ) : null}
      {live && change && !writes ? (
        <section className={styles.section}>
          <SectionHead title="What holds until then" />
          <Fold title={`${headOf(live)}, ${STATUS[live.status]}`}>
            <Version version={live} engagement={engagement} />
          </Fold>
        </section>
      ) : live && (held || !writes) ? (
        <Version version={live} engagement={engagement}>
          {held ? (
            can.amend && !writes ? (
              <Acts>
                <Button onClick={() => setOther(true)}>Propose a change</Button>
              </Acts>
            ) : null
          ) : can.sign ? (
            <SignAgreement kind={kind} engagement={engagement} version={live} onOther={() => setOther(true)} />
          ) : can.propose ? (
            <Acts>
              <Button onClick={() => setOther(true)}>Change what you proposed</Button>
            </Acts>
          ) : null}
        </Version>
      ) : null}
      {live || writes ? null : (
        <Quiet>
          {engagement.facts.expert === ''
            ? 'No expert is on the matter. An agreement is proposed once one has cleared the names.'
            : 'No agreement is proposed yet. The firm proposes one, or the expert does.'}
        </Quiet>
      )}
      {past.length > 0 ? (
        <section className={styles.section}>
          <SectionHead title="Earlier versions" note={String(past.length)} />
          {past.map((one) => (
            <Fold key={one.version} title={`${headOf(one)}, ${STATUS[one.status]}`}>
              <Version version={one} engagement={engagement} />
            </Fold>
          ))}
        </section>
      ) : null}
    </>
  );
}

/** The way out of a change that is proposed: what both signed holds on. */
function DeclineChange({ kind, engagement, version }: { kind: Kind; engagement: EngagementView; version: number }) {
  const { side } = useViewer();
  const own = engagement.open?.by_side === (side === 'expert' ? 'expert' : 'requester');
  const decline = useCommand(engagementEndpoints.declineAmendment, {
    refresh: TOUCHED,
    onSuccess: () =>
      toastDone(own ? 'Taken back. What you both signed holds.' : 'Declined. What you both signed holds.'),
  });
  return (
    <ReasonAct
      opens={own ? 'Take it back' : 'Decline the change'}
      label={own ? 'Why do you take it back?' : 'Why do you decline it?'}
      help="The other side sees this. What you both signed before holds, and the work continues."
      submit={own ? 'Take it back' : 'Decline it'}
      busy={decline.isPending}
      error={decline.error}
      onSubmit={(reason) => decline.mutate({ kind, params: { id: engagement.review_id }, body: { version, reason } })}
    />
  );
}

const STATUS: Readonly<Record<AgreementVersionView['status'], string>> = {
  open: 'to be signed',
  superseded: 'other terms were proposed',
  signed: 'signed by both',
  refused: 'refused',
  lapsed: 'lapsed unsigned',
  ended: 'ended',
  replaced: 'signed by both, replaced since',
};
const headOf = ({ version, by, amends, status }: AgreementVersionView): string =>
  `${amends !== null && status === 'open' ? `Change of version ${amends}` : `Version ${version}`}, by ${by}`;

/** A version as it reads: what changed first, then the document, who signed it, and what is to be done with it. */
function Version({
  version,
  engagement,
  children,
}: {
  version: AgreementVersionView;
  engagement: EngagementView;
  children?: ReactNode;
}) {
  const zone = useViewer().time_zone;
  return (
    <section className={styles.section} aria-label={headOf(version)}>
      {children || version.status === 'signed' ? (
        <SectionHead title={headOf(version)} note={STATUS[version.status]} />
      ) : null}
      {version.status === 'open' ? (
        <Quiet>
          Open until {formatInstant(version.lapses_at, { zone })}.{' '}
          {version.amends === null
            ? 'It lapses where nobody signs by then.'
            : 'Until both have signed it, what you agreed before holds.'}
        </Quiet>
      ) : null}
      {version.note ? <p className={styles.note}>{version.note}</p> : null}
      {version.changes.length > 0 ? <Changes of={version.changes} /> : null}
      <Document text={version.text} headings={version.headings} />
      <Facts
        labelWidth={120}
        items={[
          ...version.signatures.map(({ side, name, at }) => ({
            label: side === 'expert' ? 'For the expert' : 'For the firm',
            value: `${name}, ${formatInstant(at, { zone })}`,
          })),
          {
            label: 'Document',
            value: (
              <TextLink
                href={urlOf(engagementEndpoints.document, {
                  kind: engagement.kind,
                  params: { id: engagement.review_id, version: version.version },
                })}
                target="_blank"
                rel="noreferrer noopener"
              >
                Open it as PDF
              </TextLink>
            ),
          },
        ]}
      />
      <Fold title="Check that it is genuine">
        <Quiet>SHA-256 of the text above: {version.sha256}</Quiet>
        {version.signatures.length === 2 ? (
          <Quiet>
            Its PDF carries a signature of its own. <TextLink href="/signed-pdf">Check a signed PDF</TextLink>
          </Quiet>
        ) : null}
      </Fold>
      {children}
    </section>
  );
}

/** The ways out: no agreement is found, the expert leaves, a conflict is confirmed. */
function Ways({ kind, engagement }: { kind: Kind; engagement: EngagementView }) {
  const { can } = engagement;
  const { kind: who, side } = useViewer();
  const navigate = useNavigate();
  const params = { id: engagement.review_id };
  const leaves = (said: string) => ({
    // of what an expert has left nothing is asked for again
    refresh: isExpertSide(who) ? [] : TOUCHED,
    onSuccess: () => {
      toastDone(said);
      // an expert who leaves has no page of it any more
      void navigate({ to: isExpertSide(who) ? listCrumb(kind, side).href : reviewHref(kind, engagement.review_id) });
    },
  });
  const refuse = useCommand(engagementEndpoints.refuse, leaves('Ended. Another expert is looked for.'));
  const withdraw = useCommand(engagementEndpoints.withdraw, leaves('Recorded. The firm has been notified.'));
  const confirm = useCommand(engagementEndpoints.confirmConflict, leaves('Confirmed. Another expert is looked for.'));
  if (!can.refuse && !can.withdraw && !can.confirm_conflict) return null;
  const own = isExpertSide(who);
  return (
    <section className={styles.section} aria-label="End the engagement">
      <Acts>
        {can.refuse ? (
          <ReasonAct
            opens="We cannot agree"
            label="Why can you not agree?"
            help="The other side sees this. The talks end, and another expert is looked for."
            submit="End the talks"
            busy={refuse.isPending}
            error={refuse.error}
            onSubmit={(reason) => refuse.mutate({ kind, params, body: { reason } })}
          />
        ) : null}
        {can.confirm_conflict ? (
          <ReasonAct
            opens="Confirm the conflict"
            label="Why does it stand in the way?"
            help="Both sides see this. This expert is not asked for the matter again."
            submit="Confirm it"
            busy={confirm.isPending}
            error={confirm.error}
            onSubmit={(reason) => confirm.mutate({ kind, params, body: { reason } })}
          />
        ) : null}
        {can.withdraw ? (
          own ? (
            <WithdrawForm
              reviewId={engagement.review_id}
              agreed={engagement.stands === 'signed'}
              busy={withdraw.isPending}
              error={withdraw.error}
              onSubmit={(body) => withdraw.mutate({ kind, params, body })}
            />
          ) : (
            <ReasonAct
              opens="Take the expert off"
              label="Why"
              help="The firm sees this. What the expert has delivered stays; another one begins anew."
              submit="Take them off"
              busy={withdraw.isPending}
              error={withdraw.error}
              onSubmit={(reason) => withdraw.mutate({ kind, params, body: { reason, handover: '' } })}
            />
          )
        ) : null}
      </Acts>
    </section>
  );
}

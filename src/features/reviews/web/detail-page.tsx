import {
  IconBolt,
  IconClipboardText,
  IconFilePlus,
  IconMapPin,
  IconMessages,
  IconPencil,
  IconPhone,
  IconScale,
  IconStethoscope,
} from '@tabler/icons-react';
import { isAdmin, isExpert, isOrganizationWide, isSuperAdmin } from '../../../core/actor.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { KINDS, type Kind } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { useMedia } from '../../../ui/parts/split-view.tsx';
import { StageBar } from '../../../ui/parts/stage-bar.tsx';
import { StatusBadge } from '../../../ui/parts/status.tsx';
import { Tabs } from '../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { DetailGrid, Page, useSidePanel } from '../../../ui/shell/layouts.tsx';
import { type ReviewSlotProps, Slot, useSlotFilled } from '../../../ui/slots.tsx';
import { formatNear, inLine } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { readReview, type ReviewDetail } from '../contract.ts';
import { isPurged, mayContinue, processOf, rulesOf, stateName, stateRow } from '../rules.ts';
import { type ActionAsk, askOf } from './detail/actions.ts';
import { FilesSection } from './detail/files-section.tsx';
import { CallSection, Invitations, RatePrompt, ReportSection } from './detail/progress-sections.tsx';
import { Matter, People, Questions, Quote } from './detail/rail.tsx';
import { AskDialog, ReviewMenu } from './detail/review-menu.tsx';
import { TimelineSection } from './detail/timeline-section.tsx';
import { useAct } from './detail/use-act.ts';
import { WhatNextPanel } from './detail/what-next-panel.tsx';
import { statusDisplay } from './shared/status-display.ts';
import { useReviewRoute } from './shared/route-parameters.ts';
import { Failed } from './shared/states.tsx';
import { useReviewLive } from './shared/use-live.ts';
import styles from './detail/detail.module.css';
import { specialtyWords } from '../../experts/rules.ts';

const PrintDocument = lazyPart(() => import('./detail/print-document.tsx'));
const EarlierDateNotice = lazyPart(() => import('./shared/earlier-date-notice.tsx'));
const CertificateSection = lazyPart(async () => ({
  default: (await import('./detail/certificate.tsx')).CertificateSection,
}));
const ExpertLapses = lazyPart(
  async () => ({ default: (await import('./detail/expert-lapses.tsx')).ExpertLapses }),
  'nothing',
);
const LegalHoldNotice = lazyPart(
  async () => ({ default: (await import('./detail/legal-hold.tsx')).LegalHoldNotice }),
  'nothing',
);
const PurgeRequestNotice = lazyPart(
  async () => ({ default: (await import('./detail/purge-request.tsx')).PurgeRequestNotice }),
  'nothing',
);
const AttentionPanel = lazyPart(async () => ({
  default: (await import('./detail/attention.tsx')).AttentionPanel,
}));

/** Where it is kept whether the conversation stands beside the review. */
const CONVERSATION = 'peritus:conversation';

/** One review: where it stands, whose move it is, what happened, what belongs to it. */
export function ReviewDetailPage() {
  const { kind, reviewId } = useReviewRoute();
  const { side: seat } = useViewer();
  const review = useQuery(query(readReview, { kind, params: { id: reviewId } }));
  useReviewLive(reviewId);
  const asked = useLocation({ select: (l) => new URLSearchParams(l.searchStr).get('print') });
  const readable = review.data?.view === 'full' || review.data?.view === 'no_contents';
  const [byKeys, setByKeys] = usePrintKeys(readable && asked === null);
  if (review.data) {
    const prints = readable && (asked !== null || byKeys);
    return (
      <>
        <Detail key={reviewId} kind={kind} review={review.data} />
        {prints ? (
          <Suspense fallback={null}>
            <PrintDocument
              kind={kind}
              review={review.data}
              base={`/${KINDS[kind].slug}/${reviewId}`}
              asks={asked === '1' || byKeys}
              onPrinted={byKeys ? () => setByKeys(false) : undefined}
            />
          </Suspense>
        ) : null}
      </>
    );
  }
  if (review.isError) {
    return (
      <Page width="form">
        <div className={styles.alone}>
          <h1 tabIndex={-1}>
            {review.error.status === 404 ? 'There is no such review' : 'This review cannot be shown'}
          </h1>
          {review.error.status === 404 ? (
            <p className={styles.quiet}>There is nothing at this number, or you do not have access to it.</p>
          ) : (
            <Failed what="The review" error={review.error} onRetry={() => void review.refetch()} />
          )}
          {seat === 'expert' ? (
            <ButtonLink href="/up-next">Back to Up next</ButtonLink>
          ) : (
            <ButtonLink href={KINDS[kind].list_path}>Back to {KINDS[kind].label}</ButtonLink>
          )}
        </div>
      </Page>
    );
  }
  return <Arriving />;
}

const ARRIVING_SIDE = (
  <div className={styles.arrivingSide}>
    <SkeletonRows rows={6} columns={[8, 60]} height={64} />
  </div>
);

/** A review on its way, with the columns it will have. */
function Arriving() {
  const { docked, open } = useSidePanel(CONVERSATION);
  return (
    <DetailGrid
      head={<SkeletonRows rows={4} columns={[60, 0, 20]} height={44} label="Loading the review" />}
      rail={<SkeletonRows rows={5} columns={[60]} />}
      {...(docked && open ? { side: ARRIVING_SIDE } : {})}
    >
      <SkeletonRows rows={6} columns={[70, 20]} />
    </DetailGrid>
  );
}

/** Whether the keys that print were pressed: what is printed is the document, not the page. */
function usePrintKeys(on: boolean): [boolean, (printing: boolean) => void] {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'p')
        return;
      event.preventDefault();
      setPrinting(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [on]);
  return [printing, setPrinting];
}

function Detail({ kind, review }: { kind: Kind; review: ReviewDetail }) {
  const act = useAct(kind, review);
  const viewer = useViewer();
  const readsCertificate =
    isOrganizationWide(viewer.kind) || isAdmin(viewer.kind) || review.requester?.id === viewer.user_id;
  const side = useSidePanel(CONVERSATION);
  const phone = useMedia('(max-width: 44em)');
  const hasConversation = useSlotFilled('ConversationPanel');
  const [asking, setAsking] = useState<ActionAsk | null>(null);
  const [adding, setAdding] = useState(false);
  const [tab, setTab] = useState<string | null>(null);
  const filesHead = useRef<HTMLDivElement>(null);
  const asksTalk = useLocation({ select: (l) => l.hash }) === 'conversation';
  const showTalk = useRef<() => void>(() => undefined);
  const slot: ReviewSlotProps = {
    kind,
    reviewId: review.id,
    abilities: review.abilities,
    lock_version: review.lock_version,
  };
  const base = `/${KINDS[kind].slug}/${review.id}`;
  const talks = hasConversation && review.view !== 'blind';
  const onAsk = (ask: ActionAsk) => {
    if (ask.question) setAsking(ask);
    else void act.run(ask, '').catch(() => undefined);
  };
  useEffect(() => {
    showTalk.current = () => {
      if (phone) setTab('conversation');
      else side.show();
      requestAnimationFrame(() => document.getElementById('conversation')?.scrollIntoView({ block: 'start' }));
    };
  });
  useEffect(() => {
    // an address that ends in #conversation opens it, wherever it stands on this screen
    if (asksTalk && talks) showTalk.current();
  }, [asksTalk, talks]);
  const addFiles = () => {
    setTab('files');
    setAdding(true);
    requestAnimationFrame(() => {
      filesHead.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
      filesHead.current?.focus({ preventScroll: true });
    });
  };

  const head = (
    <>
      <Head
        kind={kind}
        review={review}
        base={base}
        onAddFiles={addFiles}
        menu={<ReviewMenu kind={kind} review={review} act={act} onAsk={onAsk} />}
        talk={
          talks && !phone && !side.open ? (
            <IconButton label="Show the conversation" kind="default" size="md" onClick={side.show}>
              <IconMessages stroke={1.75} />
            </IconButton>
          ) : null
        }
      />
      {review.view === 'call_only' || !review.stages.some((stage) => stage.current) ? null : (
        <StageBar
          stages={review.stages.map((stage) => ({
            label: stage.label,
            state: stage.current ? 'current' : stage.progress >= 1 ? 'done' : 'ahead',
            share: stage.progress,
          }))}
        />
      )}
      <WhatNextPanel kind={kind} review={review} slot={slot} act={act} onAsk={onAsk} />
      {viewer.side === 'requester' && stateRow(kind, review.status.key).phase === 'asks_expert' ? (
        <Slot name="ConflictQuestion" {...slot} />
      ) : null}
      {viewer.side === 'staff' && review.bucket === 'active' ? (
        <Suspense fallback={null}>
          <ExpertLapses reviewId={review.id} />
        </Suspense>
      ) : null}
      {review.legal_hold ? (
        <Suspense fallback={null}>
          <LegalHoldNotice kind={kind} reviewId={review.id} />
        </Suspense>
      ) : null}
      {isSuperAdmin(viewer.kind) && rulesOf(kind).ended.has(review.status.key) ? (
        <Suspense fallback={null}>
          <PurgeRequestNotice kind={kind} review={review} />
        </Suspense>
      ) : null}
      {review.attention?.length ? (
        <Suspense fallback={<SkeletonRows rows={2} columns={[70, 20]} />}>
          <AttentionPanel kind={kind} review={review} />
        </Suspense>
      ) : null}
      {review.earlier_date ? (
        <Suspense fallback={<SkeletonRows rows={1} columns={[70, 20]} />}>
          <EarlierDateNotice kind={kind} review={review} />
        </Suspense>
      ) : null}
      <Notices review={review} onAsk={onAsk} />
    </>
  );
  const timeline = review.view === 'call_only' ? null : <TimelineSection kind={kind} review={review} />;
  const purged = isPurged({ kind, status: review.status.key });
  const work = (
    <>
      {purged && readsCertificate ? (
        <Suspense fallback={<SkeletonRows rows={3} columns={[70, 20]} />}>
          <CertificateSection kind={kind} review={review} />
        </Suspense>
      ) : null}
      {KINDS[kind].has_agreement && review.bucket !== 'draft' && review.view !== 'blind' ? (
        <Slot name="AgreementCard" waiting={null} {...slot} />
      ) : null}
      {KINDS[kind].has_exam && review.bucket !== 'draft' ? (
        <Slot name="ExamCard" waiting={null} {...slot} />
      ) : (
        <CallSection review={review} slot={slot} />
      )}
      {KINDS[kind].has_exam && viewer.side !== 'expert' ? (
        <Slot name="PurposeLetterCard" waiting={null} {...slot} />
      ) : null}
      {KINDS[kind].names_first && review.view === 'full' && review.bucket !== 'draft' ? (
        <Slot name="MatterDatesCard" waiting={null} {...slot} />
      ) : null}
      {processOf(kind).by_the_hour !== undefined && review.bucket !== 'draft' && review.view === 'full' ? (
        <>
          <Slot name="TestimonyCard" waiting={null} {...slot} />
          <Slot name="WorkCard" waiting={null} {...slot} />
        </>
      ) : null}
      <ReportSection review={review} slot={slot} base={base} />
      {processOf(kind).by_the_hour !== undefined && review.bucket !== 'draft' && review.view === 'full' ? (
        <Slot name="DisclosureCard" waiting={null} {...slot} />
      ) : null}
      {KINDS[kind].hears_provider && review.bucket !== 'draft' && review.view === 'full' ? (
        <Slot name="ProviderVoice" {...slot} />
      ) : null}
      {processOf(kind).second_opinions &&
      (review.view === 'full' || review.view === 'no_contents') &&
      review.bucket !== 'draft' ? (
        <Slot name="OpinionsCard" {...slot} />
      ) : null}
      {KINDS[kind].has_agreement && review.view === 'full' && review.bucket !== 'draft' ? (
        <Slot name="FormerExpertsCard" waiting={null} {...slot} />
      ) : null}
      {KINDS[kind].names_first && viewer.side !== 'expert' && review.bucket !== 'draft' ? (
        <Slot name="MatterCard" waiting={null} {...slot} />
      ) : null}
      {mayContinue(kind, review.status.key) ? <Slot name="ContinuationCard" waiting={null} {...slot} /> : null}
      <RatePrompt review={review} base={base} />
    </>
  );
  // of deleted records nothing is to come: the certificate says what there was
  const files =
    !purged && (review.view === 'call_only' ? review.files?.count : review.files || review.abilities['see_files']) ? (
      <FilesSection review={review} slot={slot} base={base} adding={adding} onAdding={setAdding} head={filesHead} />
    ) : null;
  // whoever works from the records finds them first, whoever ordered reads what happened
  const filesFirst = viewer.side !== 'requester';
  const rail = (
    <div className={styles.rail}>
      {review.people.length > 0 ? <People kind={kind} review={review} /> : null}
      {review.quote ? <Quote kind={kind} review={review} quote={review.quote} /> : null}
      {(review.quote || isExpert(viewer.kind)) && review.bucket !== 'draft' ? (
        <Slot name="ChargesCard" waiting={null} {...slot} />
      ) : null}
      {review.questions && review.questions.length > 0 ? <Questions questions={review.questions} /> : null}
      <Matter review={review} />
    </div>
  );
  // what it costs may have changed while it is open
  const dialog = asking ? (
    <AskDialog ask={askOf(asking.action, review) ?? asking} onClose={() => setAsking(null)} onRun={act.run} />
  ) : null;

  if (phone) {
    const parts = [
      ...(timeline ? [{ value: 'timeline', label: 'Timeline' }] : []),
      // nothing in it and nothing to add is no part of the review
      ...(files && (review.files?.count || review.abilities['add_files']?.allowed || tab === 'files')
        ? [{ value: 'files', label: 'Files', count: review.files?.count }]
        : []),
    ];
    const tabs = [
      ...(filesFirst && review.files?.count ? parts.toReversed() : parts),
      { value: 'people', label: 'People' },
      ...(talks ? [{ value: 'conversation', label: 'Conversation' }] : []),
    ];
    const shown = tabs.find((one) => one.value === tab)?.value ?? tabs[0]?.value ?? 'people';
    return (
      <DetailGrid head={head}>
        <div className={styles.column}>
          {work}
          <Tabs label="Parts of this review" tabs={tabs} value={shown} onChange={setTab}>
            <div className={styles.panel}>
              {shown === 'timeline' ? (
                <>
                  {timeline}
                  <Invitations review={review} base={base} />
                </>
              ) : null}
              {shown === 'files' ? files : null}
              {shown === 'people' ? rail : null}
              {shown === 'conversation' ? (
                <div id="conversation" className={styles.talk}>
                  <Slot name="ConversationPanel" {...slot} />
                </div>
              ) : null}
            </div>
          </Tabs>
        </div>
        {dialog}
      </DetailGrid>
    );
  }
  return (
    <DetailGrid
      head={head}
      rail={rail}
      side={
        talks && side.open ? (
          <Slot name="ConversationPanel" waiting={ARRIVING_SIDE} {...slot} onClose={side.close} />
        ) : undefined
      }
      onCloseSide={side.close}
    >
      <div className={styles.column}>
        {work}
        {filesFirst ? files : timeline}
        {filesFirst ? timeline : files}
        <Invitations review={review} base={base} />
      </div>
      {dialog}
    </DetailGrid>
  );
}

function Head({
  kind,
  review,
  base,
  onAddFiles,
  menu,
  talk,
}: {
  kind: Kind;
  review: ReviewDetail;
  base: string;
  onAddFiles: () => void;
  menu: ReactNode;
  talk: ReactNode;
}) {
  const { time_zone, side: seat } = useViewer();
  const now = useNow(60_000);
  const look = statusDisplay(review.status);
  const call = review.call && review.status.icon === 'calendar' ? review.call.starts_at : null;
  const ended = review.bucket === 'completed' || review.bucket === 'cancelled';
  const meta = [
    {
      icon: <IconStethoscope size={14} stroke={2} aria-hidden />,
      text: specialtyWords(review.specialty?.name, review.sub_specialty?.name),
      label: 'Specialty',
    },
    {
      icon: review.call_minutes ? (
        <IconPhone size={14} stroke={2} aria-hidden />
      ) : (
        <IconClipboardText size={14} stroke={2} aria-hidden />
      ),
      text: review.service_label ?? '',
      label: 'Service',
    },
    {
      icon: <IconMapPin size={14} stroke={2} aria-hidden />,
      text: review.state ? stateName(review.state) : '',
      label: KINDS[kind].state_label,
    },
    { icon: <IconScale size={14} stroke={2} aria-hidden />, text: review.stage_label ?? '', label: 'Claim stage' },
    { text: review.claim_number ? `${KINDS[kind].number_label} ${review.claim_number}` : '' },
    ...(review.expedited ? [{ icon: <IconBolt size={14} stroke={2} aria-hidden />, text: 'Expedited' }] : []),
  ].filter((one) => one.text !== '');
  return (
    <PageHeader
      crumbs={[
        seat === 'expert' && !ended
          ? { label: 'Up next', href: '/up-next' }
          : { label: KINDS[kind].label, href: ended ? KINDS[kind].completed_path : KINDS[kind].list_path },
        { label: review.number },
      ]}
      title={review.subject || review.number}
      badge={
        <StatusBadge
          {...look}
          label={call ? `Call ${inLine(formatNear(call, { now, zone: time_zone }))}` : look.label}
        />
      }
      meta={meta}
      actions={
        <>
          {review.abilities['edit']?.allowed ? (
            <ButtonLink
              href={review.bucket === 'draft' ? `${base}/step-one` : `${base}/edit`}
              icon={<IconPencil stroke={1.75} />}
            >
              {review.bucket === 'draft' ? 'Edit draft' : 'Edit'}
            </ButtonLink>
          ) : null}
          {review.abilities['add_files']?.allowed ? (
            <Button icon={<IconFilePlus stroke={1.75} />} onClick={onAddFiles}>
              Add files
            </Button>
          ) : null}
          {talk}
          {menu}
        </>
      }
    />
  );
}

/** What stands out and is nobody's ordinary next step; whoever decides on it can do so here. */
function Notices({ review, onAsk }: { review: ReviewDetail; onAsk: (ask: ActionAsk) => void }) {
  const { transfer_request: transfer } = review;
  if (!transfer) return null;
  const decides = (['hand_over', 'grant_transfer', 'decline_transfer'] as const).flatMap((action) => {
    const ask = review.abilities[action]?.allowed ? askOf(action, review) : null;
    return ask ? [{ label: ask.label, onAct: () => onAsk(ask) }] : [];
  });
  return (
    <InlineNotice
      kind="info"
      title={transfer.to ? `A transfer to ${transfer.to.name} was requested.` : 'A transfer was requested.'}
      actions={decides}
    >{` “${transfer.reason}”`}</InlineNotice>
  );
}

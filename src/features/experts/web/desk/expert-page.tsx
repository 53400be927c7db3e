import { IconCircleCheck, IconCircleX, IconMail, IconMapPin, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { capital } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { Facts } from '../../../../ui/parts/facts.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../../ui/parts/page-header.tsx';
import { StatusBadge } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { formatDay, formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertDeskView, ExpertPaper } from '../../contract/experts-desk.ts';
import { endingWords } from '../../rules/credential-ends.ts';
import { ExpertCvs } from './expert-cvs.tsx';
import { ExpertDisplay } from './expert-display.tsx';
import { RecordsAtDesk, ToVerify } from './expert-records.tsx';
import { useFreshExpert } from './fresh.ts';
import { AVAILABILITY, standingDisplay } from './standing.ts';
import { VerifyDialog } from './verify-dialog.tsx';
import styles from './desk.module.css';

/** One expert at the desk: standing, papers and their verification, CVs, affiliations, availability and load. */
export function ExpertPage() {
  const profileId = Number(useParams({ strict: false })['expertId']) || 0;
  const { data, error, refetch } = useQuery({
    ...query(expertEndpoints.expertAtDesk, { params: { profileId } }),
    enabled: profileId > 0,
  });
  if (data) return <AtDesk key={data.profile_id} expert={data} />;
  return (
    <Page>
      {error?.status === 404 || profileId === 0 ? (
        <EmptyState
          title="There is no such expert"
          action={<ButtonLink href="/admin/experts">Go to the experts</ButtonLink>}
        >
          Nobody in the directory has this number.
        </EmptyState>
      ) : error ? (
        <Failure error={error} what="The expert could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} columns={[40, 0, 30]} height={64} label="Loading the expert" />
      )}
    </Page>
  );
}

function AtDesk({ expert }: { expert: ExpertDeskView }) {
  const [verifying, setVerifying] = useState<ExpertPaper | null>(null);
  const ended = expert.papers.filter(({ holds }) => !holds);
  return (
    <Page>
      <PageHeader
        crumbs={[{ label: 'Experts', href: '/admin/experts' }, { label: expert.code }]}
        title={expert.name}
        badge={<StatusBadge {...standingDisplay(expert.status)} />}
        meta={[
          {
            icon: <IconStethoscope size={14} stroke={1.75} />,
            label: 'Specialty',
            text: expert.specialty ?? 'None recorded',
          },
          ...(expert.region === null
            ? []
            : [{ icon: <IconMapPin size={14} stroke={1.75} />, label: 'Practice', text: expert.region }]),
          { icon: <IconMail size={14} stroke={1.75} />, label: 'E-mail', text: expert.email },
        ]}
        actions={<Acts expert={expert} />}
      />
      <div className={styles.next}>
        {ended.length > 0 ? (
          <InlineNotice kind="warn" title="Something this expert’s work rests on has ended.">
            {capital(ended.map(({ sort, of }) => endingWords(sort, of)).join(', '))}. No invitation that needs it can be
            sent until the new one is verified here.
          </InlineNotice>
        ) : null}
        <Standing expert={expert} />
      </div>
      <ToVerify profileId={expert.profile_id} />
      <section className={styles.section}>
        <SectionHead title="Licenses, certifications and cover" />
        {expert.papers.length === 0 ? <p className={styles.quiet}>Nothing is recorded yet.</p> : null}
        <ul className={styles.rows}>
          {expert.papers.map((paper) => (
            <li key={paper.key} className={styles.check}>
              <Paper paper={paper} />
              {expert.may_act ? (
                <Button
                  size="sm"
                  aria-label={`Verify: ${endingWords(paper.sort, paper.of)}`}
                  onClick={() => setVerifying(paper)}
                >
                  Verify
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      <RecordsAtDesk
        profileId={expert.profile_id}
        parts={['site', 'rate', 'affiliation', 'testimony', 'publication']}
      />
      <ExpertCvs expert={expert} />
      <ExpertDisplay expert={expert} />
      {verifying ? (
        <VerifyDialog profileId={expert.profile_id} paper={verifying} onClose={() => setVerifying(null)} />
      ) : null}
    </Page>
  );
}

function Standing({ expert }: { expert: ExpertDeskView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <Facts
      labelWidth={150}
      items={[
        {
          label: 'Standing',
          value: expert.status_since
            ? `${expert.status_reason} ${expert.status_by ?? 'Peritus'}, ${formatInstant(expert.status_since, { zone, now })}`
            : null,
        },
        { label: 'Availability', value: expert.availability === null ? null : AVAILABILITY[expert.availability] },
        { label: 'Open reviews', value: `${expert.open_reviews} of ${expert.max_open_reviews} at most` },
        {
          label: 'Takes',
          value: [...expert.kinds, ...(expert.accepts_expedited ? ['expedited ones'] : [])].join(', '),
        },
        { label: 'Practice', value: [expert.setting, `${expert.years_in_practice} years`].filter(Boolean).join(', ') },
        { label: 'Languages', value: expert.languages.join(', ') },
        { label: 'NPI', value: expert.npi },
        { label: 'Assistants', value: expert.assistants.join(', ') },
      ]}
    />
  );
}

function Paper({ paper }: { paper: ExpertPaper }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { sort, of, number, field, expires_on, holds, verified_at, verified_by, source } = paper;
  const words = endingWords(sort, of);
  return (
    <div className={styles.checkWords}>
      <span className={styles.checkHead}>
        <span className={styles.signed}>
          {holds ? (
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconCircleX size={16} stroke={1.75} aria-hidden />
          )}
          {capital(words)}
        </span>
        <span className={styles.quiet}>
          {expires_on === null
            ? 'No last day'
            : holds
              ? `Holds until ${formatDay(expires_on)}`
              : `Ended ${formatDay(expires_on)}`}
        </span>
      </span>
      <span className={styles.quiet}>{[number, field].filter(Boolean).join(' · ')}</span>
      <span className={styles.quiet}>
        {verified_at
          ? `${source ?? 'Verified'}, ${formatInstant(verified_at, { zone, now })}${verified_by ? `, by ${verified_by}` : ''}`
          : 'Not verified yet'}
        {paper.evidence ? (
          <>
            {'; '}
            <a href={paper.evidence} target="_blank" rel="noreferrer">
              evidence, opens in a new tab
            </a>
          </>
        ) : null}
      </span>
    </div>
  );
}

function Acts({ expert }: { expert: ExpertDeskView }) {
  const [asking, setAsking] = useState<ExpertDeskView['acts'][number] | null>(null);
  const move = useCommand(expertEndpoints.moveStanding, { onSuccess: useFreshExpert() });
  if (expert.acts.length === 0) return null;
  return (
    <div className={styles.acts}>
      {expert.acts.map((act) => (
        <Button key={act.action} kind={act.action === 'resume' ? 'default' : 'quiet'} onClick={() => setAsking(act)}>
          {act.label}
        </Button>
      ))}
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={`${asking.label}: ${expert.name}?`}
          confirmLabel={asking.label}
          cancelLabel="Leave it as it is"
          danger={asking.action !== 'resume'}
          reason={{ label: 'Reason', note: 'Only Peritus reads it.', required: true, max: 1000 }}
          onConfirm={async (reason) => {
            await move.mutateAsync({
              params: { profileId: expert.profile_id },
              body: { action: asking.action, reason },
            });
            setAsking(null);
          }}
        >
          {asking.means} The expert is told that it changed, not why.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

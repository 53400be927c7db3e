import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { Tabs } from '../../../ui/parts/tabs.tsx';
import { reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { Page } from '../../../ui/shell/layouts.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { opinionEndpoints } from '../contract.ts';
import { Differences } from './differences.tsx';
import { LevelWords } from './level.tsx';
import styles from './opinions.module.css';
import { OwnJudgmentFirst } from './to-settle.tsx';

/** Both opinions for the reviewer who settles where they part: without names, numbers or codes. */
export function OpinionsPage() {
  const { kind, reviewId, href } = useReviewRoute();
  const asked = { kind, params: { id: reviewId } };
  const { data, error, isPending, refetch } = useQuery(query(opinionEndpoints.toSettle, asked));
  const opened = data !== undefined && data.opened_at !== null;
  const writing = <ButtonLink href={reviewHref(kind, reviewId, 'report')}>Write the report</ButtonLink>;
  return (
    <Page>
      <div className={styles.page}>
        <PageHeader
          crumbs={[
            { label: 'Up next', href: '/up-next' },
            { label: data?.number ?? 'Review', href },
            { label: 'Opinions to settle' },
          ]}
          title="Opinions to settle"
          lead="Two reviewers judged these charts without knowing of each other. You do not have to side with either."
          actions={opened ? writing : undefined}
        />
        {isPending ? <SkeletonRows rows={5} columns={[60, 20]} label="Loading the opinions" /> : null}
        <Failure error={data ? null : error} what="The opinions could not be loaded." onRetry={() => void refetch()} />
        {data && !data.settles ? (
          <EmptyState title="Nothing to settle here">This review is a judgment of your own.</EmptyState>
        ) : null}
        {data?.settles && !opened ? <OwnJudgmentFirst kind={kind} view={data} /> : null}
        {opened ? <Both kind={kind} reviewId={reviewId} /> : null}
      </div>
    </Page>
  );
}

function Both({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const [shown, setShown] = useState('Opinion 1');
  const { data, error, refetch } = useQuery(query(opinionEndpoints.blind, { kind, params: { id: reviewId } }));
  if (error && !data)
    return <Failure error={error} what="The opinions could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} columns={[60, 20]} label="Loading the opinions" />;
  const { opinions, differences } = data;
  const opinion = opinions.find((one) => one.name === shown);
  return (
    <>
      <section className={styles.card} aria-labelledby="levels">
        <SectionHead id="levels" title="Levels" />
        <ol className={styles.members}>
          {opinions.map((one) => (
            <li key={one.name} className={styles.member}>
              <b>{one.name}</b>
              <div className={styles.level}>
                {one.level ? <LevelWords {...one.level} /> : <span>No level could be determined</span>}
              </div>
            </li>
          ))}
        </ol>
        {differences && differences.length > 0 ? (
          <Differences rows={differences} names={['Opinion 1', 'Opinion 2']} caption="Where they differ" />
        ) : null}
      </section>
      <section className={styles.card} aria-label="The reports">
        <Tabs
          label="The reports"
          tabs={opinions.map(({ name }) => ({ value: name, label: name }))}
          value={shown}
          onChange={setShown}
        >
          {opinion ? (
            <div className={styles.paper}>
              <Slot name="ReportPaper" report={opinion.report} title={opinion.name} meta={[opinion.form]} />
            </div>
          ) : null}
        </Tabs>
      </section>
    </>
  );
}

import { readSpecialties } from '../../experts/contract/specialties.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { KINDS } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import type { AutosaveState } from '../../../ui/form/autosave.ts';
import { focusPath } from '../../../ui/form/field.tsx';
import { SaveState } from '../../../ui/form/save-state.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ActionBar, PageHeader } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { readFields, readQuote, readReview, readSection } from '../contract.ts';
import type { ReviewDetail } from '../contract.ts';
import type { Catalogue, SectionSpec } from './form/types.ts';
import { useReviewRoute } from './shared/route-parameters.ts';
import { Failed } from './shared/states.tsx';
import { useReviewLive } from './shared/use-live.ts';
import { type StepHandle, WizardStep } from './wizard/wizard-step.tsx';
import styles from './wizard/wizard.module.css';

/** Everything of an order in one form, with what may still change. Each step of it saves by itself, as in the wizard. */
export function EditOrderPage() {
  const { kind, reviewId, base } = useReviewRoute();
  useReviewLive(reviewId);
  const review = useQuery(query(readReview, { kind, params: { id: reviewId } }));
  const organization = review.data?.organization?.id;
  const catalogue = useQuery({
    ...query(readFields, { kind, query: organization ? { organization_id: organization } : {} }),
    enabled: review.isSuccess,
    staleTime: 300_000,
  });
  const error = review.error ?? catalogue.error;
  if (error && !(review.data && catalogue.data)) {
    return (
      <Page width="form">
        <div className={styles.alone}>
          <Failed
            what="The order"
            error={error}
            onRetry={() => void (review.isError ? review.refetch() : catalogue.refetch())}
          />
          <ButtonLink href={KINDS[kind].list_path}>Back to {KINDS[kind].label}</ButtonLink>
        </div>
      </Page>
    );
  }
  if (!review.data || !catalogue.data)
    return (
      <Page width="form">
        <SkeletonRows rows={10} columns={[50, 50]} height={64} label="Loading the order" />
      </Page>
    );
  const may = review.data.abilities['edit'];
  if (!may?.allowed) {
    return (
      <Page width="form">
        <div className={styles.alone}>
          <h1 tabIndex={-1}>This order cannot be changed</h1>
          <p>{may?.reason ?? 'Only the requester’s side can change the order.'}</p>
          <ButtonLink href={base}>Open {review.data.number}</ButtonLink>
        </div>
      </Page>
    );
  }
  return <Sections review={review.data} catalogue={catalogue.data} />;
}

type States = Readonly<Record<string, AutosaveState<unknown>>>;

/** The state most worth telling of all sections. */
function worst(states: States): AutosaveState<unknown> {
  const all = Object.values(states);
  for (const kind of ['conflict', 'refused', 'saving', 'dirty'] as const) {
    const found = all.find((state) => state.kind === kind);
    if (found) return found;
  }
  const other = all.find((state) => state.kind !== 'clean');
  if (other) return other;
  // of several that are saved the newest tells that all are
  const saved = all.flatMap((state) => (state.kind === 'clean' && state.saved_at !== null ? [state.saved_at] : []));
  return { kind: 'clean', saved_at: saved.length > 0 ? Math.max(...saved) : null };
}

function Sections({ review, catalogue }: { review: ReviewDetail; catalogue: Catalogue }) {
  const { kind, base } = useReviewRoute();
  const viewer = useViewer();
  const navigate = useNavigate();
  const [states, setStates] = useState<States>({});
  const handles = useRef(new Map<string, StepHandle>());
  const done = async () => {
    const steps = [...handles.current.values()];
    await Promise.all(steps.map((handle) => handle.flush()));
    // whoever chose an earlier date and has not asked for it would leave believing it was
    const pending = steps.find((handle) => handle.pending !== null)?.pending;
    if (pending && focusPath(pending)) return;
    void navigate({ to: base });
  };
  useEffect(() => {
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <Page width="form">
      <PageHeader
        crumbs={[
          { label: KINDS[kind].label, href: KINDS[kind].list_path },
          { label: review.number, href: base },
          { label: 'Change the order' },
        ]}
        title={review.subject || review.number}
      />
      <div className={styles.sections}>
        {catalogue.sections.map((spec) => (
          <Section
            key={spec.key}
            review={review}
            catalogue={catalogue}
            spec={spec}
            handle={(handle) => {
              if (handle) handles.current.set(spec.key, handle);
              else handles.current.delete(spec.key);
            }}
            onState={(state) =>
              setStates((before) => (before[spec.key] === state ? before : { ...before, [spec.key]: state }))
            }
          />
        ))}
      </div>
      <ActionBar>
        <SaveState state={worst(states)} zone={viewer.time_zone} />
        <Button kind="primary" onClick={() => void done()}>
          Done
        </Button>
      </ActionBar>
    </Page>
  );
}

function Section({
  review,
  catalogue,
  spec,
  handle,
  onState,
}: {
  review: ReviewDetail;
  catalogue: Catalogue;
  spec: SectionSpec;
  handle: (handle: StepHandle | null) => void;
  onState: (state: AutosaveState<unknown>) => void;
}) {
  const { kind } = useReviewRoute();
  const params = { id: review.id };
  const stored = useQuery(query(readSection, { kind, params: { ...params, section: spec.key } }));
  const quote = useQuery(query(readQuote, { kind, params }));
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });
  const told = useRef(onState);
  useEffect(() => {
    told.current = onState;
  });
  const tell = useCallback((state: AutosaveState<unknown>) => told.current(state), []);
  if (stored.isError && !stored.data)
    return <Failed what={spec.title} error={stored.error} onRetry={() => void stored.refetch()} />;
  if (!stored.data) return <SkeletonRows rows={5} columns={[50, 50]} height={64} label={`Loading ${spec.title}`} />;
  const missing = quote.data?.steps.find((s) => s.section === spec.key)?.missing ?? stored.data.step.missing;
  return (
    <WizardStep
      kind={kind}
      review={review}
      spec={spec}
      stored={stored.data}
      catalogue={catalogue}
      specialties={specialties.data?.data ?? []}
      missing={missing}
      warnings={quote.data?.warnings ?? stored.data.warnings}
      tried={false}
      focusOn={null}
      among
      handle={handle}
      onState={tell}
    />
  );
}

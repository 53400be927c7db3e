import { isUnordered } from '../../rules/kinds.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import type { Out } from '../../../../core/endpoint.ts';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { query } from '../../../../ui/api/hooks.ts';
import { ErrorSummary } from '../../../../ui/form/error-summary.tsx';
import { focusPath } from '../../../../ui/form/field.tsx';
import type { AutosaveState } from '../../../../ui/form/autosave.ts';
import { mergeDrafts } from '../../../../ui/form/merge-drafts.ts';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { Slot, useSlotFilled } from '../../../../ui/slots.tsx';
import { type MissingField, readSection, type ReviewDetail } from '../../contract.ts';
import { AT_RECORDS, guideOf, type Section, SEAT_FIELDS } from '../../rules.ts';
import { SectionForm } from '../form/section-form.tsx';
import {
  type Catalogue,
  errorsOf,
  type FormContext,
  type SectionSpec,
  type Specialty,
  type Values,
  type Warning,
} from '../form/types.ts';
import { OnboardingHint, useOnboardingHint } from './onboarding-hint.tsx';
import { useEarlierDate } from './use-earlier-date.ts';
import { useSection } from './use-section.ts';
import styles from './wizard.module.css';

const OrderExample = lazyPart(() => import('./order-example.tsx'));
const EarlierDate = lazyPart(() => import('./earlier-date.tsx'));

export interface StepHandle {
  flush: () => Promise<void>;
  /** Something was begun here that is neither sent nor given up: where it goes on. */
  pending: string | null;
}

/** One step: its fields with autosave, what is wrong, and the records where the step has them. */
export function WizardStep({
  kind,
  review,
  spec,
  stored,
  catalogue,
  specialties,
  missing,
  warnings,
  prices,
  tried,
  focusOn,
  above = null,
  among = false,
  handle,
  onState,
}: {
  kind: Kind;
  review: ReviewDetail;
  spec: SectionSpec;
  stored: Out<typeof readSection>;
  catalogue: Catalogue;
  specialties: readonly Specialty[];
  missing: readonly MissingField[];
  warnings: readonly Warning[];
  prices?: FormContext['prices'] | undefined;
  /** Whether the person tried to order: then also what is merely missing is said. */
  tried: boolean;
  /** A field to begin at: the first faulty one. */
  focusOn: string | null;
  /** What stands above its fields. */
  above?: ReactNode;
  /** It stands with the other steps on one page, which has a heading of its own. */
  among?: boolean;
  handle: Ref<StepHandle>;
  onState: (state: AutosaveState<unknown>) => void;
}) {
  const client = useQueryClient();
  const section = useSection({ kind, reviewId: review.id, section: spec.key, stored });
  const { value, state, flush, resolve } = section;
  const earlier = useEarlierDate({ review, among, stored: stored.data, value, change: section.change });
  const { change } = earlier;
  const box = useRef<HTMLDivElement>(null);
  const hasRecords = useSlotFilled('RecordsUpload');
  const pending = earlier.wanted ? 'earlier_date.reason' : null;
  useImperativeHandle(handle, () => ({ flush, pending }), [flush, pending]);
  useEffect(() => onState(state), [state, onState]);

  useEffect(() => {
    if (among || (focusOn && focusPath(focusOn))) return;
    box.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [focusOn, among]);

  const others = useMemo(
    () =>
      catalogue.sections
        .filter((s) => s.key !== spec.key)
        .map((s) => {
          const params = { id: review.id, section: s.key };
          const cached = client.getQueryData(query(readSection, { kind, params }).queryKey);
          return cached?.data ?? review.sections?.find((one) => one.section === s.key)?.data ?? {};
        }),
    [catalogue.sections, client, kind, review.id, review.sections, spec.key],
  );
  const everything = Object.assign({}, ...others, value) as Record<string, unknown>;
  const rules = guideOf(kind);
  const named = rules.named_parties(everything);

  const untouched = stored.version === 0 && value['conflict_parties'] === undefined;
  const holdsParties = spec.fields.some((f) => f.key === 'conflict_parties');

  // once, when the step is first opened
  const begin = useEffectEvent(() => {
    // the names given so far are the first ones an expert must be checked against
    if (holdsParties && untouched && named.length > 0) change('conflict_parties', named);
  });
  useEffect(() => begin(), []);

  const errors = errorsOf(missing, spec.key, tried);
  const labels = Object.fromEntries(spec.fields.map((f) => [f.key, f.label]));
  const prose = new Set(spec.fields.filter((f) => f.type === 'long_text').map((f) => f.key));
  const form: FormContext = {
    section: spec.key,
    values: value,
    catalogue,
    specialties,
    people: { kind, asked: review.organization ? { organization_id: review.organization.id } : {} },
    named,
    everything,
    prices: prices ?? {},
    fixed: review.expert !== null && review.bucket !== 'draft' ? rules.fixed_after_acceptance : NONE,
    given: new Set([
      ...(spec.key === 'step_one' && isUnordered({ kind, status: review.status.key }) ? (review.given ?? []) : []),
      ...(review.seat ? SEAT_FIELDS[spec.key as Section] : []),
    ]),
  };
  const isDraft = review.bucket === 'draft';
  const { hint: nextHint, putAway } = useOnboardingHint(kind, spec.key);
  const hint = isDraft ? nextHint : undefined;
  const hintShown = hint ? <OnboardingHint hint={hint} onPutAway={putAway} /> : null;
  const records: ReactNode = hasRecords ? (
    <section className={styles.records} aria-labelledby="records">
      {among ? <h3 id="records">Records</h3> : <h2 id="records">Records</h2>}
      <Slot
        name="RecordsUpload"
        kind={kind}
        reviewId={review.id}
        abilities={review.abilities}
        lock_version={review.lock_version}
      />
      {isDraft && KINDS[kind].has_charts ? (
        <Slot name="ArrivedDocuments" waiting={null} kind={kind} reviewId={review.id} />
      ) : null}
      {hint?.at === AT_RECORDS ? hintShown : null}
      {KINDS[kind].has_exam ? (
        <Slot
          name="PurposeLetterCard"
          waiting={null}
          kind={kind}
          reviewId={review.id}
          abilities={review.abilities}
          lock_version={review.lock_version}
        />
      ) : null}
    </section>
  ) : null;

  return (
    <div ref={box} className={styles.form} onBlur={section.onBlur}>
      {among ? <h2>{spec.title}</h2> : <h1 tabIndex={-1}>{spec.title}</h1>}
      <p className={styles.stepLead}>{spec.lead}</p>
      {isDraft && catalogue.example.some(({ section }) => section === spec.key) ? (
        <Suspense fallback={null}>
          <OrderExample spec={spec} example={catalogue.example} />
        </Suspense>
      ) : null}
      {hint?.at === null ? hintShown : null}
      {state.kind === 'conflict' ? (
        <InlineNotice
          kind="conflict"
          title="This step was changed elsewhere while you were editing."
          actions={[
            {
              label: 'Keep both',
              onAct: () => resolve({ value: mergeDrafts(value, state.fresh.value, state.base, prose) }),
            },
            { label: 'Take the other version', onAct: () => resolve('fresh') },
          ]}
        >
          {differing(value, state.fresh.value, labels)}
        </InlineNotice>
      ) : null}
      {state.kind === 'refused' ? <InlineNotice kind="bad" title={state.message} live /> : null}
      {tried ? (
        <ErrorSummary
          focus={false}
          errors={Object.entries(errors).map(([path, message]) => ({ path: `${spec.key}.${path}`, message }))}
        />
      ) : null}
      {above}
      <SectionForm
        spec={spec}
        form={form}
        errors={errors}
        warnings={warnings}
        records={records}
        after={{
          ...(hint?.at ? { [hint.at]: hintShown } : {}),
          ...(earlier.shown
            ? {
                needed_by: (
                  <Suspense fallback={null}>
                    <EarlierDate kind={kind} review={review} asking={earlier} />
                  </Suspense>
                ),
              }
            : {}),
        }}
        onChange={change}
      />
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** "Different there: Needed by, Service." */
function differing(mine: Values, fresh: Values, labels: Readonly<Record<string, string>>): string {
  const fields = Object.keys({ ...mine, ...fresh })
    .filter((key) => JSON.stringify(mine[key] ?? null) !== JSON.stringify(fresh[key] ?? null))
    .map((key) => labels[key])
    .filter((label): label is string => label !== undefined);
  return fields.length === 0 ? '' : `Different there: ${fields.join(', ')}.`;
}

import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { ApiError, call } from '../../../../ui/api/client.ts';
import { query } from '../../../../ui/api/hooks.ts';
import type { AutosaveState } from '../../../../ui/form/autosave.ts';
import { mergeDrafts } from '../../../../ui/form/merge-drafts.ts';
import { Refused, StaleVersion } from '../../../../ui/form/autosave.ts';
import { ErrorSummary } from '../../../../ui/form/error-summary.tsx';
import { focusPath } from '../../../../ui/form/field.tsx';
import { FieldRow, FormStack } from '../../../../ui/form/form-layout.tsx';
import { useAutosave } from '../../../../ui/form/use-autosave.ts';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationView, PartView } from '../../contract/applications.ts';
import { isAsked, type PartData, specOf } from '../../rules/application.ts';
import type { ApplicationField, Part } from '../../rules/application-fields.ts';
import { CvBox } from '../cv-box.tsx';
import { ApplicationFieldView, type Specialty } from './application-field.tsx';
import styles from './apply.module.css';

const isPart = (value: unknown): value is PartView =>
  typeof value === 'object' && value !== null && 'data' in value && 'version' in value;

/** One part of the application. Every change is kept on this device at once and sent after a short quiet. */
export function PartForm({
  part,
  stored,
  tried,
  focusOn,
  specialties,
  today,
  onState,
  handle,
}: {
  part: Part;
  stored: PartView;
  /** The applicant wanted to go on or to send: what is missing is shown. */
  tried: boolean;
  focusOn: string | null;
  specialties: readonly Specialty[];
  today: string;
  onState: (state: AutosaveState<unknown>) => void;
  handle: Ref<{ flush: () => Promise<void> }>;
}) {
  const { user_id } = useViewer();
  const client = useQueryClient();
  const spec = specOf(part);
  const heading = useRef<HTMLHeadingElement>(null);
  const initial = useMemo(() => ({ value: stored.data as PartData, version: stored.version }), [stored]);
  const save = useCallback(
    async (value: PartData, version: number) => {
      try {
        const saved = await call(expertEndpoints.saveApplicationPart, {
          params: { part },
          body: { version, data: value },
        });
        const { queryKey } = query(expertEndpoints.application, {});
        // an older answer on its way must not replace what was just saved
        await client.cancelQueries({ queryKey });
        client.setQueryData<ApplicationView>(
          queryKey,
          // as it stands on the page: its rows keep who they are
          (before) => before && { ...before, parts: { ...before.parts, [part]: { ...saved, data: value } } },
        );
        return { version: saved.version };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'stale' && isPart(error.problem?.current)) {
          const { data, version: fresh } = error.problem.current;
          throw new StaleVersion<PartData>({ value: data, version: fresh });
        }
        if (error instanceof ApiError && error.status === 409) throw new Refused(error.message);
        throw error;
      }
    },
    [client, part],
  );
  const { value, set, state, flush, resolve, onBlur } = useAutosave<PartData>({
    draftKey: `${user_id}:application:${part}`,
    initial,
    save,
  });
  useImperativeHandle(handle, () => ({ flush }), [flush]);
  useEffect(() => onState(state), [state, onState]);
  useEffect(() => {
    if (focusOn && focusPath(focusOn)) return;
    heading.current?.focus({ preventScroll: true });
  }, [focusOn, part]);

  const errors = tried ? stored.faults : [];
  const errorAt = (path: string): string | null => errors.find((fault) => fault.path === path)?.message ?? null;
  const file = errorAt('cv.file');
  return (
    <div className={styles.form} onBlur={onBlur}>
      <h1 ref={heading} tabIndex={-1}>
        {spec.title}
      </h1>
      <p className={styles.lead}>{spec.lead}</p>
      {state.kind === 'conflict' ? (
        <InlineNotice
          kind="conflict"
          title="This part was changed on another device while you were writing."
          actions={[
            { label: 'Keep both', onAct: () => resolve({ value: mergeDrafts(value, state.fresh.value, state.base) }) },
            { label: 'Take the other version', onAct: () => resolve('fresh') },
          ]}
        />
      ) : null}
      {state.kind === 'refused' ? <InlineNotice kind="bad" title={state.message} live /> : null}
      {errors.length > 0 ? <ErrorSummary focus={false} errors={errors} /> : null}
      {part === 'cv' ? (
        <section className={styles.file} aria-label="CV">
          <h2>Your CV</h2>
          <p>You can add a version without your name later, in your account.</p>
          <CvBox version="full" />
          {file ? <p className={styles.fault}>{file}</p> : null}
        </section>
      ) : null}
      <FormStack>
        {linesOf(spec.fields.filter((field) => isAsked(field, value))).map((line) => {
          const fields = line.map((field) => (
            <ApplicationFieldView
              key={field.key}
              part={part}
              field={field}
              value={value[field.key]}
              onChange={(next) => set({ ...value, [field.key]: next })}
              errorAt={errorAt}
              specialties={specialties}
              today={today}
            />
          ));
          return line.length > 1 ? <FieldRow key={line[0]?.key}>{fields}</FieldRow> : fields;
        })}
      </FormStack>
    </div>
  );
}

/** The fields line by line: two halves beside each other share one. */
function linesOf(fields: readonly ApplicationField[]): ApplicationField[][] {
  const lines: ApplicationField[][] = [];
  for (const field of fields) {
    const last = lines.at(-1);
    if (field.half && last?.length === 1 && last[0]?.half) last.push(field);
    else lines.push([field]);
  }
  return lines;
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { ApiError, call } from '../../../../ui/api/client.ts';
import { Refused, StaleVersion } from '../../../../ui/form/autosave.ts';
import { browserWorld } from '../../../../ui/form/use-autosave.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { reportEndpoints, type ReportView } from '../../contract.ts';
import { reportSection } from '../../contract/section.ts';
import type { FormAnswers } from '../../rules.ts';
import { canonical } from './answers.ts';
import { type DraftsSnapshot, ReportDrafts } from './drafts.ts';

type Draft = NonNullable<ReportView['report']>;

/** Saves one section; a section that has moved on is answered with what it holds now. */
async function save(kind: Kind, id: number, section: string, answers: FormAnswers, version: number) {
  try {
    const saved = await call(reportEndpoints.save, { kind, params: { id, section }, body: { version, answers } });
    return { version: saved.version };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'stale') {
      const fresh = reportSection.safeParse(error.problem?.current);
      if (fresh.success)
        throw new StaleVersion<FormAnswers>({ value: canonical(fresh.data.answers), version: fresh.data.version });
    }
    if (error.status === 422 && error.errors[0]) throw new Refused(error.errors[0].message);
    throw error;
  }
}

/** The drafts of the report being written, alive for as long as the page is open. */
export function useDrafts(view: ReportView & { report: Draft }): { drafts: ReportDrafts; now: DraftsSnapshot } {
  const { user_id } = useViewer();
  const { report, review_id } = view;
  const kind = view.kind;
  const make = () =>
    new ReportDrafts(
      {
        key: `${user_id}:report:${report.id}`,
        sections: report.definition.sections.map((section) => section.key),
        stored: report.sections,
        save: (section, answers, version) => save(kind, review_id, section, answers, version),
      },
      browserWorld(),
    );
  const [held, setHeld] = useState(() => ({ id: report.id, drafts: make() }));
  if (held.id !== report.id) setHeld({ id: report.id, drafts: make() });
  const { drafts } = held;

  useEffect(() => drafts.refresh(report.sections), [drafts, report.sections]);
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') drafts.wake();
    };
    const wake = () => drafts.wake();
    drafts.start();
    document.addEventListener('visibilitychange', hidden);
    for (const name of ['pagehide', 'blur', 'online'] as const) window.addEventListener(name, wake);
    wake();
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      for (const name of ['pagehide', 'blur', 'online'] as const) window.removeEventListener(name, wake);
      drafts.dispose();
    };
  }, [drafts]);
  return { drafts, now: useSyncExternalStore(drafts.subscribe, drafts.snapshot) };
}

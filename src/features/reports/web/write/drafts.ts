import { Autosave, type AutosaveState, type AutosaveWorld } from '../../../../ui/form/autosave.ts';
import type { ReportSectionView } from '../../contract.ts';
import type { FormAnswers } from '../../rules.ts';
import { canonical } from './answers.ts';

export type SectionState = AutosaveState<FormAnswers>;

export interface DraftsSnapshot {
  /** All sections' answers as they stand here, sent or not. */
  answers: FormAnswers;
  bySection: Readonly<Record<string, { answers: FormAnswers; state: SectionState }>>;
  /** The state that needs the reader most. */
  state: SectionState;
}

const URGENCY: SectionState['kind'][] = ['conflict', 'refused', 'offline', 'retrying', 'saving', 'editing', 'clean'];

/** The one state to show for many: the most urgent; among saved ones the newest. */
export function mostUrgent(states: readonly SectionState[]): SectionState {
  let chosen: SectionState = { kind: 'clean', saved_at: null };
  for (const state of states) {
    const apart = URGENCY.indexOf(state.kind) - URGENCY.indexOf(chosen.kind);
    const newer = state.kind === 'clean' && chosen.kind === 'clean' && (state.saved_at ?? -1) > (chosen.saved_at ?? -1);
    if (apart < 0 || newer) chosen = state;
  }
  return chosen;
}

const versioned = (section: ReportSectionView | undefined) => ({
  value: canonical(section?.answers ?? {}),
  version: section?.version ?? 0,
});

/** The report being written: every section with its own autosave, all of them alive while the page is open. */
export class ReportDrafts {
  readonly #saves: ReadonlyMap<string, Autosave<FormAnswers>>;
  readonly #listeners = new Set<() => void>();
  #snapshot: DraftsSnapshot;

  constructor(
    setup: {
      /** Names this report and this writer on the device. */
      key: string;
      sections: readonly string[];
      stored: readonly ReportSectionView[];
      save: (section: string, answers: FormAnswers, version: number) => Promise<{ version: number }>;
    },
    world: AutosaveWorld,
  ) {
    this.#saves = new Map(
      setup.sections.map((section) => [
        section,
        new Autosave<FormAnswers>(
          {
            draftKey: `${setup.key}:${section}`,
            initial: versioned(setup.stored.find((one) => one.section === section)),
            save: (answers, version) => setup.save(section, answers, version),
          },
          world,
        ),
      ]),
    );
    this.#snapshot = this.#read();
    for (const save of this.#saves.values()) save.subscribe(() => this.#say());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): DraftsSnapshot => this.#snapshot;

  /** True while something written has not reached the server. */
  get dirty(): boolean {
    return [...this.#saves.values()].some((save) => save.dirty);
  }

  set(section: string, change: (answers: FormAnswers) => FormAnswers): void {
    const save = this.#saves.get(section);
    save?.set(canonical(change(save.value)));
  }

  /** Takes what the server holds now. */
  refresh(stored: readonly ReportSectionView[]): void {
    for (const section of stored) this.#saves.get(section.section)?.refresh(versioned(section));
    this.#say();
  }

  resolve(section: string, choice: 'mine' | 'fresh' | { value: FormAnswers }): void {
    this.#saves.get(section)?.resolve(choice);
  }

  /** Sends everything unsent; answers whether all of it arrived. */
  async flush(): Promise<boolean> {
    await Promise.all([...this.#saves.values()].map((save) => save.flush()));
    return !this.dirty;
  }

  wake(): void {
    for (const save of this.#saves.values()) save.wake();
  }

  start(): void {
    for (const save of this.#saves.values()) save.start();
  }

  /** Sends what is unsent once more and stops; what does not arrive stays on this device. */
  dispose(): void {
    this.wake();
    for (const save of this.#saves.values()) save.dispose();
  }

  #say(): void {
    this.#snapshot = this.#read();
    for (const listener of this.#listeners) listener();
  }

  #read(): DraftsSnapshot {
    const entries = [...this.#saves].map(
      ([section, save]) => [section, { answers: save.value, state: save.state }] as const,
    );
    return {
      answers: Object.assign({}, ...entries.map(([, one]) => one.answers)) as FormAnswers,
      bySection: Object.fromEntries(entries),
      state: mostUrgent(entries.map(([, one]) => one.state)),
    };
  }
}

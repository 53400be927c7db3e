import { describe, expect, it } from 'vitest';
import { type AutosaveWorld, StaleVersion } from '../../../../ui/form/autosave.ts';
import type { ReportSectionView } from '../../contract.ts';
import type { FormAnswers } from '../../rules.ts';
import { mostUrgent, ReportDrafts } from './drafts.ts';

const stored = (section: string, answers: FormAnswers, version: number): ReportSectionView => ({
  section,
  answers,
  version,
  updated_at: '2026-11-18T17:42:00Z',
  updated_by: 'Morgan Lee',
  closed_at: null,
});

function world(memory = new Map<string, string>()) {
  const timers = new Set<() => void>();
  const made: AutosaveWorld = {
    now: () => 1_000,
    setTimer: (run) => {
      timers.add(run);
      return run;
    },
    clearTimer: (timer) => timers.delete(timer as () => void),
    online: () => true,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => memory.set(key, value),
      removeItem: (key) => memory.delete(key),
    },
  };
  return { made, memory };
}

const sections = ['summary', 'records'];
const yes = (value: string): FormAnswers => ({ case_summary: { value } });

describe('a report being written', () => {
  it('joins its sections and saves each under its own version', async () => {
    const sent: unknown[] = [];
    const drafts = new ReportDrafts(
      {
        key: 'k',
        sections,
        stored: [stored('summary', yes('a'), 3)],
        save: async (section, answers, version) => {
          sent.push([section, answers, version]);
          return { version: version + 1 };
        },
      },
      world().made,
    );
    drafts.set('summary', (answers) => ({ ...answers, key_facts: { value: 'f' } }));
    drafts.set('records', () => ({ records_reviewed: { value: 'r' } }));
    expect(drafts.snapshot().answers).toEqual({
      ...yes('a'),
      key_facts: { value: 'f' },
      records_reviewed: { value: 'r' },
    });
    expect(await drafts.flush()).toBe(true);
    expect(sent).toEqual([
      ['summary', { ...yes('a'), key_facts: { value: 'f' } }, 3],
      ['records', { records_reviewed: { value: 'r' } }, 0],
    ]);
    expect(drafts.snapshot().state).toEqual({ kind: 'clean', saved_at: 1_000 });
  });

  it('takes up what a killed tab left, whatever order the database gives keys in', () => {
    const { made, memory } = world();
    const never = () => new Promise<{ version: number }>(() => undefined);
    const first = new ReportDrafts({ key: 'k', sections, stored: [], save: never }, made);
    first.set('summary', () => ({ key_facts: { value: 'f' }, case_summary: { value: 'typed', comment: 'c' } }));
    const again = new ReportDrafts({ key: 'k', sections, stored: [], save: never }, world(memory).made);
    expect(again.snapshot().answers.case_summary).toEqual({ value: 'typed', comment: 'c' });
    expect(again.dirty).toBe(true);
    // the save had arrived after all; only the answer to it was lost
    const arrived = { case_summary: { comment: 'c', value: 'typed' }, key_facts: { value: 'f' } };
    const third = new ReportDrafts(
      { key: 'k', sections, stored: [stored('summary', arrived, 1)], save: never },
      world(memory).made,
    );
    expect(third.dirty).toBe(false);
    expect(third.snapshot().state.kind).toBe('clean');
  });

  it('shows a conflict of one section and ends it with both', async () => {
    const sent: [FormAnswers, number][] = [];
    const drafts = new ReportDrafts(
      {
        key: 'k',
        sections,
        stored: [stored('summary', yes('a'), 1)],
        save: async (_, answers, version) => {
          if (version < 2) throw new StaleVersion({ value: yes('theirs'), version: 2 });
          sent.push([answers, version]);
          return { version: version + 1 };
        },
      },
      world().made,
    );
    drafts.set('summary', () => yes('mine'));
    expect(await drafts.flush()).toBe(false);
    expect(drafts.snapshot().state).toMatchObject({ kind: 'conflict', fresh: { value: yes('theirs'), version: 2 } });
    drafts.resolve('summary', { value: yes('theirs\n\nmine') });
    await drafts.flush();
    expect(sent).toEqual([[yes('theirs\n\nmine'), 2]]);
    expect(drafts.dirty).toBe(false);
  });

  it('says the most urgent state', () => {
    expect(mostUrgent([])).toEqual({ kind: 'clean', saved_at: null });
    expect(
      mostUrgent([
        { kind: 'clean', saved_at: 5 },
        { kind: 'clean', saved_at: 9 },
        { kind: 'clean', saved_at: null },
      ]),
    ).toEqual({ kind: 'clean', saved_at: 9 });
    expect(
      mostUrgent([
        { kind: 'saving', kept: true },
        { kind: 'offline', kept: true, retry_at: 1 },
        { kind: 'clean', saved_at: 9 },
      ]).kind,
    ).toBe('offline');
  });
});

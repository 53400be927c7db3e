import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChartClue, proposeCharts } from './charts.ts';

const charts: ChartClue[] = [
  {
    key: 'c1',
    label: 'Chart 1',
    mrn: '55-101',
    patient_name: 'Ana Ferrante',
    dob: '1980-02-01',
    dates: ['2026-08-03'],
  },
  { key: 'c2', label: 'Chart 2', mrn: '55-102', patient_name: 'Luis Marchetti', dates: ['2026-08-03', '2026-09-07'] },
  { key: 'c10', label: 'Chart 10', mrn: '55-110', patient_name: 'Zoë Delacroix', dates: ['2026-09-11'] },
];
const one = (path: string) => proposeCharts([path], charts)[0];

describe('the chart a file belongs to', () => {
  it.each([
    ['Chart 1.pdf', 'c1', 'sure'],
    ['chart_01_progress-note.pdf', 'c1', 'sure'],
    ['CHART10.PDF', 'c10', 'sure'],
    ['scan 55-102 discharge.pdf', 'c2', 'sure'],
    ['MRN55102.pdf', null, 'none'],
    ['Ferrante, Ana - notes.pdf', 'c1', 'likely'],
    ['Zoe Delacroix.pdf', 'c10', 'likely'],
    ['notes 02-01-1980.pdf', 'c1', 'likely'],
    ['visit 2026-09-07.pdf', 'c2', 'likely'],
    ['visit 9-11-26.pdf', 'c10', 'likely'],
    ['visit 20260803.pdf', null, 'none'],
    ['Chart 1 and Chart 2.pdf', null, 'none'],
    ['lab.pdf', null, 'none'],
    ['Chart 2/lab.pdf', 'c2', 'sure'],
    ['Audit/Marchetti Luis/lab.pdf', 'c2', 'likely'],
    ['Chart 2/Chart 1.pdf', 'c1', 'sure'],
  ] as const)('%s: %s, %s', (path, chart_key, confidence) => {
    expect(one(path)).toMatchObject({ chart_key, confidence });
  });

  const label = fc.stringMatching(/^[A-Z][a-z]{2,8} [1-9][0-9]?$/);
  it('is found by its whole label, whatever stands around it, and never by a part of another’s', () => {
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 8, selector: (l) => l.toLowerCase() }), (labels) => {
        const all = labels.map((l, n) => ({ key: `k${n}`, label: l }));
        const paths = labels.map((l) => `${l.toUpperCase().replaceAll(' ', '_')}__scan.pdf`);
        expect(proposeCharts(paths, all).map((p) => p.chart_key)).toEqual(all.map((c) => c.key));
      }),
    );
  });

  it('is never guessed between two that fit alike, and is always one of the charts', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 6 }), fc.array(fc.string(), { maxLength: 5 }), (paths, labels) => {
        const all = labels.flatMap((l, n) => [
          { key: `a${n}`, label: l },
          { key: `b${n}`, label: l },
        ]);
        for (const proposal of proposeCharts(paths, all)) {
          expect(proposal.chart_key).toBeNull();
          expect(proposal.confidence).toBe('none');
        }
        const keys = new Set([...charts.map((c) => c.key), null]);
        for (const proposal of proposeCharts(paths, charts)) expect(keys.has(proposal.chart_key)).toBe(true);
        expect(proposeCharts(paths, charts)).toHaveLength(paths.length);
      }),
    );
  });

  it('does not depend on the order of charts or files', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(charts, { minLength: 3 }),
        fc.constantFrom('Chart 10.pdf', 'Ana Ferrante.pdf'),
        (all, path) => {
          expect(proposeCharts([path], all)).toEqual(proposeCharts([path], charts));
        },
      ),
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoMatter } from './matters/index.ts';
import { DEMO_PEOPLE } from './people.ts';
import { type DemoGoal, PLAN } from './plan.ts';

/** What the README sends each of them to, and how far it must have come for that. */
const SENT: Record<string, readonly DemoGoal[]> = {
  'Dana Whitlock': ['expert_selection', 'awaiting_time_choice'],
  'Ines Falkenrath': ['report_in_progress'],
  'Ruth Sandoval-Pike': ['matching'],
  'Noel Abernathy': [],
};

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const tour = /## A tour in three minutes\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
const rows = [...tour.matchAll(/^\| \d \| \*\*([^*]+)\*\*.*$/gm)].map(([row, who]) => ({ row, who: who ?? '' }));

test('the README’s tour names people of the demo and what waits for them there', () => {
  expect(rows.map(({ who }) => who)).toEqual(Object.keys(SENT));
  for (const { row, who } of rows) {
    const person = DEMO_PEOPLE.find((p) => `${p.first_name} ${p.last_name}` === who);
    expect(person?.note, who).toBeTruthy();
    const captions = [...row.matchAll(/\*([^*]+ v\. [^*]+)\*/g)].map(([, caption]) => caption);
    const planned = captions.map((caption) => PLAN.find((p) => demoMatter(p.matter).caption === caption));
    expect(planned.map((p) => p?.goal)).toEqual(SENT[who]);
    // staff see them all; the others their own
    for (const p of planned) if (person?.organization) expect(p?.requester).toBe(person.key);
  }
});

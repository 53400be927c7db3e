import { buffer } from 'node:stream/consumers';
import { addDays } from '../src/core/durations.ts';
import type { ExamPlan } from './exam-plan.ts';
import { drawPage, openDocument } from './records/pdf.ts';
import { Sheet } from './records/sheet.ts';

/** A page of a record: its heading, and its paragraphs. */
type Page = readonly [heading: string, ...paragraphs: string[]];

/** A record as it is kept. */
export interface ExamRecord {
  bytes: Buffer;
  pages: number;
}

/** A day as it is written in a chart: 02/11/2026. */
export const usDate = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

/** What the treating clinic noted of an injury, from the first visit to the last: a page each. */
function visits({ injured, part }: ExamPlan): readonly Page[] {
  const on = (days: number) => usDate(addDays(injured, days));
  return [
    [
      `First visit, ${on(1)}`,
      `Reason: injury at work on ${on(0)}. A crate of about 40 pounds was lifted from the floor; sharp pain at once.`,
      `Findings: tenderness and guarding, ${part}. Motion about half of what is usual, pain at the end of it.`,
      'Neurologic: strength 5/5 throughout, reflexes equal, sensation full. Gait steady, no assistive device.',
      'Assessment: acute sprain. No red flags.',
      'Plan: rest for three days, ice, ibuprofen 400 mg up to three times a day. Imaging if not better in two weeks.',
    ],
    [
      `Imaging report, ${on(15)}`,
      `Study: ${part}, two views, standing.`,
      'Comparison: none available.',
      'Findings: alignment is kept. No fracture, no dislocation. Moderate degenerative change with loss of height, and small osteophytes.',
      'Impression: degenerative change. No acute bony injury.',
      'Read by: P. Asante, MD, diagnostic radiology.',
    ],
    [
      `Physical therapy, ${on(18)} to ${on(60)}`,
      'Visits: twelve of twelve attended.',
      'At the start: motion half of what is usual, pain 7 of 10 at the end of a shift.',
      'At the end: motion three quarters of what is usual, pain 4 of 10 at the end of a shift. Home program taught.',
      'Lifting: 20 pounds often, 35 pounds now and then, without a change of gait.',
      'Discharged: goals met in part. No further gain over the last three visits.',
    ],
    [
      `Follow-up, ${on(62)}`,
      'Interval: better in the morning, pain after standing for more than an hour. Sleeps through. No numbness since the first week.',
      `Findings: mild tenderness, ${part}. Strength, reflexes and sensation full and equal on both sides.`,
      'Assessment: sprain, improved. Degenerative change, known before only from this imaging.',
      'Plan: home program, ibuprofen when needed. No injection, no operation planned.',
    ],
    [
      `Work status, ${on(62)}`,
      'May work: yes, full days, with limits.',
      'Limits: lifting up to 20 pounds often and 35 pounds now and then. Change of position once an hour.',
      'Until: the next visit, in eight weeks.',
      'Signed: T. Moreland, PA-C, for H. Quigley, MD.',
    ],
  ];
}

/** The clinic’s notes as a PDF; the same plan gives the same bytes. */
export function clinicNotes(plan: ExamPlan): Promise<ExamRecord> {
  const { examinee, born, injured, claim } = plan;
  return paper(
    { title: 'Clinic notes', author: 'Quincy Occupational Medicine', on: addDays(injured, 63) },
    `${examinee.join(' ')}, born ${usDate(born)}, claim ${claim}`,
    visits(plan),
  );
}

/** A letter of the requester on a page of its own; `on`: its day. */
export function letterPage(on: string, [heading, ...lines]: Page): Promise<ExamRecord> {
  return paper({ title: 'Purpose letter', author: 'Harborline Mutual', on }, '', [[heading, ...lines]]);
}

async function paper(
  { title, author, on }: { title: string; author: string; on: string },
  whose: string,
  pages: readonly Page[],
): Promise<ExamRecord> {
  const document = openDocument(title, author, new Date(`${on}T15:00:00Z`));
  const written = buffer(document);
  for (const [at, [heading, ...paragraphs]] of pages.entries()) {
    const sheet = new Sheet();
    sheet.size = 10;
    sheet.paragraph(author, { face: 'serif-bold', size: 15, gap: 2 });
    if (whose !== '') sheet.paragraph(whose, { gray: 0.35, gap: 8 });
    sheet.rule();
    sheet.y += 8;
    sheet.heading(heading);
    sheet.y += 4;
    for (const words of paragraphs) sheet.paragraph(words, { gap: 8 });
    sheet.at(46, 752, `${title}, page ${at + 1} of ${pages.length}`, { size: 8, gray: 0.35 });
    drawPage(document, sheet.ops);
  }
  document.end();
  return { bytes: await written, pages: pages.length };
}

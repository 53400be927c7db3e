import type { PlantedEntry } from '../../matters/types.ts';
import { longDate, minutes, usDate } from '../context.ts';
import type { PageContext } from '../context.ts';
import type { Sheet } from '../sheet.ts';
import { party } from './legal.ts';

type Exchange = readonly [question: string, answer: string];
const EXCHANGES: readonly Exchange[] = [
  ['State your name for the record.', 'It is on the cover page, and I have given it to the reporter.'],
  ['You understand that you are under oath?', 'I do.'],
  ['Have you been deposed before?', 'Once, several years ago, in a matter that did not concern a patient of mine.'],
  ['What did you review to prepare for today?', 'The chart, and the notice that scheduled this deposition.'],
  ['Did you speak with anyone other than counsel?', 'No.'],
  ['Have you brought documents with you?', 'Only what the notice listed.'],
  ['Where did you train?', 'At two university programs. My curriculum vitae gives the years.'],
  ['Are you board certified?', 'Yes, and my certification is current.'],
  ['Has your license ever been restricted?', 'It has not.'],
  ['How many shifts did you work in a usual month then?', 'Twelve to fourteen, days and nights mixed.'],
  ['Who made the schedule?', 'The department administrator.'],
  ['Was the unit short of staff that week?', 'I do not recall that it was out of the ordinary.'],
  ['How were pages logged?', 'By the operator, with the time. I believe the log is kept.'],
  ['Did you have a policy binder on the unit?', 'It was on the intranet. There was no binder.'],
  ['When did you last read that policy?', 'At my annual training.'],
  ['Can you read your own entry here?', 'Yes, it was typed.'],
  [
    'Does the chart show the time you typed it or the time it happened?',
    'The time it was filed. The event time is entered by hand.',
  ],
  ['Did you change any entry after that day?', 'No. The audit trail would show it.'],
  ['Do you have a memory of this patient apart from the chart?', 'A partial one. I rely on the chart for times.'],
  ['Do you agree that the record should be complete?', 'As complete as the work allows, yes.'],
  ['What does that abbreviation mean?', 'That the item was reviewed.'],
  ['Who else was in the room?', 'The nurse. I do not recall anyone else.'],
  ['Is that your usual practice?', 'Yes.'],
  ['Did you discuss the case at a conference?', 'I will follow the instruction of counsel on that.'],
  ['How long was that conversation?', 'A few minutes. I did not time it.'],
  ['Would you have written it down if it had been said?', 'I usually would.'],
  ['Let me hand you what is marked as the next exhibit. Do you recognize it?', 'It looks like a page of the chart.'],
  ['Is the page complete, as far as you can tell?', 'As far as I can tell.'],
  ['Do you hold privileges elsewhere?', 'At one other hospital, courtesy status.'],
  ['Did anyone tell you to save your messages?', 'Yes, after the notice came.'],
];
const OBJECTIONS = [
  'Objection to form. You may answer.',
  'Objection, foundation.',
  'Let us go off the record for a moment.',
  'Same objection.',
] as const;

/** Pages of a transcript, twenty-five numbered lines each. */
export function depositionPage(c: PageContext, s: Sheet, entry?: PlantedEntry): void {
  s.base = 'mono';
  s.size = 10;
  const witness = c.record.name.replace(/^.*Deposition of /, '').replace(/\.pdf$/, '');
  const lines: { text: string; indent: number }[] = [];
  const say = (text: string): void => {
    const indent = /^[QA]\. /.test(text) ? 24 : text.startsWith('COUNSEL') ? 60 : 0;
    s.wrap(text, 440 - indent, 'mono', 10).forEach((line, at) =>
      lines.push({ text: line, indent: at === 0 ? indent : 0 }),
    );
  };
  if (c.page === 1) {
    for (const text of [
      ' ',
      `DEPOSITION OF ${witness.toUpperCase()}`,
      '',
      c.matter.caption,
      '',
      `Taken ${longDate(minutes(c.record.to))}`,
      `State of ${c.matter.venue_state}`,
      '',
      'Pursuant to notice, before a certified',
      'shorthand reporter.',
      '',
      'APPEARANCES',
      `For the plaintiff: ${party(c, 'plaintiff_counsel')}`,
      `For the defendants: ${party(c, 'defense_counsel')}`,
    ])
      say(text);
  } else {
    for (const text of entry?.text ?? []) say(text);
    for (const [question, answer] of c.random.sample(EXCHANGES, 14)) {
      const before = lines.length;
      say(`Q. ${question}`);
      if (c.random.chance(0.1)) say(`COUNSEL: ${c.random.pick(OBJECTIONS)}`);
      say(`A. ${answer}`);
      // A question whose answer would run over the page is left for another page.
      if (lines.length > 25) lines.length = before;
    }
  }
  if (entry !== undefined && s.wrap(entry.text.join(' '), 430, 'mono', 10).length > 20)
    throw new Error('Testimony does not fit on its page');
  s.box(70, 44, 500, 690, 0.5);
  s.at(74, 28, `${witness}, ${usDate(minutes(c.record.to))}`, { size: 8, face: 'mono', gray: 0.3 });
  // Numbers first, so that a reader's copy of the text is not broken up by them.
  for (let at = 0; at < 25; at += 1) s.at(50, 56 + at * 26.6, String(at + 1).padStart(2), { size: 9 });
  for (let at = 0; at < 25; at += 1) {
    const line = lines[at];
    if (line !== undefined && line.text !== '') s.at(82 + line.indent, 56 + at * 26.6, line.text);
  }
}

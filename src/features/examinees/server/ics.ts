import ical, { ICalEventStatus } from 'ical-generator';
import { sayIn } from '../rules.ts';
import { endOf, type ExamFacts } from './load.ts';

/** An exam as its examinee's calendar takes it: when and where, and nothing of what it is about. */
export function examIcs(exam: ExamFacts, language: string, stamp: Date): string {
  const say = sayIn(language);
  const calendar = ical({ prodId: { company: 'Peritus', product: 'Peritus', language: 'EN' } });
  calendar.createEvent({
    id: exam.ics_uid,
    sequence: exam.ics_sequence,
    stamp,
    start: exam.starts_at,
    end: endOf(exam),
    summary: say('calendar_title'),
    location: [exam.place.name, ...exam.place.lines].join(', '),
    description: [
      `${say('bring')}:`,
      ...(['bring_id', 'bring_medications', 'bring_aids', 'bring_images'] as const).map((key) => say(key)),
      ...(exam.place.link ? [say('video_open', { link: exam.place.link })] : []),
      ...(exam.place.phone === '' ? [] : [say('office_phone', { phone: exam.place.phone })]),
    ].join('\n'),
    status: ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}

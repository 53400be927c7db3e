import { rolesAt } from '../../../core/actor.ts';
import { refuseFields } from '../../../core/errors.ts';
import { KINDS } from '../../../core/kinds.ts';
import { MINUTE } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { rooms } from '../../../platform/live.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { VisitView } from '../contract.ts';
import { freeUntil, interpreterWords, languageOf, type Reminders, reportWords, rideWords, textsOf } from '../rules.ts';
import { admit, type Asking, auditExaminee, lockOpen } from './admit.ts';
import { examIcs } from './ics.ts';
import { answersOf, endOf, type ExamFacts, examineeOf, type LinkRow } from './load.ts';
import { languagesOf } from './links.ts';
import { agreeTo, keepAnswer, sendsTexts } from './reminders.ts';
import { arrangementsOf } from './arranging.ts';
import { siteMapOf } from './site-map.ts';
import { EARLY_MINUTES, interpretedOf, lawOf, reportedTo, rideOf } from './said.ts';

/** The page of a link. Every opening of it is recorded. */
export async function openVisit(services: Services, token: string, asking: Asking): Promise<VisitView> {
  const { link, exam, actor } = await admit(services, token, asking);
  await command(services, actor, async (tx) => {
    await tx.system
      .updateTable('examinee_links')
      .set((eb) => ({
        opened_at: eb.fn.coalesce('opened_at', eb.val(tx.now)),
        last_opened_at: tx.now,
        opens: eb('opens', '+', 1),
      }))
      .where('id', '=', link.id)
      .execute();
    await auditExaminee(tx, exam, link, 'examinee.opened', { timeline: link.opened_at === null });
    if (link.opened_at === null) changed(tx, exam);
  });
  const db = services.database.systemDb;
  const order = await examineeOf(db, exam.kind, exam.review_id);
  const answers = await answersOf(db, exam.appointment_id);
  const codes = languagesOf(link.language);
  const arranged = await arrangementsOf(db, exam.appointment_id);
  /** Sentences, each in every language of the page. */
  const lines = (words: (code: string) => string[]): Record<string, string>[] => {
    const each = codes.map((code) => [code, words(code)] as const);
    return (each[0]?.[1] ?? []).map((_, at) => Object.fromEntries(each.map(([code, said]) => [code, said[at] ?? ''])));
  };
  const { place } = exam;
  const map = await siteMapOf(db, exam);
  const law = lawOf(exam);
  return {
    languages: codes.map((code) => {
      const { tag, name } = languageOf(code);
      return { code, tag, name, texts: textsOf(code) };
    }),
    organization: exam.organization,
    starts_at: exam.starts_at.toISOString(),
    ends_at: endOf(exam).toISOString(),
    arrive_at: new Date(exam.starts_at.getTime() - EARLY_MINUTES * MINUTE).toISOString(),
    minutes: exam.duration_minutes,
    place: {
      name: place.name,
      lines: place.lines,
      time_zone: place.time_zone,
      phone: place.phone,
      access: place.access,
      link: place.link ?? null,
      map: map && { width: map.width, height: map.height },
    },
    examiners: exam.examiners.map(({ name, specialty, starts_at }) => ({
      name,
      specialty: specialty ?? '',
      starts_at: new Date(starts_at).toISOString(),
    })),
    interpreter: lines((code) => interpreterWords(code, interpretedOf(order), arranged.interpreter ?? null)),
    transport: lines((code) =>
      place.link
        ? []
        : rideWords(code, {
            ride: rideOf(order),
            arrangement: arranged.transport ?? null,
            organization: exam.organization,
          }),
    ),
    report: lines((code) => reportWords(code, { organization: exam.organization, roles: reportedTo(order) })),
    law: law && { ...law, call_off_until: law.call_off_until?.toISOString() ?? null },
    change_by: freeUntil(exam.fee_steps, services.clock.now())?.toISOString() ?? null,
    calendar: examIcs(exam, link.language, services.clock.now()),
    contact: services.env.SUPPORT_EMAIL,
    answers: {
      confirmed_at: answers?.confirmed_at?.toISOString() ?? null,
      other_date_asked_at: answers?.other_date_asked_at?.toISOString() ?? null,
      other_date_answer: answers?.other_date_answer ?? '',
      needs: answers?.needs ?? '',
      needs_told_at: answers?.needs_told_at?.toISOString() ?? null,
      reminders: answers?.reminders ?? 'none',
      remind_at: answers?.remind_at ?? '',
    },
    texts_sent: sendsTexts(services.env),
  };
}

const changed = (tx: Tx, { review_id }: Pick<ExamFacts, 'review_id'>): void =>
  tx.live({ room: rooms.review(review_id), event: 'review.changed', payload: { review_id } });

/** Does something as the holder of an open link. */
async function asExaminee(
  services: Services,
  token: string,
  asking: Asking,
  act: (tx: Tx, exam: ExamFacts, link: LinkRow) => Promise<void>,
): Promise<void> {
  const { link, actor } = await admit(services, token, asking);
  await command(services, actor, async (tx) => {
    const exam = await lockOpen(tx, link);
    await act(tx, exam, link);
    changed(tx, exam);
  });
}

/** The examinee will come: what they asked before is over with that. */
export const confirmVisit = (services: Services, token: string, asking: Asking): Promise<void> =>
  asExaminee(services, token, asking, async (tx, exam, link) => {
    const before = await answersOf(tx.system, exam.appointment_id);
    if (before?.confirmed_at) return;
    const open = before?.other_date_asked_at && !before.other_date_settled_at;
    await keepAnswer(tx, exam, { confirmed_at: tx.now, ...(open ? { other_date_settled_at: tx.now } : {}) });
    await auditExaminee(tx, exam, link, 'examinee.confirmed');
  });

/** The examinee asks for another date; who arranges the exam is told. The exam stays until it is moved. */
export const askOtherDate = (
  services: Services,
  ports: Ports,
  token: string,
  asking: Asking,
  reason: string,
): Promise<void> =>
  asExaminee(services, token, asking, async (tx, exam, link) => {
    refuseFields(reason === '' ? [{ path: 'reason', message: 'Say why.' }] : []);
    await keepAnswer(tx, exam, {
      confirmed_at: null,
      other_date_reason: reason,
      other_date_asked_at: tx.now,
      other_date_answer: '',
      other_date_settled_at: null,
      other_date_settled_by: null,
    });
    await auditExaminee(tx, exam, link, 'examinee.other_date_asked', { timeline: true, said: reason });
    await tell(tx, ports, exam, { template: 'examinee_asks_date', data: { link: pageOf(exam) } });
  });

/** What the examinee needs to get in and be examined; who arranges the exam and who holds it are told. */
export const tellNeeds = (
  services: Services,
  ports: Ports,
  token: string,
  asking: Asking,
  needs: string,
): Promise<void> =>
  asExaminee(services, token, asking, async (tx, exam, link) => {
    await keepAnswer(tx, exam, { needs, needs_told_at: tx.now });
    await auditExaminee(tx, exam, link, 'examinee.needs_told', { timeline: true, said: needs });
    const mail = { template: 'examinee_needs', data: { link: pageOf(exam) } } as const;
    await tell(tx, ports, exam, mail);
    const holders = await tx.system
      .selectFrom('profiles')
      .select('user_id')
      .where('id', '=', exam.expert_profile_id ?? 0)
      .execute();
    for (const { user_id } of holders)
      await mailUser(tx, ports, user_id, { ...mail, review_id: exam.review_id, side: 'expert' });
  });

/** How the examinee agrees to be reminded. */
export const agreeReminders = (
  services: Services,
  token: string,
  asking: Asking,
  wanted: { reminders: Reminders; remind_at: string },
): Promise<void> =>
  asExaminee(services, token, asking, async (tx, exam, link) => {
    await agreeTo(tx, exam, wanted, null);
    await auditExaminee(tx, exam, link, 'examinee.reminders_agreed');
  });

const pageOf = ({ kind, review_id }: ExamFacts): string => `/${KINDS[kind].slug}/${review_id}`;

/** Tells whoever arranges the exam, and who ordered it. */
async function tell(tx: Tx, ports: Ports, exam: ExamFacts, mail: MailText): Promise<void> {
  for (const to of await staffWithRole(tx.system, ...rolesAt('records')))
    await ports.mail(tx, { to, ...mail, review_id: exam.review_id, side: 'staff' });
  await mailUser(tx, ports, exam.requester_id, { ...mail, review_id: exam.review_id, side: 'requester' });
}

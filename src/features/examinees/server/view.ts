import { type Actor, isExpertSide, isRequesterSide, isStaff, readsContents } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { leads } from '../../../core/experts.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { Services } from '../../../platform/services.ts';
import { LANGUAGES } from '../../reviews/kinds/ime/options.ts';
import type { ExamineeView } from '../contract.ts';
import { FALLBACK, languageFor, languageOf, linkState, waitsForAnswer } from '../rules.ts';
import { arrangementViews, callOffViews } from './arranging.ts';
import { checkedLanguages, textCheck } from './text-checks.ts';
import { mayArrange } from './may.ts';
import { answersOf, endOf, examineeOf, factsOf, latestExam, linkBy, loadExaminedReview } from './load.ts';
import { sendsTexts } from './reminders.ts';
import { writesToAttorney } from './said.ts';

/** What the examinee was given and answered, as one reader sees it. Refuses `not_found`, also to an expert who is only invited. */
export async function examineeViewOf(
  services: Services,
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
): Promise<ExamineeView> {
  const review = await loadExaminedReview(db, kind, id);
  const onExpertSide = isExpertSide(actor.kind);
  if (onExpertSide && !leads(actor, review)) throw new Refusal('not_found');
  const system = db.executor;
  const now = services.clock.now();
  const exam = await latestExam(system, id);
  const set = exam?.status === 'scheduled' && endOf(exam) > now;
  const order = await examineeOf(system, kind, id);
  const code = languageFor(order.language);
  // where somebody can be reached, and why they cannot come, is not the examiner's
  const reads = (isRequesterSide(actor.kind) || isStaff(actor.kind)) && readsContents(actor.kind);
  const standing = exam && (await linkBy(system, { appointment_id: exam.appointment_id }));
  const link = reads && standing && linkState(factsOf(standing), now) === 'open' ? standing : null;
  const answers = exam && (await answersOf(system, exam.appointment_id));
  const arranges = mayArrange(actor);
  const letters =
    reads && exam
      ? await system
          .selectFrom('examinee_letters')
          .innerJoin('users', 'users.id', 'examinee_letters.made_by')
          .selectAll('examinee_letters')
          .select(fullNameOf('users').as('maker'))
          .where('appointment_id', '=', exam.appointment_id)
          .orderBy('examinee_letters.id', 'desc')
          .execute()
      : [];
  const callsOff = reads ? await callOffViews(system, id, { now, userId: actor.user_id }) : [];
  return {
    review_id: id,
    set,
    language: languageOf(code).english,
    speaks:
      order.language && order.language !== code
        ? (LANGUAGES.find(({ value }) => value === order.language)?.label ?? null)
        : null,
    unchecked: code !== FALLBACK && !(await checkedLanguages(system)).has(code),
    through_attorney: exam !== undefined && writesToAttorney(exam, order),
    text_check: code === FALLBACK ? null : await textCheck(system, code),
    link: link && {
      id: link.id,
      language: languageOf(link.language).english,
      created_at: link.created_at.toISOString(),
      created_by: link.maker,
      opened_at: link.opened_at?.toISOString() ?? null,
      last_opened_at: link.last_opened_at?.toISOString() ?? null,
      opens: link.opens,
    },
    answers: {
      confirmed_at: answers?.confirmed_at?.toISOString() ?? null,
      other_date: answers?.other_date_asked_at
        ? {
            reason: reads ? answers.other_date_reason : '',
            asked_at: answers.other_date_asked_at.toISOString(),
            answer: reads ? answers.other_date_answer : '',
            settled_at: answers.other_date_settled_at?.toISOString() ?? null,
            settled_by: answers.other_date_settled_by === null ? '' : answers.settler,
          }
        : null,
      needs: reads || onExpertSide ? (answers?.needs ?? '') : '',
      needs_told_at: answers?.needs_told_at?.toISOString() ?? null,
      reminders: answers?.reminders ?? 'none',
      remind_at: reads ? (answers?.remind_at ?? '') : '',
      agreed_at: answers?.reminders_agreed_at?.toISOString() ?? null,
      noted_by: answers?.reminders_noted_by ? answers.noter : null,
    },
    letters: letters.map(({ maker, made_at, id: letterId, recipient, addressee, version, texts }) => ({
      id: letterId,
      recipient,
      addressee,
      version,
      texts: [...texts],
      made_by: maker,
      made_at: made_at.toISOString(),
    })),
    arrangements: exam ? await arrangementViews(system, exam.appointment_id, order) : [],
    to_call_off: callsOff,
    texts_sent: sendsTexts(services.env),
    can: {
      arrange: arranges && set,
      call_off: arranges && callsOff.length > 0,
      check_texts: arranges && code !== FALLBACK,
      write_letters: arranges && set,
      make_link: arranges && set,
      revoke_link: arranges && link !== null,
      settle: arranges && set && answers !== undefined && waitsForAnswer(answers),
      note_reminders: arranges && set,
    },
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { DAY } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports, Renewal } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { readStored } from '../../../platform/stored-content.ts';
import { countTry, throttleKey } from '../../../platform/throttle.ts';
import { type EventHandler, type FeatureServer, onAction, onEvent, onJob } from '../../../platform/workers.ts';
import { examineeEndpoints, visitEndpoints } from '../contract.ts';
import { waitsForAnswer } from '../rules.ts';
import type { Asking } from './admit.ts';
import { arrange, callOff, remindToCallOff } from './arranging.ts';
import { addressOf, endLink, ensureLink, mailExaminee, mailLinkAgain, tokenOf, VISIT_PAGE } from './links.ts';
import { keepLetters, letterInput, printLetters } from './letters.ts';
import { answersOf, endOf, examById, type ExamFacts, loadExaminedReview, setExam } from './load.ts';
import { sendMap } from '../../../platform/site-maps.ts';
import { openMap } from './site-map.ts';
import { recordCheck } from './text-checks.ts';
import { agreeTo, reminderDeadlines } from './reminders.ts';
import { examineeViewOf } from './view.ts';
import { agreeReminders, askOtherDate, confirmVisit, openVisit, tellNeeds } from './visit.ts';

/** Links somebody makes in a day: each ends another, and may be mailed. */
const LINKS_A_DAY = { tries: 200, window_ms: DAY };

const askingOf = (request: FastifyRequest): Asking => ({ ip: request.ip, request_id: request.id });

/** Examinees: the page they have by a link, what they answer there, and how they are reminded. */
export function examineesServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = examineeEndpoints;
  const viewOf = (tx: Tx<Actor>, kind: Kind, id: number) => examineeViewOf(services, tx.db, tx.actor, kind, id);

  /**
   * Works on the exam of a review that is set and lies ahead, or on that of one of its appointments. Refuses `not_found`,
   * and `wrong_state` where none lies ahead.
   */
  const onExam = <T>(
    actor: Actor,
    kind: Kind,
    id: number,
    act: (tx: Tx<Actor>, exam: ExamFacts) => Promise<T>,
    appointmentId?: number,
  ): Promise<T> =>
    command(services, actor, async (tx) => {
      const review = await loadExaminedReview(tx.db, kind, id);
      // one at a time: whoever comes second finds what the first did
      await tx.system.selectFrom('reviews').select('id').where('id', '=', review.id).forUpdate().execute();
      const exam = await (appointmentId === undefined
        ? examAhead(tx, review.id)
        : examAt(tx, review.id, appointmentId));
      tx.live({ room: rooms.review(id), event: 'review.changed', payload: { review_id: id } });
      return act(tx, exam);
    });

  mount(app, services, e.read, ({ params, kind, actor, db }) => examineeViewOf(services, db, actor, kind, params.id));

  mount(app, services, e.makeLink, ({ params, kind, actor }) =>
    onExam(actor, kind, params.id, async (tx, exam) => {
      await countTry(tx.system, throttleKey('examinee_links_made', String(actor.user_id)), LINKS_A_DAY, tx.now);
      await endLink(tx, exam, actor.user_id);
      const link = await ensureLink(tx, exam, actor.user_id);
      const email = await addressOf(tx, exam);
      if (email !== '') await mailExaminee(tx, ports, exam, link, { template: 'examinee_link', email, key: 'made' });
      return {
        examinee: await viewOf(tx, kind, params.id),
        address: `${services.env.public_url}${VISIT_PAGE}/${tokenOf(services.keys, link.seed)}`,
        mailed: email !== '',
      };
    }),
  );

  mount(app, services, e.writeLetters, async ({ params, kind, actor }) => {
    const input = await onExam(actor, kind, params.id, letterInput);
    const printed = await printLetters(services, ports, input);
    try {
      return await onExam(actor, kind, params.id, async (tx) => {
        await keepLetters(tx, input, printed);
        return viewOf(tx, kind, params.id);
      });
    } catch (error) {
      // what is kept with no exam is nobody's
      for (const one of printed) await services.storage.remove(one.storage_key);
      throw error;
    }
  });

  mount(app, services, e.letter, async ({ params, kind, actor, db, reply }) => {
    const review = await loadExaminedReview(db, kind, params.id);
    const letter = await db.executor
      .selectFrom('examinee_letters')
      .select(['id', 'recipient', 'version', 'storage_key', 'size_bytes', 'sha256'])
      .where('id', '=', params.letterId)
      .where('review_id', '=', review.id)
      .executeTakeFirst();
    if (!letter) throw new Refusal('not_found');
    const content = await readStored(services, letter);
    await command(services, actor, (tx) =>
      tx.audit({
        action: 'examinee.letter_opened',
        review_id: review.id,
        organization_id: review.organization_id,
        subject: `examinee_letter:${letter.id}`,
      }),
    );
    return sendPdf(reply, `Notice-${review.id}-${letter.recipient}-${letter.version}`, content);
  });

  mount(app, services, e.arrange, ({ params, kind, actor, body }) =>
    onExam(actor, kind, params.id, async (tx, exam) => {
      await arrange(tx, exam, body);
      return viewOf(tx, kind, params.id);
    }),
  );

  mount(app, services, e.callOff, ({ params, kind, actor, body }) =>
    onExam(
      actor,
      kind,
      params.id,
      async (tx, exam) => {
        await callOff(tx, exam, body.sort);
        return viewOf(tx, kind, params.id);
      },
      body.appointment_id,
    ),
  );

  mount(app, services, e.checkTexts, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      await recordCheck(tx, body);
      return null;
    }),
  );

  mount(app, services, e.revokeLink, ({ params, kind, actor }) =>
    onExam(actor, kind, params.id, async (tx, exam) => {
      if (!(await endLink(tx, exam, actor.user_id))) throw new Refusal('wrong_state', 'There is no link to withdraw.');
      return viewOf(tx, kind, params.id);
    }),
  );

  mount(app, services, e.settle, ({ params, kind, actor, body }) =>
    onExam(actor, kind, params.id, async (tx, exam) => {
      const answers = await answersOf(tx.system, exam.appointment_id);
      if (!answers || !waitsForAnswer(answers)) throw new Refusal('wrong_state', 'Nobody waits for an answer.');
      await tx.system
        .updateTable('examinee_answers')
        .set({ other_date_answer: body.answer, other_date_settled_at: tx.now, other_date_settled_by: actor.user_id })
        .where('appointment_id', '=', exam.appointment_id)
        .execute();
      await tx.audit({
        action: 'examinee.other_date_settled',
        review_id: exam.review_id,
        organization_id: exam.organization_id,
        detail: { old: null, new: body.answer },
        timeline: true,
      });
      return viewOf(tx, kind, params.id);
    }),
  );

  mount(app, services, e.noteReminders, ({ params, kind, actor, body }) =>
    onExam(actor, kind, params.id, async (tx, exam) => {
      await agreeTo(tx, exam, body, actor.user_id);
      await tx.audit({
        action: 'examinee.reminders_agreed',
        review_id: exam.review_id,
        organization_id: exam.organization_id,
        data: { reminders: body.reminders },
        timeline: true,
      });
      return viewOf(tx, kind, params.id);
    }),
  );

  mount(app, services, visitEndpoints.open, ({ body, request }) => openVisit(services, body.token, askingOf(request)));
  mount(app, services, visitEndpoints.map, async ({ body, request, reply }) => {
    const map = await openMap(services, body.token, askingOf(request));
    return sendMap(services, reply, map, 'no-store');
  });
  mount(app, services, visitEndpoints.confirm, async ({ body, request }) => {
    await confirmVisit(services, body.token, askingOf(request));
    return null;
  });
  mount(app, services, visitEndpoints.askOtherDate, async ({ body, request }) => {
    await askOtherDate(services, ports, body.token, askingOf(request), body.reason);
    return null;
  });
  mount(app, services, visitEndpoints.tellNeeds, async ({ body, request }) => {
    await tellNeeds(services, ports, body.token, askingOf(request), body.needs);
    return null;
  });
  mount(app, services, visitEndpoints.agreeReminders, async ({ body, request }) => {
    await agreeReminders(services, body.token, askingOf(request), body);
    return null;
  });

  const again: Renewal = async (tx, id) => {
    if (!(await mailLinkAgain(tx, ports, id)))
      throw new Refusal('wrong_state', 'The link has ended, or nobody knows an address.');
  };
  return {
    events: [
      purgeExaminees,
      onEvent({
        name: 'examinees.remind_to_call_off',
        // after the exam of a review that was called off has ended
        tells: true,
        topics: ['review.transitioned'],
        when: ({ payload }) => KINDS[payload.kind].has_exam,
        run: async (tx, event) => {
          if (event.review_id !== null) await remindToCallOff(tx, ports, event.review_id);
        },
      }),
    ],
    jobs: [
      onJob({
        name: 'examinees.remove_letter',
        topics: ['examinee.letter_removed'],
        run: ({ payload }) => services.storage.remove(payload.storage_key),
      }),
    ],
    deadlines: reminderDeadlines(ports),
    renewals: { examinee_link: again, examinee_reminder: again },
  } satisfies FeatureServer;
}

/** A purged review keeps nothing of what its examinee said, and of how they were reached; when it was stays. */
const purgeExaminees: EventHandler = onEvent({
  name: 'examinees.purge',
  topics: ['review.transitioned'],
  when: onAction('purge'),
  async run(tx, event) {
    if (event.review_id === null) return;
    await tx.system
      .updateTable('examinee_answers')
      .set({ other_date_reason: '', other_date_answer: '', needs: '', reminders: 'none', remind_at: '' })
      .where('review_id', '=', event.review_id)
      .execute();
    await tx.system
      .updateTable('examinee_arrangements')
      .set({ provider: '', phone: '' })
      .where('review_id', '=', event.review_id)
      .execute();
    const letters = await tx.system
      .deleteFrom('examinee_letters')
      .where('review_id', '=', event.review_id)
      .returning('storage_key')
      .execute();
    for (const { storage_key } of letters) await tx.emit('examinee.letter_removed', { storage_key }, event.review_id);
    await tx.system
      .updateTable('examinee_links')
      // the token followed from it
      .set({ seed: Buffer.alloc(0) })
      .where('review_id', '=', event.review_id)
      .execute();
  },
});

async function examAhead(tx: Tx<Actor>, reviewId: number): Promise<ExamFacts> {
  const exam = await setExam(tx.system, reviewId);
  if (!exam || endOf(exam) <= tx.now) throw new Refusal('wrong_state', 'No exam is set that lies ahead.');
  return exam;
}

async function examAt(tx: Tx<Actor>, reviewId: number, appointmentId: number): Promise<ExamFacts> {
  const exam = await examById(tx.system, appointmentId);
  if (exam?.review_id !== reviewId) throw new Refusal('not_found');
  return exam;
}

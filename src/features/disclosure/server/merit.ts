import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KINDS, reviewNumber } from '../../../core/kinds.ts';
import { capital } from '../../../core/phrases.ts';
import { command } from '../../../platform/command.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import { mailRequester } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { signedByTyping, typedNameFaults } from '../../engagements/rules.ts';
import { sidesOf } from '../../work/rules.ts';
import { meritEndpoints } from '../contract/merit.ts';
import { filledTemplate, NOTARY_NEEDED } from '../rules.ts';
import { loadMatter } from './load.ts';
import { matterOf } from './matter.ts';
import { answerRequest } from './merit-acts.ts';
import { factsOf, maySign, presentMerit, statementsOf, templatesOf } from './merit-view.ts';

/** Certificates of merit and affidavits: written on a template, signed word by word, printed as they were signed. */
export function mountMerit(app: FastifyInstance, services: Services, ports: Ports): void {
  const e = meritEndpoints;
  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    presentMerit(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.document, async ({ params, kind, actor, db, reply }) => {
    const review = await loadMatter(db, kind, params.id);
    const one = (await statementsOf(db.executor, actor, review)).find(({ number }) => number === params.number);
    if (!one || one.text === null) throw new Refusal('not_found');
    const bytes = await ports.letterPdf({
      title: one.title,
      review: { number: reviewNumber(kind, review.id), kind_label: capital(KINDS[kind].singular) },
      organization: one.firm,
      document_id: `merit-${review.id}-${one.number}`,
      made_at: one.signed_at.toISOString(),
      lead: `Its form: ${one.template_source}${one.needs_notary ? `. ${NOTARY_NEEDED}` : ''}`,
      signed_by: one.signature_name ?? '',
      signed_how: signedByTyping(one.sha256),
      confidentiality: null,
      text: one.text,
      headings: [],
    });
    return sendPdf(reply, `Statement-${review.id}-${one.number}`, await services.signatures.signed(bytes));
  });

  mount(app, services, e.sign, ({ actor, kind, params, body }) =>
    command(services, actor, async (tx) => {
      await loadMatter(tx.db, kind, params.id);
      await holdReview(tx.system, params.id);
      const review = await loadMatter(tx.db, kind, params.id);
      if (!sidesOf(actor, review).includes('expert')) throw new Refusal('forbidden');
      const matter = await matterOf(tx.system, review, tx.now);
      if (!maySign(actor, review, matter) || review.expert_profile_id === null)
        throw new Refusal('wrong_state', 'It is signed only while the expert is engaged on this matter.');
      const template = (await templatesOf(tx.system, matter)).find(({ key }) => key === body.key);
      if (!template) throw new Refusal('wrong_state', 'This template no longer holds. Choose another.');
      const text = filledTemplate(template.text, { ...factsOf(matter), opinions: body.opinions });
      if (template.version !== body.version || text !== body.text)
        throw new Refusal('stale', 'What it says has changed since you read it. Read it again.');
      const name = await nameOfUser(tx.system, actor.user_id);
      refuseFields(typedNameFaults(body.name, name));
      await refuseWithoutFreshProof(tx);
      const before = await tx.system
        .selectFrom('merit_statements')
        .select((eb) => eb.fn.max('number').as('number'))
        .where('review_id', '=', review.id)
        .executeTakeFirst();
      const number = (before?.number ?? 0) + 1;
      await tx.system
        .insertInto('merit_statements')
        .values({
          review_id: review.id,
          expert_profile_id: review.expert_profile_id,
          number,
          template_key: template.key,
          template_version: template.version,
          template_source: template.source,
          title: template.title,
          firm: matter.facts.firm,
          needs_notary: template.needs_notary,
          text,
          sha256: createHash('sha256').update(text).digest('hex'),
          signature_name: name,
          signed_by: actor.user_id,
          signed_at: tx.now,
        })
        .execute();
      const { expert_profile_id } = review;
      await answerRequest(tx, { review_id: review.id, expert_profile_id, number });
      await tx.audit({
        action: 'merit.signed',
        review_id: review.id,
        subject: `merit_statement:${review.id}-${number}`,
        data: { template: template.key, version: template.version },
        timeline: true,
      });
      await mailRequester(tx, ports, review, {
        template: 'merit_signed',
        data: { certificate: template.sort === 'certificate' },
      });
      tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
      return presentMerit(tx.db, actor, kind, review.id, tx.now);
    }),
  );
}

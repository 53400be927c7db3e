import type { FastifyInstance } from 'fastify';
import type { Updateable } from 'kysely';
import { type Actor, isExpert, isExpertSide, seesWorkAmounts } from '../../../core/actor.ts';
import type { Endpoint } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { json } from '../../../platform/db/json.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { Disclosures } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { type ActorCall, mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import { rooms } from '../../../platform/live.ts';
import { mailExpertSide } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { readStored } from '../../../platform/stored-content.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { typedNameFaults } from '../../engagements/rules.ts';
import { sidesOf, type WorkSide } from '../../work/rules.ts';
import { disclosureEndpoints } from '../contract.ts';
import { elementStates, noPacketBecause, prefixFaults, saysNothingNew } from '../rules.ts';
import { gather, type Gathered, loadMatter, packetsOf } from './load.ts';
import { mountMerit } from './merit.ts';
import { type Inspect, meritEvents, mountMeritActs, removeCopies } from './merit-acts.ts';
import { meritReminding } from './merit-reminding.ts';
import { tellOfLeaving } from './leaving.ts';
import { askingReturns } from './asking-returns.ts';
import { mountOwnReturns } from './own-returns.ts';
import { mountReturns } from './returns.ts';
import { mountMeritTemplates } from './merit-templates.ts';
import { purgeDisclosures, removePackets } from './purging.ts';
import { packetRenderer, renderPackets, restorePackets } from './render.ts';
import { presentDisclosure } from './view.ts';

/** The expert's disclosure of a matter: what each element lacks, what the expert confirms, the packets that are signed. */
export function disclosureServer(app: FastifyInstance, services: Services, ports: Ports, inspect: Inspect) {
  const e = disclosureEndpoints;
  const renderer = packetRenderer();
  mountMerit(app, services, ports);
  mountMeritActs(app, services, ports, inspect);
  mountReturns(app, services, ports);
  mountOwnReturns(app, services, ports);
  mountMeritTemplates(app, services);

  mount(app, services, e.read, ({ params, kind, actor, db }) =>
    presentDisclosure(db, actor, kind, params.id, services.clock.now()),
  );

  mount(app, services, e.packet, async ({ params, kind, actor, db, reply }) => {
    const load = async () => {
      const review = await loadMatter(db, kind, params.id);
      const row = (await packetsOf(db.executor, review.id)).find(
        (one) =>
          one.version === params.version &&
          // what an expert who left had signed stays the firm’s
          (!isExpertSide(actor.kind) || one.expert_profile_id === review.expert_profile_id),
      );
      // what it is paid is in it, which whoever assists does not see
      if (!row || !seesWorkAmounts(actor.kind) || row.content === null) throw new Refusal('not_found');
      return row;
    };
    const row = await load();
    const { storage_key, pdf_sha256: sha256, size_bytes } = row;
    if (row.failed_at !== null)
      throw new Refusal('wrong_state', 'Its file could not be made. The expert can sign another.');
    if (storage_key === null || sha256 === null)
      throw new Refusal('wrong_state', 'The packet is still being made. It takes up to a minute; try again then.');
    const isWanted = async () => (await load()).storage_key === storage_key;
    const stored = await readStored(services, { storage_key, sha256, size_bytes, isWanted });
    await command(services, actor, (tx) =>
      tx.audit({
        action: 'disclosure.downloaded',
        review_id: params.id,
        subject: `disclosure_packet:${row.id}`,
        data: { version: row.version },
      }),
    );
    return sendPdf(reply, `Disclosure-${params.id}-${row.version}`, stored);
  });

  /** One act on a matter's disclosure, for one side or either, under the matter's lock. Answers all of it. */
  function on<T extends Endpoint>(
    endpoint: T,
    by: WorkSide | 'either',
    then: (tx: Tx<Actor>, of: { review: ReviewRowBeside; gathered: Gathered }, call: ActorCall<T>) => Promise<void>,
  ): void {
    mount(app, services, endpoint, (async (call: ActorCall<T> & { params: { id: number } }) =>
      command(services, call.actor, async (tx) => {
        await loadMatter(tx.db, call.kind, call.params.id);
        await holdReview(tx.system, call.params.id);
        const review = await loadMatter(tx.db, call.kind, call.params.id);
        const sides = sidesOf(call.actor, review);
        if (by === 'either' ? sides.length === 0 : !sides.includes(by)) throw new Refusal('forbidden');
        const gathered = await gather(tx.system, review, tx.now);
        const none = noPacketBecause(gathered.role);
        if (none !== null) throw new Refusal('wrong_state', none);
        if (gathered.matter.time === 'over' || review.expert_profile_id === null)
          throw new Refusal('wrong_state', 'A disclosure is made only while the expert is engaged on this matter.');
        await then(tx, { review, gathered }, call);
        tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
        return presentDisclosure(tx.db, call.actor, call.kind, review.id, tx.now);
        // why: the answer’s type hangs on the endpoint, which is a type parameter here
      })) as never);
  }

  /** Writes what is prepared, as long as it is what was read. Refuses `stale`. */
  async function put(
    tx: Tx<Actor>,
    { review, gathered }: { review: ReviewRowBeside; gathered: Gathered },
    read: number,
    set: Omit<Updateable<Disclosures>, 'review_id' | 'expert_profile_id' | 'lock_version'>,
  ): Promise<void> {
    const { lock_version } = gathered.draft;
    if (read !== lock_version)
      throw new Refusal('stale', 'It was changed meanwhile. Look at it again.', { current: { lock_version } });
    const whose = { review_id: review.id, expert_profile_id: review.expert_profile_id ?? 0 };
    const values = { ...set, lock_version: lock_version + 1 };
    await tx.system
      .insertInto('disclosures')
      .values({ ...whose, ...values })
      .onConflict((oc) => oc.columns(['review_id', 'expert_profile_id']).doUpdateSet(values))
      .execute();
  }

  const audited = (
    tx: Tx,
    action: Parameters<Tx['audit']>[0]['action'],
    { id }: ReviewRowBeside,
    data: Record<string, unknown> = {},
  ) => tx.audit({ action, review_id: id, subject: `disclosure:${id}`, data, timeline: true });

  const refuseAssistant = (actor: Actor): void => {
    if (!isExpert(actor.kind)) throw new Refusal('forbidden', 'Only the expert confirms it. You can prepare it.');
  };

  on(e.ask, 'requester', async (tx, of) => {
    if (of.gathered.draft.asked_at !== null || of.gathered.packets.length > 0)
      throw new Refusal('wrong_state', 'The expert has been asked already.');
    await put(tx, of, of.gathered.draft.lock_version, { asked_at: tx.now, asked_by: tx.actor.user_id });
    await audited(tx, 'disclosure.asked', of.review);
    await mailExpertSide(tx, ports, of.review, { template: 'disclosure_asked', data: {} });
  });

  on(e.facts, 'expert', async (tx, of, { actor, body }) => {
    if (body.confirm) refuseAssistant(actor);
    const { released } = of.gathered;
    const known = new Set(released.map(({ id }) => id));
    refuseFields(
      body.left_out.every((id) => known.has(id))
        ? []
        : [{ path: 'left_out', message: 'One of these files was not released to the expert.' }],
    );
    const left_out = [...new Set(body.left_out)];
    if (body.confirm && left_out.length === released.length && body.others.length === 0)
      refuseFields([{ path: 'left_out', message: 'Choose what you considered.' }]);
    await put(tx, of, body.lock_version, {
      left_out,
      others: body.others,
      // what somebody else prepared is confirmed anew
      facts_seen: body.confirm ? [...known] : null,
      facts_confirmed_at: body.confirm ? tx.now : null,
    });
    await audited(tx, body.confirm ? 'disclosure.facts_confirmed' : 'disclosure.facts_prepared', of.review, {
      files: released.length - left_out.length,
      others: body.others.length,
    });
  });

  on(e.exhibits, 'expert', async (tx, of, { actor, body }) => {
    if (body.confirm) refuseAssistant(actor);
    const { released, facts } = of.gathered;
    const known = new Set(released.filter(({ removed }) => !removed).map(({ id }) => id));
    refuseFields(
      body.exhibits.every((id) => known.has(id))
        ? []
        : [{ path: 'exhibits', message: 'One of these files is not among the records.' }],
    );
    refuseFields(
      new Set(body.exhibits).size === body.exhibits.length
        ? []
        : [{ path: 'exhibits', message: 'One of these files is in it twice.' }],
    );
    if (body.confirm && facts.report.delivered === null)
      throw new Refusal('wrong_state', 'Exhibits are confirmed once the report is delivered.');
    await put(tx, of, body.lock_version, {
      exhibits: body.exhibits,
      exhibits_report: body.confirm ? facts.report.delivered : null,
      exhibits_confirmed_at: body.confirm ? tx.now : null,
    });
    await audited(tx, body.confirm ? 'disclosure.exhibits_confirmed' : 'disclosure.exhibits_prepared', of.review, {
      exhibits: body.exhibits.length,
    });
  });

  on(e.nothing, 'expert', async (tx, of, { actor, body }) => {
    refuseAssistant(actor);
    const { lock_version, ...said } = body;
    await put(tx, of, lock_version, said);
    await audited(tx, 'disclosure.nothing_to_list', of.review, said);
  });

  on(e.prefix, 'either', async (tx, of, { body }) => {
    refuseFields(prefixFaults(body.prefix));
    await put(tx, of, body.lock_version, { prefix: body.prefix });
    await audited(tx, 'disclosure.prefix_set', of.review, { before: of.gathered.prefix, after: body.prefix });
  });

  on(e.sign, 'expert', async (tx, { review, gathered }, { body }) => {
    const { content, content_sha256, facts } = gathered;
    if (gathered.packets.some(({ made_at, failed_at }) => made_at === null && failed_at === null))
      throw new Refusal('wrong_state', 'The packet before it is still being made. Try again in a minute.');
    if (content !== null && saysNothingNew(content))
      throw new Refusal(
        'wrong_state',
        `Nothing changed since version ${content.supplement?.of_version}. There is nothing to supplement.`,
      );
    refuseFields(
      elementStates(facts).flatMap(({ name, missing }) =>
        missing.map(({ says }) => ({ path: `elements.${name}`, message: says })),
      ),
    );
    const name = await nameOfUser(tx.system, tx.actor.user_id);
    refuseFields(typedNameFaults(body.name, name));
    if (content === null || content_sha256 !== body.content_sha256)
      throw new Refusal('stale', 'What the packet says has changed since you read it. Read it again.');
    await refuseWithoutFreshProof(tx);
    const { id } = await tx.system
      .insertInto('disclosure_packets')
      .values({
        review_id: review.id,
        expert_profile_id: review.expert_profile_id ?? 0,
        version: content.version,
        content: json(content),
        content_sha256,
        prefix: content.prefix,
        first_number: content.first_number,
        signature_name: name,
        signed_by: tx.actor.user_id,
        signed_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audited(tx, 'disclosure.signed', review, { version: content.version });
    await tx.emit('disclosure.signed', { packet_id: id }, review.id);
  });

  const returns = askingReturns(ports);
  return {
    jobs: [
      renderPackets(services, ports, renderer),
      restorePackets(services, ports, renderer),
      removePackets(services),
      removeCopies(services),
    ],
    events: [purgeDisclosures, tellOfLeaving(ports), ...meritEvents, ...returns.events],
    deadlines: { ...returns.deadlines, ...meritReminding(ports).deadlines },
    close: () => renderer.close(),
  } satisfies FeatureServer;
}

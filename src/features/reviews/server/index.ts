import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { type Actor, isExpertSide, isOrganizationWide, isAdmin, seesOwnOrders } from '../../../core/actor.ts';
import { KIND_NAMES, type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { Refusal } from '../../../core/errors.ts';
import { type ReviewDetail, reviewsEndpoints } from '../contract.ts';
import { officesOf, seesPrices, statusView, viewOf } from '../rules.ts';
import {
  acknowledgeAttention,
  attentionDeadlines,
  attentionEvents,
  raiseAttention,
  resolveAttention,
} from './attention/attention.ts';
import { mountStatutes } from './statutes/statutes.ts';
import { mountMeetingTypes } from './meeting-types/meeting-types.ts';
import { mountHolidays } from './holidays/holidays.ts';
import { actOnReview, overrideStatus } from './lifecycle/act.ts';
import { readFields } from './order/catalogue.ts';
import { presentDetail } from './page/detail.ts';
import { createReview, setOrigin } from './order/drafts.ts';
import { saveSection } from './order/edit.ts';
import {
  answerEarlierDate,
  askEarlierDate,
  earlierDateDeadlines,
  takeBackEarlierDate,
} from './earlier-date/earlier-date.ts';
import { priceLinkEndpoints } from '../contract/price-link.ts';
import { approvalEndpoints } from '../contract/approvals.ts';
import { approvePrice, askAgain, declinePrice } from './order/approval.ts';
import { listApprovals, readApprovalRules, saveApprovalRules } from './order/approval-pages.ts';
import { agreeByLink, readPriceByLink } from './order/price-by-link.ts';
import { reviewDeadlines, reviewEvents } from './lifecycle/events.ts';
import { createSplitFor } from './list/split-words.ts';
import { createListLoader, listReviews } from './list/list.ts';
import { reassignReviews, followReviews } from './list/bulk.ts';
import { countReviews } from './list/counts.ts';
import { exportReviews } from './list/export.ts';
import { expertOptions, requesterOptions } from './list/options.ts';
import { createListView, readListSettings, removeListView, saveListColumns, updateListView } from './list/settings.ts';
import type { LoadedReview } from './load.ts';
import { createPageLoader, loadInScope } from './page/load-page.ts';
import { submitReview } from './order/order.ts';
import { addExtra, consentToQuote, removeExtra } from './order/price.ts';
import { presentLegalHold, setLegalHold } from './page/legal-hold.ts';
import { presentSales, saveSales } from './page/sales.ts';
import { duplicatesOf, presentQuoteAndSteps, presentSection } from './order/sections.ts';
import { readSection } from './order/section-parser.ts';
import { presentTimeline, readerOf, timelineCursor, timelineQuery, type TimelineSource } from './page/timeline.ts';
import { presentCertificate } from './lifecycle/purge.ts';
import { askPurge, confirmPurge, endPurgeRequest, presentPurgeRequest } from './lifecycle/purge-request.ts';
import { readUpNext } from './list/up-next.ts';
import { transferEvents } from './lifecycle/transfer.ts';
import { readFollowers, setFollower } from './page/followers.ts';
import { createViewAudit } from './page/view-audit.ts';

export { openReview } from './order/drafts.ts';
export { setBillingStatus, settlePriceOf } from './order/price.ts';
export { settleMove } from './lifecycle/move.ts';
export { amendDraft, orderFields, orderQuestions } from './order/edit.ts';
export { makeOrderReview } from './order/order.ts';
export { appointmentPrice, makeTransition, timeCost } from './lifecycle/transition.ts';

/** Reviews: drafts, orders, lists, the detail page, the lifecycle, and what follows from it by itself. */
export function reviewsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = reviewsEndpoints;
  const views = createViewAudit(services);
  const loadPage = createPageLoader(services);
  const now = (): Date => services.clock.now();

  const splitFor = createSplitFor(services);
  const loadList = createListLoader(services, splitFor);
  mountHolidays(app, services);
  mountMeetingTypes(app, services);
  mountStatutes(app, services);
  mount(app, services, e.list, ({ actor, kind, query }) =>
    listReviews(services, loadList, ports.ownCells, actor, [kind], query),
  );
  mount(app, services, e.listAll, ({ actor, query }) =>
    listReviews(services, loadList, ports.ownCells, actor, KIND_NAMES, query),
  );
  mount(app, services, e.counts, ({ db, kind, query }) => countReviews(services, splitFor, db, [kind], query));
  mount(app, services, e.countsAll, ({ db, query }) => countReviews(services, splitFor, db, KIND_NAMES, query));
  mount(app, services, e.experts, ({ db, query }) => expertOptions(db, query));
  mount(app, services, e.export, ({ actor, kind, query, reply }) =>
    exportReviews(services, loadList, ports.ownCells, actor, [kind], query, reply),
  );
  mount(app, services, e.exportAll, ({ actor, query, reply }) =>
    exportReviews(services, loadList, ports.ownCells, actor, KIND_NAMES, query, reply),
  );
  mount(app, services, e.listSettings, ({ db }) => readListSettings(db));
  mount(app, services, e.saveListColumns, ({ actor, params, body }) =>
    saveListColumns(services, actor, params.list, body.columns),
  );
  mount(app, services, e.createListView, ({ actor, body }) => createListView(services, actor, body));
  mount(app, services, e.updateListView, ({ actor, params, body }) => updateListView(services, actor, params.id, body));
  mount(app, services, e.removeListView, ({ actor, params }) => removeListView(services, actor, params.id));
  mount(app, services, e.reassign, ({ actor, body }) => reassignReviews(services, actor, body.ids, body.requester_id));
  mount(app, services, e.watch, ({ actor, body }) =>
    followReviews(services, actor, body.ids, body.user_id ?? actor.user_id, body.watches),
  );
  mount(app, services, e.requesters, ({ db, query }) => requesterOptions(db, query));
  mount(app, services, e.fields, ({ db, kind, query }) => readFields(services, db, kind, query.organization_id));
  mount(app, services, e.upNext, ({ actor }) => readUpNext(services, actor));

  /** What ending a matter now comes to, for who may end it and sees prices. */
  const endingFor = async (actor: Actor, { id, kind, abilities }: Pick<ReviewDetail, 'id' | 'kind' | 'abilities'>) =>
    !isExpertSide(actor.kind) &&
    seesPrices(actor) &&
    (abilities['conclude']?.allowed === true || abilities['cancel']?.allowed === true)
      ? ports.endingCosts(services.database.systemDb, { id, kind }, now())
      : null;

  mount(app, services, e.read, async ({ actor, kind, params }) => {
    const row = await loadPage({ actor, kind, id: params.id });
    if (!row) throw new Refusal('not_found');
    const detail = presentDetail(row, actor, now(), ports);
    await views.record({ actor, review_id: row.id, organization_id: row.organization_id });
    return { ...detail, ending: await endingFor(actor, detail) };
  });

  mount(app, services, e.timeline, async ({ db, actor, kind, params, query }) => {
    const loaded = await loadInScope(services, db, kind, params.id);
    const view = viewOf(actor, loaded.facts);
    if (view === 'blind' || view === 'call_only') return { data: [], next_cursor: null };
    const before = timelineCursor(query.cursor);
    const { rows } = await sql<{ timeline: TimelineSource[] | null }>`
      select ${timelineQuery(sql`${params.id}::bigint`, before, query.limit + 1)} as timeline`.execute(db.executor);
    await views.record({
      actor,
      review_id: params.id,
      organization_id: loaded.facts.organization.id,
      subject: 'timeline',
    });
    return presentTimeline(rows[0]?.timeline ?? [], readerOf(actor, loaded.facts), query.limit);
  });

  /** The order itself is for those who order and the staff who handle it. */
  const orderForm = async (db: ActorDb, kind: Kind, id: number): Promise<LoadedReview> => {
    const loaded = await loadInScope(services, db, kind, id);
    const offices = officesOf(db.actor, loaded.facts);
    const watches = seesOwnOrders(db.actor.kind);
    if (!offices.has('requester') && !offices.has('clin_ops') && !watches) {
      throw new Refusal('forbidden', 'The order is the requester’s side’s.');
    }
    await views.record({
      actor: db.actor,
      review_id: id,
      organization_id: loaded.facts.organization.id,
      subject: 'order',
    });
    return loaded;
  };
  mount(app, services, e.readSection, async ({ db, kind, params }) => {
    const { section } = readSection(kind, params.section, {});
    return presentSection(db.executor, ports, await orderForm(db, kind, params.id), section, now());
  });
  mount(app, services, e.quote, async ({ db, actor, kind, params }) =>
    presentQuoteAndSteps(
      db.executor,
      ports,
      await orderForm(db, kind, params.id),
      now(),
      seesPrices(actor) ? actor : null,
    ),
  );
  mount(app, services, e.duplicates, async ({ db, kind, params }) => {
    const { row } = await orderForm(db, kind, params.id);
    if (!row.claim_number) return { data: [] };
    const found = await duplicatesOf(db.executor, row, 20);
    return {
      data: found.map((d) => ({
        id: d.id,
        number: reviewNumber(kind, d.id),
        subject: d.subject,
        status: statusView(kind, d.status),
        created_at: d.created_at.toISOString(),
      })),
    };
  });

  mount(app, services, e.create, ({ actor, kind, body }) => createReview(services, actor, kind, body));
  mount(app, services, e.setOrigin, ({ actor, kind, params, body }) =>
    setOrigin(services, actor, kind, params.id, body),
  );
  mount(app, services, e.saveSection, ({ actor, kind, params, body }) =>
    saveSection(services, ports, actor, kind, params.id, params.section, body),
  );
  mount(app, services, e.submit, ({ actor, kind, params, body }) =>
    submitReview(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, e.act, ({ actor, kind, params, body }) =>
    actOnReview(services, ports, actor, kind, params.id, params.action, body),
  );
  mount(app, services, e.override, ({ actor, kind, params, body }) =>
    overrideStatus(services, actor, kind, params.id, body),
  );
  mount(app, services, e.consent, ({ actor, kind, params, body }) =>
    consentToQuote(services, ports, actor, kind, params.id, body),
  );
  const a = approvalEndpoints;
  mount(app, services, a.list, ({ db, actor }) => listApprovals(db, actor));
  mount(app, services, a.approve, ({ actor, kind, params, body }) =>
    approvePrice(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, a.decline, ({ actor, kind, params, body }) =>
    declinePrice(services, actor, kind, params.id, body.reason),
  );
  mount(app, services, a.ask, ({ actor, kind, params }) => askAgain(services, actor, kind, params.id));
  mount(app, services, a.rules, ({ db, actor, params }) => readApprovalRules(db, actor, params.organizationId));
  mount(app, services, a.saveRules, ({ actor, params, body }) =>
    saveApprovalRules(services, actor, params.organizationId, body.thresholds),
  );
  mount(app, services, priceLinkEndpoints.read, ({ query, request }) =>
    readPriceByLink(services, query.token, request),
  );
  mount(app, services, priceLinkEndpoints.agree, ({ body, request }) => agreeByLink(services, ports, body, request));
  mount(app, services, e.addExtra, ({ actor, kind, params, body }) => addExtra(services, actor, kind, params.id, body));
  mount(app, services, e.removeExtra, ({ actor, kind, params }) =>
    removeExtra(services, actor, kind, params.id, params.extra_id),
  );
  mount(app, services, e.watchers, ({ db, kind, params }) => readFollowers(services, db, kind, params.id));
  mount(app, services, e.addWatcher, ({ actor, kind, params }) =>
    setFollower(services, actor, kind, params.id, params.user_id, true),
  );
  mount(app, services, e.removeWatcher, ({ actor, kind, params }) =>
    setFollower(services, actor, kind, params.id, params.user_id, false),
  );

  mount(app, services, e.certificate, async ({ db, actor, kind, params }) => {
    const { facts } = await loadInScope(services, db, kind, params.id);
    const mayRead = isOrganizationWide(actor.kind) || isAdmin(actor.kind);
    if (!mayRead && !officesOf(actor, facts).has('requester'))
      throw new Refusal('forbidden', 'The certificate is for the organization that ordered.');
    return presentCertificate(db.executor, facts, services.clock.now());
  });

  mount(app, services, e.legalHold, async ({ db, actor, kind, params }) => {
    const { facts } = await loadInScope(services, db, kind, params.id);
    return presentLegalHold(db.executor, actor, facts);
  });
  mount(app, services, e.setLegalHold, ({ actor, kind, params, body }) =>
    setLegalHold(services, actor, kind, params.id, body),
  );

  mount(app, services, e.purgeRequest, async ({ db, actor, kind, params }) => {
    const { facts } = await loadInScope(services, db, kind, params.id);
    return presentPurgeRequest(db.executor, actor, facts.id, now());
  });
  mount(app, services, e.askPurge, ({ actor, kind, params, body }) =>
    askPurge(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, e.confirmPurge, ({ actor, kind, params, body }) =>
    confirmPurge(services, actor, kind, params.id, body.request_id),
  );
  mount(app, services, e.declinePurge, ({ actor, kind, params, body }) =>
    endPurgeRequest(services, ports, actor, kind, params.id, body.request_id, 'decline'),
  );
  mount(app, services, e.withdrawPurge, ({ actor, kind, params, body }) =>
    endPurgeRequest(services, ports, actor, kind, params.id, body.request_id, 'withdraw'),
  );

  mount(app, services, e.sales, async ({ db, kind, params }) => {
    const { facts } = await loadInScope(services, db, kind, params.id);
    return presentSales(db.executor, facts.id);
  });
  mount(app, services, e.saveSales, ({ actor, kind, params, body }) =>
    saveSales(services, actor, kind, params.id, body),
  );

  mount(app, services, e.raiseAttention, ({ actor, kind, params, body }) =>
    raiseAttention(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, e.acknowledgeAttention, ({ actor, kind, params }) =>
    acknowledgeAttention(services, actor, kind, params.id, params.entry_id),
  );
  mount(app, services, e.resolveAttention, ({ actor, kind, params, body }) =>
    resolveAttention(services, actor, kind, params.id, params.entry_id, body.note),
  );

  mount(app, services, e.askEarlierDate, ({ actor, kind, params, body }) =>
    askEarlierDate(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, e.takeBackEarlierDate, ({ actor, kind, params }) =>
    takeBackEarlierDate(services, actor, kind, params.id),
  );
  mount(app, services, e.answerEarlierDate, ({ actor, kind, params, body }) =>
    answerEarlierDate(services, ports, actor, kind, params.id, body),
  );

  return {
    events: [...reviewEvents(ports), ...attentionEvents(ports), ...transferEvents(ports)],
    deadlines: { ...reviewDeadlines(ports), ...attentionDeadlines(ports), ...earlierDateDeadlines(ports) },
    close: () => views.close(),
  } satisfies FeatureServer;
}

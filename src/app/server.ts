import type { FastifyInstance } from 'fastify';
import type { Clock } from '../core/time.ts';
import {
  accountsServer,
  becomeExpert,
  createPersonActors,
  createSessionResolver,
  hasSignedInAgain,
  isOwnPassword,
  sessionIn,
} from '../features/accounts/server/index.ts';
import { consoleServer } from '../features/console/server/index.ts';
import { billingOrdersServer } from '../features/billing-orders/server/index.ts';
import { followBilling } from '../features/billing-orders/server/follow.ts';
import { placeCharges } from '../features/billing-orders/server/place.ts';
import { conversationsServer } from '../features/conversations/server/index.ts';
import { deadlinesServer } from '../features/deadlines/server/index.ts';
import { expertsServer, setExpertFlags } from '../features/experts/server/index.ts';
import { ensureLicenseTypes } from '../features/experts/server/license-types.ts';
import { ensureTaxonomy } from '../features/experts/server/taxonomy.ts';
import { examineesServer } from '../features/examinees/server/index.ts';
import { engagementsServer, keepsNoDrafts } from '../features/engagements/server/index.ts';
import { examCells, examsServer, orderLimits, partTaker } from '../features/exams/server/index.ts';
import { exportsServer } from '../features/exports/server/index.ts';
import {
  fetchedRecords,
  answerByLink,
  filesServer,
  Inspector,
  presentRecords,
  recordsPort,
  shareRecords,
} from '../features/files/server/index.ts';
import {
  holdInvitation,
  makeGiveUpPlaces,
  makeTurnDown,
  matchingServer,
  releaseExpert,
  stillCandidate,
} from '../features/matching/server/index.ts';
import { createOrganization, organizationsServer } from '../features/organizations/server/index.ts';
import { makeNotifier, makePost, noticesSeen, notificationsServer } from '../features/notifications/server/index.ts';
import { opinionsServer } from '../features/opinions/server/index.ts';
import { outboxServer } from '../features/outbox/server/index.ts';
import { outsideLinks, outsideServer } from '../features/outside/server/index.ts';
import { oversightServer } from '../features/oversight/server/index.ts';
import { queuesServer } from '../features/queues/server/index.ts';
import { matterDatesServer } from '../features/matter-dates/server/index.ts';
import { disclosureServer } from '../features/disclosure/server/index.ts';
import { publicReportsServer } from '../features/public-reports/server/index.ts';
import { priceBooksServer } from '../features/price-books/server/index.ts';
import { invoicesServer } from '../features/invoices/server/index.ts';
import { ledgerServer } from '../features/ledger/server/index.ts';
import { offerExpertFee } from '../features/ledger/server/expert-fees.ts';
import { earningsServer } from '../features/earnings/server/index.ts';
import { budgetNotes, budgetsServer, holdToBudgets } from '../features/budgets/server/index.ts';
import { spendServer } from '../features/spend/server/index.ts';
import { postPayout, postToLedger } from '../features/ledger/server/post.ts';
import { payoutsServer } from '../features/payouts/server/index.ts';
import { payoutsOf } from '../features/payouts/server/standing.ts';
import { mattersServer } from '../features/matters/server/index.ts';
import { continuationsServer } from '../features/continuations/server/index.ts';
import { interviewsServer } from '../features/interviews/server/index.ts';
import { endingCosts, testimonyServer } from '../features/testimony/server/index.ts';
import { workServer } from '../features/work/server/index.ts';
import type { SessionTime } from '../features/testimony/ports.ts';
import { sessionTime } from '../features/work/server/session-time.ts';
import { errataDue } from '../features/matter-dates/server/load.ts';
import { agreedTerms } from './agreed-terms.ts';
import { purposeLettersServer } from '../features/purpose-letters/server/index.ts';
import { ratingsServer } from '../features/ratings/server/index.ts';
import {
  closeOwnJudgment,
  createPdfRenderer,
  ensureForms,
  type PdfRenderer,
  leaveReports,
  reportsServer,
  dictationsPort,
} from '../features/reports/server/index.ts';
import {
  amendDraft,
  makeTransition,
  appointmentPrice,
  settleMove,
  setBillingStatus,
  settlePriceOf,
  timeCost,
  openReview,
  orderFields,
  orderQuestions,
  makeOrderReview,
  reviewsServer,
} from '../features/reviews/server/index.ts';
import { ratingState } from '../features/reviews/rules/kinds.ts';
import {
  bookAppointment,
  endAppointment,
  joinAppointment,
  schedulingServer,
} from '../features/scheduling/server/index.ts';
import { subscriptionsServer } from '../features/subscriptions/server/index.ts';
import { supportServer } from '../features/support/server/index.ts';
import { openKeyring } from '../platform/crypto.ts';
import { openOwnSigner } from '../platform/pdf/sign/p12.ts';
import { createPdfSignatures } from '../platform/pdf/sign/signatures.ts';
import type { Database } from '../platform/db/database.ts';
import { listen } from '../platform/db/listen.ts';
import { isDemoWorld } from '../platform/demo-world.ts';
import type { Env } from '../platform/env.ts';
import { createErrorReports } from '../platform/error-reports.ts';
import { judgeReadiness, mountHealth } from '../platform/health.ts';
import { watchMethods } from '../platform/http/methods.ts';
import { watchRequests } from '../platform/http/request-stats.ts';
import { createHttp } from '../platform/http/server.ts';
import { createLiveServer } from '../platform/live-server.ts';
import { InTurn } from '../platform/inspect/in-turn.ts';
import { scannerOf } from '../platform/scanning/clamd.ts';
import { lookAndScan, scannedAtOnce } from '../platform/scanning/with-scanner.ts';
import type { Logger } from '../platform/log.ts';
import { MAIL_SAMPLES } from './mail-samples.ts';
import { MAILS } from './mails.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { Ports } from '../platform/ports.ts';
import type { Services } from '../platform/services.ts';
import { calendarsServer } from '../features/calendars/server/index.ts';
import { meetingsServer } from '../features/meetings/server/index.ts';
import { boxImportServer } from '../features/box-import/server/index.ts';
import { connectedAccounts, connectedAccountsServer } from '../features/connected-accounts/server/index.ts';
import { hl7Server } from '../features/hl7/server/index.ts';
import { webhooksServer } from '../features/webhooks/server/index.ts';
import { apiKeysServer, guardKeys } from '../features/api-keys/server/index.ts';
import { createTexter } from '../platform/sms/texter.ts';
import type { Storage } from '../platform/storage.ts';
import { filesFolder, openDiskStorage } from '../platform/storage-disk.ts';
import { createWorkers, type Workers } from '../platform/worker-set.ts';
import { everyDeadlineHandled, type FeatureServer } from '../platform/workers.ts';
import { installKinds, type Kinds, SHIPPED_KINDS } from './kinds.ts';
import { CONSOLE_PLACES } from './console.ts';
import { documentApi } from './api-document.ts';
import { mountDocs } from './docs.ts';
import { mayHear, roomsOf } from './live-rooms.ts';
import { mountPages } from './pages.ts';
import { UNDOING } from './undoing.ts';

/** The whole application on a migrated database: routes, live delivery, workers. It listens where its caller says. */
export interface App {
  http: FastifyInstance;
  services: Services;
  /** Routes are final and the workers run. */
  ready(): Promise<void>;
  /** Everything due by the clock has been handled: events, jobs, deadlines, mails, seals. For tests and demo data. */
  settle(): Promise<void>;
  /** Every route the server answers, as "GET /api/v1/…" with `:name` parameters. */
  routes: readonly string[];
  /** The same in an app that was not made ready: for one-off runs that hold the database alone. */
  drain: Workers['drain'];
  /** Asks for the sessions of all open pages again, as happens by itself every half minute. For tests. */
  recheckLive(): Promise<void>;
  /** Finishes requests and running jobs, then ends. The database stays the caller's. */
  close(): Promise<void>;
}

/** What is still loading or sending when the product stops has so long, ms. */
const CLOSING_MS = 5_000;

export interface AppOptions {
  /** The kinds of review there are; those of the product where nothing else is said. */
  kinds?: Kinds;
  /** The folder the browser's pages were built to; the product's own where nothing else is said. */
  pages?: string | undefined;
  env: Env;
  clock: Clock;
  database: Database;
  log: Logger;
  /** What makes PDFs; another one than its own only in tests, which share one or have it fail. */
  renderer?: PdfRenderer;
  /** What marks the scripts of a document as ours; other than random only where no stranger reads it: in tests. */
  nonce?: () => string;
  /** Where files are kept; other than usual only to measure what that costs. */
  storage?: Storage;
}

export async function buildApp({
  kinds = SHIPPED_KINDS,
  pages,
  env,
  clock,
  database,
  log,
  renderer = createPdfRenderer(),
  nonce,
  storage,
}: AppOptions): Promise<App> {
  await installKinds(database.systemDb, kinds);
  const live = createLiveServer(env.public_url, log);
  const keyring = await openKeyring(env, database.systemDb, clock.now());
  const services: Services = {
    env,
    clock,
    log,
    database,
    storage: storage ?? (await openDiskStorage(filesFolder(env), database.systemDb, keyring)),
    live,
    keys: keyring,
    signatures: createPdfSignatures({
      env,
      clock,
      database,
      keys: keyring,
      own: await openOwnSigner(env, clock.now()),
    }),
    errors: createErrorReports(env.SENTRY_DSN, log, () => clock.now()),
    wakeOutbox: () => workers.wake(),
  };
  await ensureTaxonomy(database.systemDb);
  await ensureLicenseTypes(database.systemDb);
  await ensureForms(database.systemDb, clock.now());

  const http = await createHttp(services);
  await documentApi(http, services);
  const methodsAt = watchMethods(http);
  const requests = watchRequests(http);
  const judge = judgeReadiness(services, () => workers.running());
  const routes: string[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  const sessions = createSessionResolver(services);
  const personActor = createPersonActors(services);
  const keys = guardKeys(http, services, {
    personActor,
    hasSession: ({ headers }) => sessionIn(services, headers.cookie) !== undefined,
  });
  http.decorateRequest('session', function session(this) {
    return keys.sessionOf(this) ?? sessions.forRequest(this);
  });
  const mailer = createMailer(services, MAILS);
  const texter = createTexter(services);
  const transition = makeTransition(services);
  const tell = makeNotifier(mailer.queue);
  const mail = makePost(tell);
  const ports: Ports = {
    transition,
    openReview,
    orderReview: makeOrderReview({ holdToBudgets }),
    holdToBudgets,
    budgetNotes,
    amendDraft,
    timeCost,
    appointmentPrice,
    settlePrice: settlePriceOf,
    bookAppointment,
    endAppointment,
    joinAppointment,
    releaseExpert,
    turnDown: makeTurnDown({ mail }),
    holdInvitation,
    isCandidate: stillCandidate,
    giveUpPlaces: makeGiveUpPlaces({ transition, settlePrice: settlePriceOf }),
    takePart: partTaker({ bookAppointment }),
    presentRecords,
    shareRecords,
    ratingState,
    mail,
    noticesSeen: noticesSeen(services),
    text: texter.queue,
    createOrganization,
    outside: outsideLinks(services),
    answerFileRequest: answerByLink({ transition }),
    records: recordsPort,
    fetchedRecords,
    dictations: dictationsPort,
    ownCells: examCells,
    orderLimits,
    orderFields,
    orderQuestions,
    settleMove,
    letterPdf: (letter) => renderer.letter(letter),
    noticePdf: (notice) => renderer.notice(notice),
    invoicePdf: (invoice) => renderer.invoice(invoice),
    postToLedger,
    postPayout,
    offerExpertFee,
    payoutsOf,
    billingStatus: setBillingStatus,
    followBilling: (tx, ids) => followBilling(tx, { billingStatus: setBillingStatus }, ids),
    placeCharges: (tx, review) => placeCharges(tx, { billingStatus: setBillingStatus }, review),
    closeOwnJudgment,
    keepsNoDrafts,
    leaveReports: (tx, id, of) => leaveReports(tx, { keepsNoDrafts }, id, of),
    agreedTerms,
    sessionTime: sessionTime({ agreedTerms }) satisfies SessionTime,
    errataDue,
    endingCosts: endingCosts({ agreedTerms }),
    becomeExpert,
    setExpertFlags,
    personActor,
    isOwnPassword: (userId, password) => isOwnPassword(services, userId, password),
    hasSignedInAgain: (sessionId) => hasSignedInAgain(services, sessionId),
    connectedAccounts: connectedAccounts(services, { mail }),
  };
  const inspector = new Inspector();
  const looks = new InTurn(inspector, () => clock.now());
  const look = looks.inspect.bind(looks);
  const scanner = scannerOf(services.env);
  const atOnce = scannedAtOnce(look, scanner);
  const features = everyDeadlineHandled([
    accountsServer(http, services, ports),
    organizationsServer(http, services),
    supportServer(http, services, ports),
    expertsServer(http, services, ports, (content, whose) => atOnce({ name: 'cv.pdf' }, content, whose)),
    reviewsServer(http, services, ports),
    subscriptionsServer(http, services, ports),
    filesServer(http, services, ports),
    outsideServer(http, services, ports),
    matchingServer(http, services, ports),
    schedulingServer(http, services, ports),
    engagementsServer(http, services, ports),
    examsServer(http, services, ports),
    examineesServer(http, services, ports),
    purposeLettersServer(http, services, ports),
    matterDatesServer(http, services, ports),
    workServer(http, services, ports, atOnce),
    testimonyServer(http, services, ports),
    disclosureServer(http, services, ports, atOnce),
    interviewsServer(http, services, ports),
    continuationsServer(http, services, ports),
    mattersServer(http, services, ports),
    ledgerServer(http, services, ports),
    billingOrdersServer(http, services, ports),
    spendServer(http, services),
    budgetsServer(http, services, ports),
    earningsServer(http, services, ports),
    invoicesServer(http, services, ports),
    priceBooksServer(http, services),
    payoutsServer(http, services, ports),
    hl7Server(http, services, ports),
    webhooksServer(http, services, ports),
    apiKeysServer(http, services, ports, keys),
    connectedAccountsServer(http, services),
    meetingsServer(http, services, ports),
    boxImportServer(http, services, ports),
    calendarsServer(http, services, ports),
    reportsServer(http, services, ports, renderer, lookAndScan(look, scanner)),
    publicReportsServer(http, services, ports),
    conversationsServer(http, services, ports),
    ratingsServer(http, services, ports),
    opinionsServer(http, services, ports),
    notificationsServer(http, services, ports, tell),
    exportsServer(http, services, ports),
    deadlinesServer(http, services, ports, UNDOING),
    queuesServer(http, services),
    oversightServer(http, services, ports, {
      undoing: UNDOING,
      desk: () => workers.desk,
      requests,
      judge,
      started_at: clock.now(),
    }),
  ]);
  const renewals = Object.assign({}, ...features.map((feature) => feature.renewals)) as FeatureServer['renewals'];
  const outbox = outboxServer(http, services, mailer.repeat, renewals ?? {}, {
    templates: MAILS,
    samples: MAIL_SAMPLES,
  });
  const waiting = [...features, outbox].map((feature) => feature.waiting);
  consoleServer(http, services, CONSOLE_PLACES, Object.assign({}, ...waiting));
  const workers = createWorkers(services, features, UNDOING, mailer, texter);
  mountHealth(http, services, judge);
  mountDocs(http);
  await mountPages(http, services, {
    demo: await isDemoWorld(database.systemDb),
    methodsAt,
    ...(pages === undefined ? {} : { root: pages }),
    ...(nonce && { nonce }),
  });
  live.attach(http.server, {
    session: (headers) => sessions.forLive(headers),
    mayHear: (actor, rooms) => mayHear(database, actor, rooms),
    roomsOf,
    connections: features.flatMap((f) => f.live ?? []),
  });

  let rights: ReturnType<typeof listen> | undefined;
  return {
    http,
    services,
    routes,
    async ready() {
      await http.ready();
      rights ??= listen(database, 'rights', {
        heard: (about) => void live.recheck(about),
        begins: () => void live.recheck(),
        log,
      });
      database.pulse.start();
      for (const feature of features) await feature.begin?.();
      await workers.start();
    },
    settle: () => workers.idle(),
    drain: (how) => workers.drain(how),
    recheckLive: () => live.recheck(),
    async close() {
      await rights?.close();
      await live.close();
      // what still loads or sends then is cut; uploads go on where they were
      const cut = setTimeout(() => http.server.closeAllConnections(), CLOSING_MS);
      await http.close();
      clearTimeout(cut);
      await workers.stop();
      for (const feature of features) await feature.close?.();
      await services.errors.flush();
      inspector.close();
    },
  };
}

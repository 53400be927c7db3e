import { sessionTime } from '../../src/features/work/server/session-time.ts';
import { NO_AGREEMENT } from '../../src/features/work/ports.ts';
import { examCells } from '../../src/features/exams/server/index.ts';
import type { InjectOptions } from 'fastify';
import type { Problem } from '../../src/core/errors.ts';
import {
  accountsServer,
  createSessionResolver,
  hashPassword,
  hasSignedInAgain,
  isOwnPassword,
} from '../../src/features/accounts/server/index.ts';
import { createOrganization, organizationsServer } from '../../src/features/organizations/server/index.ts';
import { fetchedRecords, recordsPort } from '../../src/features/files/server/index.ts';
import { outsideLinks } from '../../src/features/outside/server/index.ts';
import { supportServer } from '../../src/features/support/server/index.ts';
import { createHttp } from '../../src/platform/http/server.ts';
import { MAILS } from '../../src/app/mails.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { ratingState } from '../../src/features/reviews/rules/kinds.ts';
import type { Ports } from '../../src/platform/ports.ts';
import { createTexter } from '../../src/platform/sms/texter.ts';
import { platformServices } from '../harness/platform.ts';
import { type Person, World } from '../harness/world.ts';

export const PASSWORD = 'harbor-lantern-42';

/** Accounts, organizations and support on the real platform, called without a socket so that the peer can be chosen. */
export async function entryApp(env: Record<string, string> = {}) {
  const platform = await platformServices(env);
  const { services } = platform;
  const disconnected: unknown[] = [];
  services.live.disconnect = (target) => void disconnected.push(target);
  const http = await createHttp(services);
  const sessions = createSessionResolver(services);
  http.decorateRequest('session', function session() {
    return sessions.forRequest(this);
  });
  const ports: Ports = {
    transition: () => Promise.reject(new Error('No review changes here.')),
    openReview: () => Promise.reject(new Error('No review is made here.')),
    orderReview: () => Promise.reject(new Error('No review is made here.')),
    amendDraft: () => Promise.reject(new Error('No review is made here.')),
    timeCost: () => Promise.reject(new Error('No call is given up here.')),
    appointmentPrice: () => Promise.reject(new Error('No appointment is charged here.')),
    noticesSeen: () => Promise.reject(new Error('Nothing is read here.')),
    settlePrice: () => Promise.reject(new Error('No price is seen to here.')),
    bookAppointment: () => Promise.reject(new Error('No appointment is made here.')),
    endAppointment: () => Promise.reject(new Error('No appointment is made here.')),
    joinAppointment: () => Promise.reject(new Error('No appointment is made here.')),
    giveUpPlaces: () => Promise.reject(new Error('No place is given up here.')),
    takePart: () => Promise.reject(new Error('No part is taken here.')),
    turnDown: () => Promise.reject(new Error('Nobody declines here.')),
    isCandidate: () => Promise.reject(new Error('Nobody is asked here.')),
    holdInvitation: () => Promise.reject(new Error('No invitation is open here.')),
    releaseExpert: () => Promise.reject(new Error('Nobody is taken off here.')),
    presentRecords: () => null,
    ratingState,
    shareRecords: () => Promise.reject(new Error('No review is made here.')),
    mail: createMailer(services, MAILS).queue,
    text: createTexter(services).queue,
    createOrganization,
    outside: outsideLinks(services),
    dictations: {
      admit: () => Promise.reject(new Error('Nothing is dictated here.')),
      take: () => Promise.reject(new Error('Nothing is dictated here.')),
    },
    records: recordsPort,
    ownCells: examCells,
    orderFields: () => Promise.reject(new Error('No date is entered here.')),
    endingCosts: () => Promise.resolve(null),
    settleMove: () => Promise.reject(new Error('Nothing continues here.')),
    orderQuestions: () => Promise.reject(new Error('No letter is sent here.')),
    closeOwnJudgment: () => Promise.reject(new Error('No report is written here.')),
    becomeExpert: () => Promise.reject(new Error('Nobody applies here.')),
    setExpertFlags: () => Promise.reject(new Error('Nobody is kept here.')),
    agreedTerms: NO_AGREEMENT,
    keepsNoDrafts: async () => false,
    leaveReports: async () => {},
    sessionTime: sessionTime({ agreedTerms: NO_AGREEMENT }),
    errataDue: async () => null,
    letterPdf: () => Promise.reject(new Error('No letters are written here.')),
    noticePdf: () => Promise.reject(new Error('No letters are written here.')),
    invoicePdf: () => Promise.reject(new Error('No letters are written here.')),
    postToLedger: () => Promise.reject(new Error('There is no ledger here.')),
    postPayout: () => Promise.reject(new Error('There is no ledger here.')),
    offerExpertFee: () => Promise.resolve(),
    payoutsOf: () => Promise.resolve(new Map()),
    billingStatus: () => Promise.reject(new Error('Nothing is billed here.')),
    followBilling: () => Promise.reject(new Error('Nothing is billed here.')),
    placeCharges: () => Promise.reject(new Error('Nothing is billed here.')),
    holdToBudgets: () => Promise.reject(new Error('Nothing is ordered here.')),
    budgetNotes: () => Promise.resolve([]),
    orderLimits: () => Promise.resolve({ faults: [], warnings: [] }),

    answerFileRequest: () => Promise.reject(new Error('No records are asked for here.')),
    isOwnPassword: (userId, password) => isOwnPassword(services, userId, password),
    personActor: async () => null,
    hasSignedInAgain: (sessionId) => hasSignedInAgain(services, sessionId),
    fetchedRecords,
    connectedAccounts: {
      usable: () => Promise.resolve([]),
      ask: () => Promise.reject(new Error('No provider is asked here.')),
    },
  };
  accountsServer(http, services, ports);
  organizationsServer(http, services);
  supportServer(http, services, ports);
  await http.ready();
  const db = services.database.systemDb;
  const password_hash = await hashPassword(PASSWORD);
  const world = new World(db, services.clock);

  async function request<T = Record<string, unknown>>(
    headers: Record<string, string>,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    more: InjectOptions = {},
  ) {
    const raw = await http.inject({
      ...more,
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const parsed: unknown = raw.body === '' ? undefined : raw.json();
    return { status: raw.statusCode, body: parsed as T, problem: parsed as Problem, headers: raw.headers, raw };
  }

  return {
    ...platform,
    db,
    world,
    disconnected,
    request,
    /** A person who can sign in with PASSWORD. */
    account: (options: Parameters<World['person']>[0] = {}): Promise<Person> =>
      world.person({ password_hash, ...options }),
    login: (email: string, password = PASSWORD, headers: Record<string, string> = {}, ip = '203.0.113.1') =>
      request(headers, 'POST', '/api/v1/user/login', { email, password }, { remoteAddress: ip }),
    async close() {
      await http.close();
      await platform.close();
    },
  };
}

export type EntryApp = Awaited<ReturnType<typeof entryApp>>;

/** The cookie of an answer as the next request sends it; empty when there is none. */
export function cookieFrom(headers: Record<string, unknown>): string {
  const set = headers['set-cookie'];
  const first: unknown = Array.isArray(set) ? set[0] : set;
  return typeof first === 'string' ? (first.split(';')[0] ?? '') : '';
}

import { sessionTime } from '../../src/features/work/server/session-time.ts';
import { NO_AGREEMENT } from '../../src/features/work/ports.ts';
import { examCells } from '../../src/features/exams/server/index.ts';
import type { ReviewStatus } from '../../src/features/reviews/rules.ts';
import { ratingState } from '../../src/features/reviews/rules/kinds.ts';
import type { Bucket } from '../../src/features/reviews/rules.ts';
import type { AddressInfo } from 'node:net';
import { createSessionResolver } from '../../src/features/accounts/server/sessions.ts';
import { fetchedRecords, answerByLink, filesServer, recordsPort } from '../../src/features/files/server/index.ts';
import { outsideLinks } from '../../src/features/outside/server/index.ts';
import { transition } from '../../src/features/reviews/server/lifecycle/transition.ts';
import { createHttp } from '../../src/platform/http/server.ts';
import { createJobs } from '../../src/platform/jobs.ts';
import { handOver, isWaiting } from '../../src/platform/outbox.ts';
import { openDiskStorage } from '../../src/platform/storage-disk.ts';
import { platformServices } from '../harness/platform.ts';
import { type Person, World } from '../harness/world.ts';

/** The records feature on the real platform, listening on a port, with its jobs running in their real queues. */
export async function filesApp(options: { files?: string; env?: Record<string, string> } = {}) {
  const platform = await platformServices(options.env);
  const { services } = platform;
  const db = services.database.systemDb;
  if (options.files) services.storage = await openDiskStorage(options.files, db, services.keys);
  const http = await createHttp(services);
  const sessions = createSessionResolver(services);
  http.decorateRequest('session', function session() {
    return sessions.forRequest(this);
  });
  const feature = filesServer(http, services, {
    transition,
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
    mail: async () => undefined,
    text: async () => undefined,
    createOrganization: () => Promise.reject(new Error('No organizations are made here.')),
    isOwnPassword: async () => false,
    hasSignedInAgain: async () => false,
    personActor: async () => null,
    outside: outsideLinks(services),
    records: recordsPort,
    dictations: {
      admit: () => Promise.reject(new Error('Nothing is dictated here.')),
      take: () => Promise.reject(new Error('Nothing is dictated here.')),
    },
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

    fetchedRecords,
    connectedAccounts: {
      usable: () => Promise.resolve([]),
      ask: () => Promise.reject(new Error('No provider is asked here.')),
    },

    answerFileRequest: answerByLink({ transition }),
  });
  const jobs = createJobs(services, feature.events ?? [], feature.jobs ?? []);
  await jobs.start();
  await http.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  const world = new World(db, services.clock);

  return {
    ...platform,
    db,
    http,
    base,
    world,
    feature,
    async request<T = Record<string, unknown>>(
      who: Person | null,
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
      url: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<{ status: number; body: T; headers: Headers; bytes: Buffer }> {
      const response = await fetch(base + url, {
        method,
        headers: { ...who?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return {
        status: response.status,
        body: (isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined) as T,
        headers: response.headers,
        bytes,
      };
    },
    /** Until every event is handed over and every job is done. */
    async settle(): Promise<void> {
      do {
        await handOver(services, jobs);
        jobs.wake();
        await new Promise((resolve) => setImmediate(resolve));
      } while ((await jobs.due(db)).length > 0 || (await isWaiting(db)));
    },
    /** A review of an organization's own requester, in the state the files depend on. */
    async caseOf(
      requester: Person,
      more: { status?: ReviewStatus; bucket?: Bucket; expert?: number | null } = {},
    ): Promise<number> {
      const now = services.clock.now();
      const row = await db
        .insertInto('reviews')
        .values({
          kind: 'Case',
          status: more.status ?? 'draft',
          bucket: more.bucket ?? 'draft',
          ball: 'requester',
          organization_id: requester.organization_id ?? 0,
          requester_id: requester.user_id,
          subject: 'Ferrante v. Brightwater',
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (more.expert !== undefined) await world.assign(row.id, more.expert);
      return row.id;
    },
    async close(): Promise<void> {
      await http.close();
      await jobs.stop();
      await feature.close?.();
      await platform.close();
    },
  };
}

export type FilesApp = Awaited<ReturnType<typeof filesApp>>;

const b64 = (text: string): string => Buffer.from(text).toString('base64');

/** Begins an upload; answers the response and where it goes on. */
export async function begin(
  app: Pick<FilesApp, 'base'>,
  who: Person | null,
  file: { review_id: number; name: string; size: number; category?: string; visible?: boolean; as?: string },
): Promise<{ status: number; location: string; body: string }> {
  const metadata = [
    `review_id ${b64(String(file.review_id))}`,
    `filename ${b64(file.name)}`,
    ...(file.category === undefined ? [] : [`category ${b64(file.category)}`]),
    ...(file.as === undefined ? [] : [`as ${b64(file.as)}`]),
    ...(file.visible === undefined ? [] : [`visible ${b64(String(file.visible))}`]),
  ];
  const response = await fetch(`${app.base}/api/v1/uploads`, {
    method: 'POST',
    headers: {
      ...who?.headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(file.size),
      'upload-metadata': metadata.join(','),
    },
  });
  return { status: response.status, location: response.headers.get('location') ?? '', body: await response.text() };
}

/** Sends a piece from an offset. */
export async function send(
  app: Pick<FilesApp, 'base'>,
  who: Person,
  location: string,
  offset: number,
  piece: Uint8Array,
): Promise<{ status: number; offset: number; file_id: number; body: string }> {
  const response = await fetch(app.base + location, {
    method: 'PATCH',
    headers: {
      ...who.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(piece),
  });
  return {
    status: response.status,
    offset: Number(response.headers.get('upload-offset') ?? -1),
    file_id: Number(response.headers.get('peritus-file-id') ?? -1),
    body: await response.text(),
  };
}

/** Where an upload stands. */
export async function look(
  app: FilesApp,
  who: Person,
  location: string,
): Promise<{ status: number; offset: number; file_id: number }> {
  const response = await fetch(app.base + location, {
    method: 'HEAD',
    headers: { ...who.headers, 'tus-resumable': '1.0.0' },
  });
  return {
    status: response.status,
    offset: Number(response.headers.get('upload-offset') ?? -1),
    file_id: Number(response.headers.get('peritus-file-id') ?? -1),
  };
}

/** A whole upload in one piece; answers the file's id. */
export async function upload(
  app: FilesApp,
  who: Person,
  review_id: number,
  name: string,
  content: Buffer,
  more: { category?: string; visible?: boolean } = {},
): Promise<number> {
  const begun = await begin(app, who, { review_id, name, size: content.length, ...more });
  const sent = await send(app, who, begun.location, 0, content);
  if (sent.status !== 204) throw new Error(`The upload was not taken: ${begun.status} ${sent.status} ${sent.body}`);
  return sent.file_id;
}

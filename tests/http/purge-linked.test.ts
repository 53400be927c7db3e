import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpinionsView } from '../../src/features/opinions/contract.ts';
import type { Certificate } from '../../src/features/reviews/contract.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { verifyAudit } from '../../src/platform/audit-seal.ts';
import { placesOf } from '../harness/dump.ts';
import { setFlags } from '../harness/flags.ts';
import { FOCUSED, OpinionDriver } from '../harness/opinion-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast } from '../harness/peer-driver.ts';
import { CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { outsideApp, type OutsideApp, VISIT } from './outside-app.ts';

/*
 * Words nobody else has, planted wherever a peer review takes any: a dump of the database and the data folder are searched
 * for each of them after its purge, by hand while a second opinion lives on, and by the clock.
 */
const planted: string[] = [];
const mark = (place: string): string => {
  const word = `Zq${place}x`;
  planted.push(word);
  return word;
};
/** What the order says: a second opinion carries the same order. */
const ORDER = {
  facility: `${mark('facility')} General`,
  case_number: mark('casenumber'),
  provider_name: `Dr. ${mark('first')} ${mark('provider')}`,
  provider_statement: `I saw ${mark('instatement')} at noon.`,
  committee: `${mark('committee')} Committee`,
  questions: [`Was ${mark('question')} in time?`],
  charts: [
    {
      key: 'c_a',
      label: mark('chart'),
      mrn: mark('mrn'),
      encounters: [{ from: '2026-08-03', note: mark('encounter') }],
    },
  ],
};
const PARTIES = {
  conflict_parties: [
    { name: ORDER.provider_name, role: 'subject_provider', kind: 'person' },
    { name: `${mark('partyname')} Group`, role: 'group', kind: 'facility' },
  ],
};
const FILE = { name: `${mark('filename')}.pdf`, content: mark('bytes') };
/** These stay with the second opinion while it lives. */
const SHARED = [...planted];

let app: OutsideApp;
beforeAll(async () => {
  app = await outsideApp();
});
afterAll(() => app.close());

const PROVIDER = { name: `Dr. ${mark('linkname')}`, email: `${mark('linkmail')}@saltmarsh.example` };
const linked = async (d: OpinionDriver, purpose: string, more: Record<string, unknown>) =>
  d.must(d.cast.requester, 'POST', d.url(`/outside_links/${purpose}`), { ...PROVIDER, ...more });
const submit = async (token: string, text: string) => {
  const body = { token, visit: VISIT, text, signature_name: mark(`signed${planted.length}`) };
  expect((await app.request(null, 'POST', '/api/v1/outside/submit', body)).status).toBe(204);
  await app.settle();
};

async function upload(who: Person, reviewId: number, name: string, bytes: Uint8Array): Promise<void> {
  const told = Object.entries({ review_id: String(reviewId), filename: name, path: `${mark('path')}/${name}` })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const tus = { ...who.headers, 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${app.base}/api/v1/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': told },
  });
  const sent = await fetch(app.base + (begun.headers.get('location') ?? ''), {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
  expect(sent.status).toBe(204);
  await app.settle();
}

/** Whose bytes or names in the data folder hold one of these words. */
function inFolder(words: readonly string[]): string[] {
  return readdirSync(app.app.services.env.data_dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => words.some((word) => path.includes(word) || readFileSync(path).includes(word)));
}
const inDatabase = (words: readonly string[]) => placesOf(app.world.db, words);

async function words(d: OpinionDriver): Promise<void> {
  const { requester, expert, clinOps, matching, admin } = d.cast;
  // what people write on the way
  await d.must(admin, 'POST', d.url('/actions/hold'), { reason: mark('hold') });
  await d.must(admin, 'POST', d.url('/actions/resume'), {});
  const asked = await d.must<{ id: number }>(clinOps, 'POST', d.url('/file_requests'), {
    items: [{ label: mark('itemlabel'), note: mark('itemnote') }, { label: mark('seconditem') }],
    due_on: '2026-12-01',
    note: mark('requestnote'),
  });
  await linked(d, 'records', {
    name: mark('custodian'),
    email: `${mark('custodianmail')}@records.example`,
    file_request_id: asked.id,
    items: [{ item: 1, label: mark('custodianitem') }],
    days: 14,
  });
  await d.must(requester, 'POST', d.url(`/file_requests/${asked.id}/answers`), {
    items: [1, 2].map((item) => ({ item, not_available_because: mark(`notthere${item}`) })),
  });
  await app.settle();
  await linked(d, 'statement', { due_on: '2026-11-27' });
  await submit(await app.tokenOf(d.id, 'outside_statement'), mark('statement'));
  const raised = await app.request<{ data: { id: number }[] }>(clinOps, 'POST', d.url('/attention'), {
    reason: 'wrong_chart',
    note: mark('attention'),
  });
  expect([raised.status, raised.raw.body]).toEqual([201, raised.raw.body]);
  await d.must(admin, 'POST', d.url(`/attention/${raised.body.data[0]?.id}/resolve`), { note: mark('resolved') });
  await d.released();
  const [declines] = d.cast.others.slice(1);
  if (!declines) throw new Error('There is nobody to decline.');
  await d.must(matching, 'POST', d.url('/invitations'), {
    expert_profile_ids: [declines.profile_id],
  });
  await d.must(declines, 'POST', `/api/v1/invitations/review-${d.id}/decline`, {
    reason: 'conflict',
    note: mark('decline'),
  });
  await app.settle();
  await d.must(matching, 'POST', d.url('/invitations'), { expert_profile_ids: [expert.profile_id] });
  const accepted = await app.request(
    expert,
    'POST',
    `/api/v1/invitations/review-${d.id}/accept`,
    { answers: { ...CLEAN_ATTESTATION.answers, relation: true }, disclosure: mark('disclosure') },
    { 'idempotency-key': 'accepted-once' },
  );
  expect(accepted.status).toBeLessThan(300);
  const board = await d.must<{ invitations: { id: number; needs_decision: boolean }[] }>(
    matching,
    'GET',
    d.url('/matching'),
  );
  const open = board.invitations.find((one) => one.needs_decision);
  await d.must(matching, 'POST', d.url(`/invitations/${open?.id}/decision`), { decision: 'none' });
  await d.accepted();
  const { channels } = await d.must<{ channels: { channel_id: string; can_send: boolean }[] }>(
    requester,
    'POST',
    d.url('/chat/channels'),
    {},
  );
  const channel = channels.find((one) => one.can_send)?.channel_id;
  const said = await app.request(
    requester,
    'POST',
    `/api/v1/chat/channels/${channel}/messages`,
    { client_id: 'purge-linked-0001', body: mark('message') },
    { 'idempotency-key': 'said-once' },
  );
  expect(said.status).toBeLessThan(300);
  await d.reportStarted();
  const file = await app.world.db
    .selectFrom('files')
    .select('id')
    .where('review_id', '=', d.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  d.fileId = file.id;
  await d.written({ overall_care: 'appropriate' }, mark('report'));
  await d.signed();
  await d.checked();
  await d.must(clinOps, 'POST', d.url('/report/return'), {
    reason: mark('returned'),
    sections: [{ section: 'care', note: 'Which page?' }],
  });
  await d.reportStarted();
  await d.signed();
  await d.to('delivered');
  await d.must(requester, 'PUT', d.url('/ratings/medical_expert'), {
    scores: { knowledge: 5, preparation: 5, clarity: 4, responsiveness: 5, would_use_again: true },
    private_comment: mark('rating'),
  });
  await linked(d, 'response', { released: 'summary', summary: mark('summary'), days: 14 });
  await submit(await app.tokenOf(d.id, 'outside_response'), mark('response'));
  await d.must(requester, 'POST', d.url('/report/clarify'), { reason: mark('clarify') });
  await d.signed();
  await d.to('delivered');
}

async function closed(d: OpinionDriver): Promise<void> {
  await d.must(d.cast.requester, 'POST', d.url('/actions/acknowledge'), {});
  await app.settle();
  await d.must(d.cast.requester, 'POST', d.url('/actions/record_outcome'), { outcome: 'education' });
}

test('leaves no planted word, by hand beside a second opinion that lives on, then by the clock', async () => {
  const cast = await peerCast(app.world, PASSWORD_HASH);
  await setFlags(app, cast.organization_id, {
    flags: { data_purge_enabled: true, enable_needs_attention_peer_reviews: true },
    settings: { data_purge_delay_in_days: 60 },
  });
  const d = new OpinionDriver(inApp(app, cast));
  const begun = await app.request<{ review_id: number }>(
    cast.requester,
    'POST',
    '/api/v1/peer_reviews',
    { sections: d.kind.sections(await app.world.specialty(), { ...FOCUSED, ...ORDER, ...PARTIES }) },
    { 'idempotency-key': 'ordered-once' },
  );
  d.id = begun.body.review_id;
  await upload(cast.requester, d.id, FILE.name, Buffer.concat([app.pdf, Buffer.from(`\n% ${FILE.content}\n`)]));
  await app.world.db.updateTable('files').set({ chart_key: '*' }).where('review_id', '=', d.id).execute();
  const view = await app.request(
    cast.requester,
    'POST',
    '/api/v1/list_views',
    { list: 'PeerReview:open', name: mark('viewname'), search: { q: 'Zqproviderx' }, columns: null, shared: false },
    { 'idempotency-key': 'viewed-once' },
  );
  expect(view.status).toBe(201);
  await d.submitted();
  await words(d);
  const asked = await app.request<{ review_id: number }>(
    cast.requester,
    'POST',
    d.url('/opinions/second'),
    { reason: mark('whysecond') },
    { 'idempotency-key': 'asked-once' },
  );
  expect(asked.status).toBe(201);
  await app.settle();
  const other = await d.of(asked.body.review_id, cast.others[0] ?? cast.expert).taken();
  await other.judged({ overall_care: 'minor' }, mark('secondreport'));
  await closed(d);
  await app.settle();

  expect(planted.length).toBeGreaterThan(40);
  const before = await inDatabase(planted);
  const unplanted = planted.filter((word) => !before.some((place) => place.endsWith(`: ${word}`)));
  // what stands in bytes alone, and in PDFs, which are compressed
  expect(unplanted).toEqual([FILE.content]);

  await d.purge('The hospital asked for it in writing.');
  await app.settle();
  const certificate = () => d.must<Certificate>(cast.requester, 'GET', d.url('/certificate'));
  expect(await certificate()).toMatchObject({
    complete: true,
    stays: [{ review_id: other.id, number: `PR-${other.id}`, order: true, files: 1, until: null }],
  });
  const second = [...SHARED, 'Zqsecondreportx', 'Zqstatementx'];
  const gone = planted.filter((word) => !second.includes(word) && !/^Zq(signed|viewname)/.test(word));
  expect(await inDatabase(gone)).toEqual([]);
  // an answer kept for a repeated request goes, too, where its address names the review by a link alone
  const kept = await app.world.db.selectFrom('idempotency_keys').select('key').execute();
  expect(kept.map(({ key }) => key)).toEqual(['viewed-once']);
  // why it was asked is no longer read where it was asked for, nor where it led
  for (const of of [d, other])
    expect(
      (await of.must<OpinionsView>(cast.requester, 'GET', of.url('/opinions'))).members.map((one) => one.reason),
    ).toEqual(['', '']);
  // the second opinion is whole
  expect((await other.must<ReportView>(cast.requester, 'GET', other.url('/report'))).report?.status).toBe('delivered');
  const foreign = await app.world.consultant(await app.world.organization());
  expect((await app.request(foreign, 'GET', d.url('/certificate'))).status).toBe(404);
  expect((await app.request(cast.expert, 'GET', d.url('/certificate'))).status).toBe(403);

  await closed(other);
  await app.settle();
  const [{ until } = { until: null }] = (await certificate()).stays;
  expect(until).toBe(new Date(app.clock.now().getTime() + 60 * 86_400_000).toISOString());
  for (const days of [30, 23, 7]) {
    app.clock.advance({ days });
    await app.settle();
  }
  expect(await other.status()).toBe('purged');
  expect(await inDatabase(planted)).toEqual([]);
  expect(inFolder(planted)).toEqual([]);
  const stored = readdirSync(join(app.app.services.env.data_dir, 'files'), { recursive: true, withFileTypes: true });
  expect(stored.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual([]);
  // nor does a key open what a copy of the folder may still hold
  expect(await app.world.db.selectFrom('stored_objects').select('storage_key').execute()).toEqual([]);
  for (const of of [d, other])
    expect(await of.must<Certificate>(cast.requester, 'GET', of.url('/certificate'))).toMatchObject({
      complete: true,
      stays: [],
    });
  const { faults } = await verifyAudit(app.app.services.database.systemDb, app.app.services.keys, {
    now: app.clock.now(),
  });
  expect(faults).toEqual([]);
});

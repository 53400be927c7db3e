/*
 * A program of somebody else: it has an address, an API key and a webhook's secret, and knows of Peritus what the API's
 * document says. It imports nothing of the product. Whatever it sends and gets it holds against that document.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

const { BASE = '', KEY = '', HOOK_PORT = '', HOOK_SECRET = '' } = process.env;

interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Operation['responses'][string]> };
}
type Values = Record<string, unknown>;

const document = (await (await fetch(`${BASE}/api/openapi.json`)).json()) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'api' });
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }] as const),
  ),
);
const validators = new Map<string, ReturnType<typeof ajv.compile>>();
const held = { requests: 0, answers: 0 };

/** Throws unless a value is as a schema of the document says. */
function hold(value: unknown, schema: object, what: string): void {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
  validators.set(text, validate);
  if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`);
}

/** Throws unless something is so. */
function must(so: boolean, what: string): asserts so {
  if (!so) throw new Error(`Not so: ${what}`);
}

/** Calls an operation as the document describes it; answers status, body and headers. */
async function call<T = Values>(
  id: string,
  {
    params = {},
    query = {},
    body,
    headers = {},
  }: { params?: Values; query?: Record<string, string>; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: T; headers: Headers }> {
  const found = operations.get(id);
  if (!found) throw new Error(`The document has no ${id}.`);
  const { path, method, operation } = found;
  const asked = operation.requestBody?.content['application/json'];
  if (body !== undefined) {
    must(asked !== undefined, `${id} takes a body`);
    hold(body, asked.schema, `the request of ${id}`);
    held.requests += 1;
  }
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    BASE,
  );
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const answer = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const described = operation.responses[String(answer.status)];
  must(described !== undefined, `${id} says that it can answer ${answer.status}: ${await answer.clone().text()}`);
  const { content } = described.$ref
    ? (document.components.responses[described.$ref.split('/').at(-1) ?? ''] ?? {})
    : described;
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const schema = content?.[type]?.schema;
  const text = await answer.text();
  if (schema && type.includes('json')) hold(JSON.parse(text), schema, `the answer of ${id}, ${answer.status}`);
  else must(text === '' || !type.includes('json'), `${id} describes its ${type}`);
  held.answers += 1;
  must(/^"api_key";r=\d+;t=\d+$/.test(answer.headers.get('ratelimit') ?? ''), `${id} says what is left`);
  return {
    status: answer.status,
    body: (type.includes('json') ? JSON.parse(text) : text) as T,
    headers: answer.headers,
  };
}

/** The same where it has to succeed. */
async function done<T = Values>(id: string, how?: Parameters<typeof call>[1]): Promise<T> {
  const { status, body } = await call<T>(id, how);
  must(status < 300, `${id} is done: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Asks until it is so, and says each time that it waits. */
async function until<T>(ask: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    process.stdout.write('waiting\n');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A PDF of one empty page. */
function emptyPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
  ];
  let text = '%PDF-1.4\n';
  const at = objects.map((object, n) => {
    const start = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = at.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

/** Uploads a record by tus 1.0. */
async function upload(reviewId: number, name: string, content: Buffer): Promise<void> {
  const common = { authorization: `Bearer ${KEY}`, 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${BASE}/api/v1/uploads`, {
    method: 'POST',
    headers: {
      ...common,
      'upload-length': String(content.length),
      'upload-metadata': `review_id ${btoa(String(reviewId))},filename ${btoa(name)}`,
    },
  });
  must(begun.status === 201, `the upload begins: ${begun.status} ${await begun.text()}`);
  const sent = await fetch(new URL(begun.headers.get('location') ?? '', BASE), {
    method: 'PATCH',
    headers: { ...common, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(content),
  });
  must(sent.status === 204, `the upload arrives: ${sent.status} ${await sent.text()}`);
}

/* Its webhook: what is told, as far as it is signed. */
const told: { type: string; data: { review_id?: number } }[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString();
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers;
    const own = createHmac('sha256', Buffer.from(HOOK_SECRET.replace('whsec_', ''), 'base64'))
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest();
    const signed = String(signatures)
      .split(' ')
      .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'))
      .some((one) => one.length === own.length && timingSafeEqual(one, own));
    if (signed) told.push(JSON.parse(body) as (typeof told)[number]);
    response.writeHead(signed ? 204 : 401).end();
  });
});
await once(receiver.listen(Number(HOOK_PORT), '127.0.0.1'), 'listening');

const own = await done<{ organization_id: number; scopes: string[] }>('api_keys.own');
// every operation the document says this key opens can be told from those it does not
const opened = [...operations.values()].filter(({ operation }) =>
  operation.security?.some((way) => way['api_key']?.every((scope) => own.scopes.includes(scope))),
);
must(opened.length > 20, 'the key opens something');

const { data: specialties } = await done<{
  data: { id: number; sub_specialties?: { id: number }[] }[];
}>('specialties.list');
const specialty = specialties.find(({ sub_specialties = [] }) => sub_specialties.length > 0);
must(specialty !== undefined, 'there is a specialty');
await done('reviews.fields.cases');
const { headers } = await call('reviews.list_all');
const now = new Date(headers.get('x-server-time') ?? '');
const draft = {
  sections: {
    step_one: {
      claim_number: 'OUT-40213',
      claimant_first_name: 'Ana',
      claimant_last_name: 'Ferrante',
      claimant_dob: '1980-02-01',
      defendants: [{ name: 'Brightwater Regional' }],
      venue_state: 'IL',
      date_of_incident: '2026-03-14',
      claim_stage: 'pre_suit',
    },
    step_two: { specialty_id: specialty.id, sub_specialty_id: specialty.sub_specialties?.[0]?.id },
    step_three: {
      summary:
        'Fall from a ladder on March 9. Low back pain, urinary retention noted by triage, decompression of the spine on March 11.',
      issue_scope: ['standard_of_care', 'causation'],
      questions: ['Was decompression within 24 hours the standard of care?'],
    },
    step_four: {
      service: 'call_45',
      needed_by: new Date(now.getTime() + 16 * 86_400_000).toISOString().slice(0, 10),
      conflict_parties: [{ name: 'Ana Ferrante', role: 'claimant', kind: 'person' }],
      terms_accepted: true,
    },
  },
};
const again = { 'idempotency-key': randomUUID() };
const { review_id: id } = await done<{ review_id: number }>('reviews.create.cases', { body: draft, headers: again });
const repeated = await done<{ review_id: number }>('reviews.create.cases', { body: draft, headers: again });
must(repeated.review_id === id, 'the same request makes one draft');
const params = { id };

await upload(id, 'Chart.pdf', emptyPdf());
const { data: files } = await until(
  () => done<{ data: { id: number; status: string; pages: number }[] }>('files.list.cases', { params }),
  ({ data }) => data[0]?.status === 'ready',
);
must(files[0]?.pages === 1, 'the record was looked into');

const section = { id, section: 'step_one' };
const step = await done<{ version: number; data: Values }>('reviews.read_section.cases', { params: section });
const changed = { version: step.version, data: { ...step.data, claim_number: 'OUT-40214' } };
await done('reviews.save_section.cases', { params: section, body: changed });
const stale = await call<{ code: string }>('reviews.save_section.cases', { params: section, body: changed });
must(stale.status === 409 && stale.body.code === 'stale', 'an old version is refused');

const { quote, ready, steps } = await done<{
  quote: { total_cents: number } | null;
  ready: boolean;
  steps: { missing: { path: string; message: string }[] }[];
}>('reviews.quote.cases', { params });
must(ready, `the order is complete: ${JSON.stringify(steps.flatMap(({ missing }) => missing))}`);
await done('reviews.submit.cases', {
  params,
  body: { confirmed_total_cents: quote?.total_cents },
  headers: { 'idempotency-key': randomUUID() },
});
const review = await until(
  () => done<{ status: { key: string } }>('reviews.read.cases', { params }),
  ({ status }) => status.key === 'in_intake',
);
const { data: listed } = await done<{ data: { id: number }[] }>('reviews.list_all', { query: { bucket: 'active' } });
must(
  listed.some((row) => row.id === id),
  'it is in the list',
);
await done('reviews.timeline.cases', { params });

const { channels } = await done<{ channels: { channel_id: string }[] }>('conversations.open_channels.cases', {
  params,
});
const channel = { channel_id: channels[0]?.channel_id };
await done('conversations.send', {
  params: channel,
  body: { client_id: randomUUID(), body: 'The operative report follows tomorrow.' },
});
const { data: messages } = await done<{ data: { body: string }[] }>('conversations.messages', { params: channel });
must(
  messages.some(({ body }) => body.startsWith('The operative report')),
  'the message is there',
);

await until(
  () => Promise.resolve(told),
  (all) => all.some(({ type, data }) => type === 'review.ordered' && data.review_id === id),
);

/* What it may not: the document says so, and so does the server. */
must((await call('invoices.list')).status === 403, 'invoices are not for this key');
must(
  (await call('reviews.read.cases', { params: { id: 999_999_999 } })).status === 404,
  'what is not there is not found',
);
const act = operations.get('reviews.act.cases');
must(act?.operation.security?.some((way) => 'api_key' in way) !== true, 'no key opens what cancels');

receiver.close();
process.stdout.write(`${JSON.stringify({ id, status: review.status.key, ...held, opened: opened.length })}\n`);

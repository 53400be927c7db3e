import type { FastifyInstance } from 'fastify';
import { PROBLEMS } from '../core/errors.ts';
import type { ApiDocument } from './api-shape.ts';

/** The API's document at /api/openapi.json and a page to read it at /api/docs, drawn on the server without scripts. */
export function mountDocs(app: FastifyInstance): void {
  let page: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/json')
      .serializer((value: unknown) => JSON.stringify(value))
      .send(app.swagger()),
  );
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    // why: Swagger types every version of the document; ours is always OpenAPI 3
    page ??= docsPage(app.swagger() as unknown as ApiDocument);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(page);
  });
}

type Content = Record<
  string,
  { schema?: unknown; example?: unknown; examples?: Record<string, { $ref: string }> } | undefined
>;

/** What an example that stands among the components shows. */
function exampleBehind(document: ApiDocument, ref: string | undefined): unknown {
  const found = ref === undefined ? undefined : document.components['examples']?.[ref.split('/').at(-1) ?? ''];
  return typeof found === 'object' && found !== null && 'value' in found ? found.value : undefined;
}

/** By which keys an operation is opened. */
function scopesOf(security: readonly Record<string, unknown>[] = []): string {
  const key = security.find((way) => 'api_key' in way)?.['api_key'];
  if (!Array.isArray(key)) return '';
  return key.length === 0
    ? '<p>Opened by every API key.</p>'
    : `<p>Opened by API keys with <code>${key.join(', ')}</code>.</p>`;
}

/** A parameter of an operation, written out or by reference. */
const parameter = (value: { [key: string]: unknown }): string =>
  typeof value['$ref'] === 'string'
    ? `<code>${value['$ref'].split('/').at(-1)}</code> (header)`
    : `<code>${escape(String(value['name']))}</code> (${String(value['in'])})`;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function docsPage(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(operations, (o) => o.operation.tags?.[0] ?? 'other');
  const about = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  const json = (value: unknown): string =>
    escape(JSON.stringify(value, null, 2)).replaceAll(
      /"\$ref": "#\/components\/schemas\/(\w+)"/g,
      (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
    );
  const schema = (title: string, value: unknown): string =>
    value === undefined ? '' : `<details><summary>${title}</summary><pre>${json(value)}</pre></details>`;
  const shown = (part: Content['application/json']): unknown =>
    part?.example ?? exampleBehind(document, part?.examples?.['example']?.$ref);
  const content = (title: string, part: { content?: Content }) =>
    schema(title, part.content?.['application/json']?.schema) +
    schema(`${title}, an example`, shown(part.content?.['application/json']));
  const one = ({ path, method, operation }: (typeof operations)[number]): string => `
    <article id="${escape(operation.operationId ?? '')}">
      <h3><b>${method}</b> <code>${escape(path)}</code></h3>
      <p>${escape(operation.summary ?? '')}</p>
      ${scopesOf(operation.security)}
      ${operation.security?.length === 0 ? '<p>Open to anyone.</p>' : ''}
      ${operation.parameters?.length ? `<p>Parameters: ${operation.parameters.map(parameter).join(', ')}</p>` : ''}
      ${content('Body', operation.requestBody ?? {})}
      ${Object.entries(operation.responses)
        .map(([status, answer]) => content(`Answer ${status}`, answer))
        .join('')}
      <p>Problems: ${Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { description }]) => `${status} ${escape(String(description))}`)
        .join('; ')}</p>
    </article>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(document.info.title)} API</title><style>
:root{color-scheme:light dark;--surface:#fff;--sunken:#eef2f4;--line:#e2e8eb;--ink-1:#14222a;--ink-2:#475861;--primary:#0f4c5c}
@media(prefers-color-scheme:dark){:root{--surface:#141d21;--sunken:#202d32;--line:#26343a;--ink-1:#e6edf0;--ink-2:#a9b8c0;--primary:#7cc6d6}}
body{font:14px/21px system-ui,sans-serif;max-width:860px;margin:32px auto;padding:0 16px;background:var(--surface);color:var(--ink-1);overflow-wrap:anywhere}a{color:var(--primary);text-underline-offset:2px}
h1{font-size:21px}h2{font-size:16px;margin-top:32px;border-bottom:1px solid var(--line);padding-bottom:8px}h3{font-size:14px;font-weight:400;margin:24px 0 4px}summary{color:var(--ink-2);cursor:pointer}
p{margin:4px 0}pre{overflow:auto;background:var(--sunken);padding:12px;border-radius:6px;font-size:12px;line-height:16px}table{border-collapse:collapse}td{padding:4px 16px 4px 0;vertical-align:top;border-bottom:1px solid var(--line)}nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:12px}
</style></head><body><h1>${escape(document.info.title)} API</h1><p>${escape(document.info.description ?? '')} The document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${[...groups.keys()].map((g) => `<a href="#group-${g}">${g}</a>`).join('')}<a href="#schemas">schemas</a><a href="#problems">problems</a></nav>
${[...groups].map(([name, list]) => `<section id="group-${name}"><h2>${name}</h2><p>${escape(about.get(name) ?? '')}</p>${list.map(one).join('')}</section>`).join('')}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, value]) => `<article id="schema-${name}"><h3><code>${name}</code></h3><pre>${json(value)}</pre></article>`,
  )
  .join('')}
</section>
<section id="problems"><h2>Problems</h2><p>Refusals are <code>application/problem+json</code> (RFC 9457) with these codes.</p><table>
${Object.entries(PROBLEMS)
  .map(
    ([code, [status, text]]) =>
      `<tr id="problem-${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(text)}</td></tr>`,
  )
  .join('')}
</table></section></body></html>`;
}

import type { FastifyInstance } from 'fastify';
import { PROBLEMS } from '../core/errors.ts';

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
    page ??= docsPage(app.swagger() as unknown as OpenApi);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(page);
  });
}

interface OpenApi {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function docsPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = Map.groupBy(operations, (o) => o.operation.tags?.[0] ?? 'other');
  const schema = (title: string, value: unknown) =>
    value === undefined
      ? ''
      : `<details><summary>${title}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`;
  const one = ({ path, method, operation }: (typeof operations)[number]): string => `
    <article id="${escape(operation.operationId ?? '')}">
      <h3><b>${method}</b> <code>${escape(path)}</code></h3>
      <p>${escape(operation.summary ?? '')}</p>
      ${operation.parameters?.length ? `<p>Parameters: ${operation.parameters.map((p) => `<code>${escape(p.name)}</code> (${p.in})`).join(', ')}</p>` : ''}
      ${schema('Body', operation.requestBody?.content?.['application/json']?.schema)}
      ${Object.entries(operation.responses ?? {})
        .map(([status, r]) => schema(`Answer ${status}`, r.content?.['application/json']?.schema))
        .join('')}
    </article>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(document.info.title)} API</title><style>
:root{color-scheme:light dark;--surface:#fff;--sunken:#eef2f4;--line:#e2e8eb;--ink-1:#14222a;--ink-2:#475861;--primary:#0f4c5c}
@media(prefers-color-scheme:dark){:root{--surface:#141d21;--sunken:#202d32;--line:#26343a;--ink-1:#e6edf0;--ink-2:#a9b8c0;--primary:#7cc6d6}}
body{font:14px/21px system-ui,sans-serif;max-width:860px;margin:32px auto;padding:0 16px;background:var(--surface);color:var(--ink-1);overflow-wrap:anywhere}a{color:var(--primary);text-underline-offset:2px}
h1{font-size:21px}h2{font-size:16px;margin-top:32px;border-bottom:1px solid var(--line);padding-bottom:8px}h3{font-size:14px;font-weight:400;margin:24px 0 4px}summary{color:var(--ink-2);cursor:pointer}
p{margin:4px 0}pre{overflow:auto;background:var(--sunken);padding:12px;border-radius:6px;font-size:12px;line-height:16px}table{border-collapse:collapse}td{padding:4px 16px 4px 0;vertical-align:top;border-bottom:1px solid var(--line)}nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:12px}
</style></head><body><h1>${escape(document.info.title)} API</h1><p>${escape(document.info.description ?? '')} The document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${[...groups.keys()].map((g) => `<a href="#group-${g}">${g}</a>`).join('')}<a href="#problems">problems</a></nav>
${[...groups].map(([name, list]) => `<section id="group-${name}"><h2>${name}</h2>${list.map(one).join('')}</section>`).join('')}
<section id="problems"><h2>Problems</h2><p>Refusals are <code>application/problem+json</code> (RFC 9457) with these codes.</p><table>
${Object.entries(PROBLEMS)
  .map(
    ([code, [status, text]]) =>
      `<tr id="problem-${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(text)}</td></tr>`,
  )
  .join('')}
</table></section></body></html>`;
}

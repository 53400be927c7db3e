import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal, toProblem } from '../core/errors.ts';
import type { Services } from '../platform/services.ts';

export const WEB_ROOT = join(import.meta.dirname, '../../dist/web');
const NONCE = '__CSP_NONCE__';

/** The browser's pages: built assets, cached for good by their hashed names, and one document for every route. */
export async function mountPages(app: FastifyInstance, services: Services): Promise<void> {
  const isBuilt = existsSync(join(WEB_ROOT, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: join(WEB_ROOT, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
      preCompressed: false,
    });
  }
  const document = isBuilt ? readFileSync(join(WEB_ROOT, 'index.html'), 'utf8') : null;
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (wantsPage && document) return sendDocument(reply, document, services);
    return reply
      .status(404)
      .header('content-type', 'application/problem+json')
      .serializer((value: unknown) => JSON.stringify(value))
      .send(toProblem(new Refusal('not_found'), request.id));
  });
}

function sendDocument(reply: FastifyReply, document: string, services: Services): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const settings = JSON.stringify({
    privacy_url: services.env.PRIVACY_URL,
    terms_url: services.env.TERMS_URL,
  }).replaceAll('<', '\\u003c');
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'", // positions of menus and progress bars; no rules can be added this way
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(document.replaceAll(NONCE, nonce).replace('__SETTINGS__', settings));
}

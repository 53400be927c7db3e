import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerAhead, ChoiceAhead } from '../core/answers-ahead.ts';
import { Refusal, toProblem } from '../core/errors.ts';
import { type Kind, kindOf, KINDS } from '../core/kinds.ts';
import type { Services } from '../platform/services.ts';
import { ACCOUNT_PATHS } from '../features/accounts/contract/paths.ts';
import { visitEndpoints } from '../features/examinees/contract.ts';
import { announcementEndpoints } from '../features/notifications/contract.ts';
import type { ReviewDetail } from '../features/reviews/contract.ts';
import { choiceAhead, reviewAddress } from './choices.ts';
import { type Ahead, aheadOf, picturesOf } from './load-ahead.ts';
import { reviewPictureOf, reviewWords } from './review-words.ts';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

const WEB_ROOT = join(import.meta.dirname, '../../dist/web');
const NONCE = '__CSP_NONCE__';
const SESSION = '__SESSION__';
const REGISTRATION = '__REGISTRATION__';
const ANSWERS = '"__ANSWERS__"';
const NOW = '__NOW__';
/** What every page behind sign-in begins with: asked with the document, it saves a slow network two rounds. */
const ASKED = {
  current_user: ACCOUNT_PATHS.currentUser.path,
  announcements: announcementEndpoints.current.path,
} satisfies Partial<Record<AnswerAhead, string>>;
/** The review whose own page a path is; undefined for every other page. */
function reviewAt(path: string): { kind: Kind; id: number } | undefined {
  const [, slug = '', id = ''] = /^\/([a-z-]+)\/(\d{1,15})$/.exec(path) ?? [];
  const kind = kindOf(slug);
  return kind && KINDS[kind].slug === slug ? { kind, id: Number(id) } : undefined;
}
/** A document waits no longer for them: the page asks itself where they did not come along. */
const ANSWERS_WITHIN_MS = 400;
/** What programs ask for by custom and is not here: a file at the top (`/sitemap.xml`), what stands under `/.well-known/` (RFC 8615). */
const NO_PAGE = /^\/(?:\.well-known\/|[^/]+\.[a-z0-9]{2,5}$)/;
/** The API is no page; what must not be kept says so itself, which only a robot that may read it hears. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n';

/** The browser's pages: built assets, cached for good by their hashed names, and one document for every route. `demo`: the demo world is here; `methodsAt`: what an address of the API takes. */
export async function mountPages(
  app: FastifyInstance,
  services: {
    clock: Pick<Services['clock'], 'now'>;
    env: Pick<
      Services['env'],
      'PRIVACY_URL' | 'TERMS_URL' | 'SENTRY_DSN' | 'SESSION_IDLE_MINUTES' | 'MAX_UPLOAD_BYTES'
    >;
  },
  {
    root = WEB_ROOT,
    demo = false,
    methodsAt = () => [],
    nonce = newNonce,
  }: {
    root?: string;
    demo?: boolean;
    methodsAt?: (url: string) => readonly string[];
    nonce?: () => string;
  } = {},
): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'));
  if (isBuilt) {
    await app.register(async (assets) => {
      // what is built lies in one folder by plain names: no other path is looked up, and none is an error
      assets.addHook('onRequest', async (request, reply) => {
        if (!/^\/assets\/[\w.~-]+(\?.*)?$/.test(request.url)) return reply.callNotFound();
      });
      assets.addHook('onSend', async (request, reply) => {
        if (reply.statusCode >= 300 || !/\.m?js$/.test(request.url.split('?')[0] ?? '')) return;
        reply.type('text/javascript; charset=utf-8');
        // a worker is bound by the policy of its own answer, not by its page's
        reply.header('content-security-policy', policy());
      });
      await assets.register(fastifyStatic, {
        root: join(root, 'assets'),
        // its own route lists the whole folder for each file asked for; names are plain here, and are looked up alone
        serve: false,
        immutable: true,
        maxAge: '365d',
        preCompressed: true,
      });
      assets.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, (request, reply) =>
        reply.sendFile(request.params.file),
      );
    });
  }
  const document = isBuilt ? readFileSync(join(root, 'index.html'), 'utf8') : null;
  const ahead = isBuilt ? aheadOf(root) : null;
  const pictures = isBuilt ? picturesOf(root) : null;
  const settings = JSON.stringify({
    privacy_url: services.env.PRIVACY_URL,
    terms_url: services.env.TERMS_URL,
    session_idle_minutes: services.env.SESSION_IDLE_MINUTES,
    max_upload_bytes: services.env.MAX_UPLOAD_BYTES,
    error_reports: services.env.SENTRY_DSN !== undefined,
    demo,
    session: SESSION,
    registration: REGISTRATION,
    answers: '__ANSWERS__',
    now: NOW,
  }).replaceAll('<', '\\u003c');
  const page = document?.replace('__SETTINGS__', () => settings) ?? null;
  const { sign_in, frame } = pictures ?? {};
  const documents = page && {
    plain: page,
    sign_in: sign_in
      ? pictured(page, { ...sign_in, body: demo ? sign_in.demo_body : sign_in.body }, services.env)
      : page,
    framed: frame ? pictured(page, frame, services.env) : page,
    framed_work: frame ? pictured(page, { ...frame, body: frame.work_body }, services.env) : page,
    reviews: new Map(
      Object.entries(frame?.reviews ?? {}).map(([move, body]) => [
        move,
        pictured(page, { ...(frame ?? { head: '' }), body }, services.env),
      ]),
    ),
  };
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(ROBOTS),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/') &&
      !NO_PAGE.test(path);
    if (
      /^\/(records-upload|provider-statement|exam-visit|report-delivery|public-report|report-verification|[a-z-]+-invite)\//.test(
        request.url,
      )
    ) {
      // these addresses open something: no search engine keeps them
      void reply.header('x-robots-tag', 'noindex, nofollow, noarchive');
    }
    if (wantsPage && documents && ahead) {
      // without the cookie nobody is signed in, and the page need not ask
      const holds = (name: string): 'maybe' | 'none' =>
        new RegExp(`(?:^|[ ;])(?:__Host-)?peritus_${name}=`).test(request.headers.cookie ?? '') ? 'maybe' : 'none';
      const session = holds('session');
      const stands = ahead(path);
      const isInside = session === 'maybe' && path !== '/' && path !== '/login' && !stands.bare;
      const { answers, modules } =
        isInside && request.method === 'GET' ? await beginningOf(app, request, path) : NOTHING;
      const files = modules.length > 0 ? ahead(path, modules) : stands;
      const review = answers.review as ReviewDetail | undefined;
      const told = review && documents.reviews.get(reviewPictureOf(review.what_now));
      const framed = told ?? (files.work ? documents.framed_work : documents.framed);
      const drawn = path === '/login' ? documents.sign_in : isInside ? framed : documents.plain;
      return sendDocument(request, reply, drawn, files, {
        nonce: nonce(),
        styled: told !== undefined,
        words: {
          [SESSION]: session,
          [REGISTRATION]: holds('registration'),
          [ANSWERS]: JSON.stringify(answers).replaceAll('<', '\\u003c'),
          [NOW]: services.clock.now().toISOString(),
          ...(told ? asText(reviewWords(review)) : {}),
        },
      });
    }
    // outside of the API every address is something to read
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const methods = request.url.startsWith('/api/') ? methodsAt(request.url) : reads ? [] : ['GET', 'HEAD'];
    const refusal = new Refusal(methods.length > 0 ? 'method_not_allowed' : 'not_found');
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    return reply
      .status(refusal.status)
      .header('content-type', 'application/problem+json')
      .serializer((value: unknown) => JSON.stringify(value))
      .send(toProblem(refusal, request.id));
  });
}

/** What comes with a document: answers by name, and modules of the pages whose need is known by them. */
interface Beginning {
  answers: Partial<Record<AnswerAhead, unknown>>;
  modules: readonly string[];
}
const NOTHING: Beginning = { answers: {}, modules: [] };

/** What the API answers the session a document is asked for with: what it does not refuse, and does not take too long for. */
async function beginningOf(app: FastifyInstance, request: FastifyRequest, path: string): Promise<Beginning> {
  const { cookie, host, 'user-agent': agent } = request.headers;
  const ask = async (url: string): Promise<unknown> => {
    const answer = await app.inject({
      method: 'GET',
      url,
      headers: { cookie, host, 'user-agent': agent },
      remoteAddress: request.ip,
    });
    return answer.statusCode === 200 ? answer.json() : undefined;
  };
  const come: Beginning = { answers: {}, modules: [] };
  const askReview = async (at: { kind: Kind; id: number }): Promise<void> => {
    const review = (await ask(reviewAddress(at.kind, at.id))) as ReviewDetail | undefined;
    come.answers.review = review;
    const ahead = review && choiceAhead(review);
    if (!ahead) return;
    come.modules = ahead.modules;
    const answer = await ask(ahead.url);
    if (answer !== undefined) come.answers.choice = { question: ahead.question, answer } satisfies ChoiceAhead;
  };
  const review = reviewAt(path);
  const given = new AbortController();
  const all = Promise.allSettled([
    ...Object.entries(ASKED).map(async ([name, url]) => {
      come.answers[name as keyof typeof ASKED] = await ask(url);
    }),
    ...(review ? [askReview(review)] : []),
  ]);
  await Promise.race([all, after(ANSWERS_WITHIN_MS, given.signal)]).finally(() => given.abort());
  // what comes later is the page's own to ask
  return { answers: { ...come.answers }, modules: come.modules };
}

/** Nothing, after some time. */
const after = async (ms: number, signal: AbortSignal): Promise<null> => delay(ms, null, { signal });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const asText = (words: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([place, text]) => [place, escaped(text)]));

/** A page with its picture in place; nobody works in it before the scripts took it over. */
function pictured(
  document: string,
  { head, body, foot }: { head: string; body: string; foot?: string },
  env: Pick<Services['env'], 'PRIVACY_URL' | 'TERMS_URL'>,
): string {
  const drawn = body
    .replaceAll('__PRIVACY_URL__', () => escaped(env.PRIVACY_URL))
    .replaceAll('__TERMS_URL__', () => escaped(env.TERMS_URL));
  return document
    .replace('<title>', () => `<script nonce="${NONCE}">${head}</script><title>`)
    .replace('<div id="root"></div>', () => `<div id="root" inert>${drawn}</div>`)
    .replace('</body>', () => (foot === undefined ? '</body>' : `<script nonce="${NONCE}">${foot}</script></body>`));
}

/** What marks a document's scripts and styles as ours: nobody can know it before. */
const newNonce = (): string => randomBytes(16).toString('base64');

/** What a page, and each worker it starts, may load and run. */
function policy(nonce?: string): string {
  const ours = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src ${ours} 'wasm-unsafe-eval'`,
    `style-src ${ours}`,
    "style-src-attr 'unsafe-inline'", // positions of menus and progress bars; no rules can be added this way
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:", // a recording is heard before it is sent
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/**
 * Text becomes markup through the sanitizer only, a script's address is one of our own files (`web/hardening.ts`); in
 * browsers that know it. Workers have no markup.
 */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default dompurify";

/** What no page of ours uses: neither it nor anything that got into it may ask for these. */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  // an examiner dictates a report here
  .concat('microphone=(self)')
  .join(', ');

/**
 * What a page that stands alone begins with is asked for while its scripts are on their way: by the document's own script, as robots and previews that
 * look at a document run none, and would count as an opening. The page takes the answer (`visit-page.tsx`).
 */
const OPENING = `window.opening=fetch(${JSON.stringify(visitEndpoints.open.path)},{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({token:location.pathname.split("/")[2]||""})});opening.catch(()=>{})`;

/** How documents travel: with what they bring along they are 40 kB otherwise, which a slow network feels. */
const PACK = {
  br: (html: string): Promise<Buffer> => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (html: string): Promise<Buffer> => gzip(html, { level: 5 }),
};
const ENCODINGS = Object.keys(PACK) as (keyof typeof PACK)[];

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: string,
  { fonts, styles, modules, second, bare }: Ahead,
  // `styled`: the picture is of the page itself, and is painted with its style sheets; `words`: what stands at each place
  { nonce, styled, words }: { nonce: string; styled: boolean; words: Readonly<Record<string, string>> },
): Promise<FastifyReply> {
  const style = (file: string, how = '') => `<link rel="preload" as="style" crossorigin${how} href="/${file}">`;
  const module = (file: string, how = '') =>
    `<link rel="modulepreload" crossorigin${how} href="/${file}" nonce="${nonce}">`;
  const later = ' fetchpriority="low"';
  const links = [
    ...(bare ? [`<script nonce="${nonce}">${OPENING}</script>`] : []),
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
    ...styles.map((file) => (styled ? `<link rel="stylesheet" crossorigin href="/${file}">` : style(file))),
    ...modules.map((file) => module(file)),
    ...second.styles.map((file) => style(file, later)),
    ...second.modules.map((file) => module(file, later)),
  ];
  const written: Readonly<Record<string, string>> = {
    ...words,
    [NONCE]: nonce,
    '</head>': `${links.join('')}</head>`,
  };
  // in one go: what is written at a place is never taken for another
  const html = document.replaceAll(new RegExp(Object.keys(written).join('|'), 'g'), (place) => written[place] ?? '');
  const encoding = ENCODINGS.find((one) =>
    new RegExp(`\\b${one}\\b(?!;\\s*q=0(\\.0*)?\\s*(,|$))`).test(request.headers['accept-encoding'] ?? ''),
  );
  if (encoding) void reply.header('content-encoding', encoding);
  return reply
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('cache-control', 'no-store')
    .header('content-security-policy', `${policy(nonce)}; ${TRUSTED_TYPES}`)
    .header('permissions-policy', PERMISSIONS)
    .send(encoding ? await PACK[encoding](html) : html);
}

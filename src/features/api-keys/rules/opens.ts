import type { ApiScope } from './scopes.ts';

/** Uploads, which are no endpoint of a contract: their routes have this name. */
export const UPLOADS = 'files.upload';

/**
 * Which operations a scope opens, by their ids. Whatever stands nowhere here no key opens: signing, attesting, passwords,
 * sessions, keys, webhooks, roles, moving money, acting as somebody else. One more is written here, or is refused.
 */
const OPENS: Readonly<Record<ApiScope, readonly string[]>> = {
  'reviews:read': [
    'reviews.list',
    'reviews.list_all',
    'reviews.count',
    'reviews.count_all',
    'reviews.export',
    'reviews.export_all',
    'reviews.read',
    'reviews.read_section',
    'reviews.timeline',
    'reviews.quote',
    'reviews.fields',
    'reviews.duplicates',
    'matching.candidates',
    'scheduling.read',
    'specialties.list',
    'license_types.list',
    'credentials.list',
    'peer_review_types.list',
  ],
  'reviews:order': ['reviews.create', 'reviews.save_section', 'reviews.submit'],
  'files:read': ['files.list', 'files.read', 'files.content', 'file_requests.list'],
  'files:write': [UPLOADS, 'files.update', 'files.assign_charts', 'files.remove', 'file_requests.answer'],
  'reports:read': ['reports.read', 'reports.pdf'],
  'conversations:read': [
    'conversations.channels',
    'conversations.channel',
    'conversations.unread',
    'conversations.messages',
  ],
  'conversations:write': ['conversations.open_channels', 'conversations.send', 'conversations.read'],
  'invoices:read': [
    'invoices.list',
    'invoices.export',
    'invoices.read',
    'invoices.pdf',
    'invoices.ledes',
    'invoices.statement',
    'invoices.statement_pdf',
    'ledger.charges',
    'spend.read',
    'spend.export',
  ],
  'people:read': ['accounts.people', 'accounts.person', 'organizations.read'],
};

/** Every key opens it: what it is itself. */
export const ANY_KEY = 'api_keys.own';

/**
 * Done in the person's own name and by nobody as them, and yet a key's: its maker said so, shown anew who they are, when
 * they made it for just that.
 */
export const IN_OWN_NAME: readonly string[] = ['reviews.submit', 'conversations.send'];

const SCOPES: ReadonlyMap<string, ApiScope> = new Map(
  Object.entries(OPENS).flatMap(([scope, ids]) => ids.map((id) => [id, scope as ApiScope])),
);

/** Which scope opens an operation; null: none, no key ever. */
export const scopeOf = (operation: string): ApiScope | null => SCOPES.get(operation) ?? null;

/** Every operation some key opens. */
export const OPENED: readonly string[] = [ANY_KEY, ...SCOPES.keys()];

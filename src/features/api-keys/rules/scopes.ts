/** What a key can be made for, as people read it. */
export const API_SCOPES = {
  'reviews:read': 'Read reviews, their lists, prices and dates',
  'reviews:order': 'Order reviews, at the price that was shown',
  'files:read': 'Read the records of reviews',
  'files:write': 'Add, name and remove records',
  'reports:read': 'Read delivered reports',
  'conversations:read': 'Read conversations',
  'conversations:write': 'Write in conversations, in your name',
  'invoices:read': 'Read invoices, statements and spend',
  'people:read': 'Read who belongs to the organization',
} as const;
export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as ApiScope[];

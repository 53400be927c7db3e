import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Keyring } from '../crypto.ts';
import type { DB } from '../db/types.ts';

/**
 * What opens something: a link's token, a code. A message keeps it apart, encrypted; where it belongs stand two
 * characters of Unicode's private use area, so that code which shows halves of a code finds two halves.
 */
export interface Opener {
  value: string;
  /** What it opens: "reset_password:12". When that is used, replaced or withdrawn, `forgetOpeners` takes the same. */
  of: string;
  until: Date;
}

const FIRST = '\uE000';
const SECOND = '\uE001';
const PLACE = `${FIRST}${SECOND}`;
const DOTS = '•••';

const shape = <V extends z.ZodType<string>>(value: V) =>
  z.object({ value, of: z.string().regex(/^[a-z_]+:\d+$/), until: z.date() });

/** An opener in a template's data. What the template sees of it is its place alone, so that no letter can hold it. */
export const openerOf = <V extends z.ZodType<string>>(value: V) =>
  shape(value).transform(({ of, until }) => ({ value: PLACE, of, until }));

const carried = z.object({ opener: shape(z.string()) });

/** The opener in a message's data, if it has one. */
export const openerIn = (data: unknown): Opener | null => carried.safeParse(data).data?.opener ?? null;

/** The columns that hold an opener, for a message of a template. */
export const sealed = (keys: Keyring, template: string, opener: Opener | null) => ({
  opener: opener && keys.encrypt(opener.value, `opener:${template}:${opener.of}`),
  opener_purpose: opener && template,
  opener_of: opener && opener.of,
  opener_until: opener && opener.until,
});

interface Sealed {
  opener: Buffer | null;
  opener_purpose: string | null;
  opener_of: string | null;
  opener_until: Date | null;
}

/** The opener of a stored message while it is there and good, else null. */
export function unsealed(keys: Keyring, row: Sealed, now: Date): string | null {
  if (row.opener === null || row.opener_until === null || row.opener_until <= now) return null;
  return keys.decrypt(row.opener, `opener:${row.opener_purpose}:${row.opener_of}`).toString();
}

/** Whether a text has a place for an opener. */
export const hasPlace = (text: string): boolean => text.includes(FIRST) || text.includes(SECOND);

/** A text with the opener in its place; dots where it is not to be seen (null). */
export function filled(text: string, value: string | null): string {
  const half = value === null ? 0 : Math.ceil(value.length / 2);
  return text
    .replaceAll(FIRST, () => value?.slice(0, half) ?? DOTS)
    .replaceAll(SECOND, () => value?.slice(half) ?? DOTS);
}

/** The body of a text message, with the place of what it carries. */
export const withPlace = (body: (value: string) => string): string => body(PLACE);

/** What opened something was used, replaced or withdrawn: no stored mail or text holds it any more. */
export async function forgetOpeners(db: Kysely<DB>, of: readonly string[]): Promise<void> {
  if (of.length === 0) return;
  for (const table of ['mails', 'texts'] as const)
    await db
      .updateTable(table)
      .set({ opener: null })
      .where('opener', 'is not', null)
      .where('opener_of', 'in', of)
      .execute();
}

/** Openers whose time is over go from a table of messages. Answers how many did. */
export async function forgetOverdue(db: Kysely<DB>, table: 'mails' | 'texts', now: Date): Promise<number> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set opener = null
    where opener is not null and opener_until <= ${now}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

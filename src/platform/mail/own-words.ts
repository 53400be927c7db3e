import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../db/types.ts';
import type { RenderedMail } from './layout.ts';
import type { writeMail } from './template.ts';
import { valuesOf, variantOf, worded } from './wording.ts';

/** The version of a template's case that holds: what staff wrote last of it; absent where they never did. */
export const latestWording = (db: Kysely<DB>, template: string, variant: string) =>
  db
    .selectFrom('mail_wordings')
    .select(['version', 'subject', 'body'])
    .where('template', '=', template)
    .where('variant', '=', variant)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What staff wrote last of each case of a template, as a column: JSON of `Wording`s, null where they never did. */
export const wordingsOf = (template: string): RawBuilder<Wording[] | null> => sql<Wording[] | null>`(
  select json_agg(w) from (select distinct on (variant) variant, subject, body from mail_wordings
    where template = ${template} order by variant, version desc) w)`;

/** A case as staff word it; without words it is as shipped again. */
export interface Wording {
  variant: string;
  subject: string | null;
  body: string | null;
}

/** A letter as staff word it (`wordingsOf`), else as it is shipped. */
export function inOwnWords(
  wordings: readonly Wording[] | null,
  { letter, template, data, say }: ReturnType<typeof writeMail>,
): RenderedMail {
  const variant = variantOf(template, data);
  const own = wordings?.find((wording) => wording.variant === variant);
  if (!own || own.subject === null || own.body === null) return letter;
  return worded(letter, { subject: own.subject, body: own.body }, valuesOf(template, data, say));
}

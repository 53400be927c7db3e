import type { Kysely } from 'kysely';
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

/** A letter as staff word it at this moment, else as it is shipped. */
export async function inOwnWords(
  db: Kysely<DB>,
  name: string,
  { letter, template, data, say }: ReturnType<typeof writeMail>,
): Promise<RenderedMail> {
  const own = await latestWording(db, name, variantOf(template, data));
  if (!own || own.subject === null || own.body === null) return letter;
  return worded(letter, { subject: own.subject, body: own.body }, valuesOf(template, data, say));
}

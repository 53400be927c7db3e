import type { Kysely } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { ExamineeView } from '../contract.ts';
import { FALLBACK, isChecked, LANGUAGE_TABLE, languageOf, versionsOf } from '../rules.ts';

const checks = (db: Kysely<DB>) =>
  db
    .selectFrom('examinee_text_checks as k')
    .innerJoin('users as u', 'u.id', 'k.recorded_by')
    .selectAll('k')
    .select(fullNameOf('u').as('recorder'))
    .execute();

/** The languages whose every text somebody has checked as it is now, by their codes. */
export async function checkedLanguages(db: Kysely<DB>): Promise<ReadonlySet<string>> {
  const seen = new Map((await checks(db)).map(({ language, versions }) => [language, versions]));
  return new Set(
    Object.entries(LANGUAGE_TABLE).flatMap(([code, one]) => (isChecked(one, seen.get(code)) ? [code] : [])),
  );
}

/** Who checked the texts of a language, as staff entered it; one that changed since counts as not checked. */
export async function textCheck(db: Kysely<DB>, code: string): Promise<NonNullable<ExamineeView['text_check']>> {
  const row = (await checks(db)).find(({ language }) => language === code);
  const holds = row !== undefined && isChecked(languageOf(code), row.versions);
  return {
    code,
    reviewed_by: holds ? row.reviewed_by : null,
    recorded_by: holds ? row.recorder : '',
    recorded_at: holds ? row.recorded_at.toISOString() : null,
  };
}

/** Records who checked the texts of a language, or that nobody did. Refuses `not_found` for one there are no texts in. */
export async function recordCheck(
  tx: Tx<Actor>,
  { language, reviewed_by }: { language: string; reviewed_by: string },
): Promise<void> {
  if (language === FALLBACK || !Object.hasOwn(LANGUAGE_TABLE, language)) throw new Refusal('not_found');
  // it decides what goes out to every examinee of the language
  await refuseWithoutFreshProof(tx);
  const before = (await checks(tx.system)).find((one) => one.language === language);
  if (reviewed_by === '') await tx.system.deleteFrom('examinee_text_checks').where('language', '=', language).execute();
  else {
    const now = {
      reviewed_by,
      versions: json(versionsOf(languageOf(language))),
      recorded_by: tx.actor.user_id,
      recorded_at: tx.now,
    };
    await tx.system
      .insertInto('examinee_text_checks')
      .values({ ...now, language })
      .onConflict((oc) => oc.column('language').doUpdateSet(now))
      .execute();
  }
  await tx.audit({
    action: 'examinee.texts_checked',
    subject: `examinee_texts:${language}`,
    detail: { old: before?.reviewed_by ?? null, new: reviewed_by === '' ? null : reviewed_by },
  });
}

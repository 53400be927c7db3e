import { sql } from 'kysely';
import { isRequesterSide } from '../../../core/actor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { BUILT_KINDS, type Kind, KINDS } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { formOf as orderForm } from '../../reviews/rules.ts';
import type { reportEndpoints } from '../contract.ts';

/** The kinds an actor works with: those switched on in its organizations; experts and staff meet all of them. */
async function kindsOf({ actor, executor }: ActorDb): Promise<Kind[]> {
  if (!isRequesterSide(actor.kind)) return [...BUILT_KINDS];
  const { rows } = await sql<{ kind: Kind }>`
    select k.kind from json_to_recordset(${JSON.stringify(
      BUILT_KINDS.map((kind) => ({ kind, flag: KINDS[kind].enabled_flag })),
    )}) as k (kind text, flag text)
    where exists (select 1 from unnest(${actor.organization_ids}::bigint[]) o (id) where organization_flag(o.id, k.flag))`.execute(
    executor,
  );
  return BUILT_KINDS.filter((kind) => rows.some((row) => row.kind === kind));
}

/** A report form by what names it; refuses `not_found` for what is unknown, or of a kind the reader's organization does not use. */
export async function formOf(
  db: ActorDb,
  asked: In<typeof reportEndpoints.form, 'query'>,
): Promise<Out<typeof reportEndpoints.form>> {
  const { peer_review_type_id: typeId, report_form_id: formId } = asked;
  const typed = BUILT_KINDS.find((kind) => orderForm(kind).types.some(({ id }) => id === typeId));
  const type = typed && orderForm(typed).types.find(({ id }) => id === typeId);
  if (typeId !== undefined && !type) throw new Refusal('not_found');
  const kinds = await kindsOf(db);
  const kind = asked.kind === undefined ? kinds[0] : kinds.find((one) => one === asked.kind);
  if (kind === undefined) throw new Refusal('not_found');
  let forms = db
    .selectFrom('report_forms')
    .selectAll('report_forms')
    .where('report_forms.kind', 'in', kinds)
    .orderBy('report_forms.version', 'desc')
    .limit(1);
  if (formId === undefined && !type)
    forms = forms.where('report_forms.kind', '=', kind).where('report_forms.is_default', '=', true);
  else if (formId !== undefined && /^\d{1,15}$/.test(formId))
    forms = forms.where('report_forms.id', '=', Number(formId));
  else forms = forms.where('report_forms.key', '=', formId ?? type?.form ?? '');
  const form = await forms.executeTakeFirst();
  if (!form || (type && form.kind !== typed)) throw new Refusal('not_found');
  return {
    id: form.id,
    kind: form.kind,
    key: form.key,
    version: form.version,
    name: form.name,
    is_default: form.is_default,
    definition: form.definition,
    type: type ? { id: type.id, label: type.label } : null,
    kinds,
    types: kinds.flatMap((one) => orderForm(one).types.map(({ id, label }) => ({ id, label }))),
  };
}

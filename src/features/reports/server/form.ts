import { sql } from 'kysely';
import { isRequesterSide } from '../../../core/actor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { KIND_NAMES, type Kind, KINDS } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { formNamed, formOf as orderForm, SHIPPED_BELOW } from '../../reviews/rules.ts';
import type { reportEndpoints } from '../contract.ts';

/** The kinds an actor works with: those switched on in its organizations; experts and staff meet all of them. */
async function kindsOf({ actor, executor }: ActorDb): Promise<Kind[]> {
  if (!isRequesterSide(actor.kind)) return [...KIND_NAMES];
  const { rows } = await sql<{ kind: Kind }>`
    select k.kind from json_to_recordset(${JSON.stringify(
      KIND_NAMES.map((kind) => ({ kind, flag: KINDS[kind].enabled_flag })),
    )}) as k (kind text, flag text)
    where exists (select 1 from unnest(${actor.organization_ids}::bigint[]) o (id) where organization_flag(o.id, k.flag))`.execute(
    executor,
  );
  return KIND_NAMES.filter((kind) => rows.some((row) => row.kind === kind));
}

/** A type by its number: one that comes with the product, or an organization's own that the reader sees. */
async function typeNumbered(db: ActorDb, id: number | undefined) {
  if (id === undefined) return undefined;
  for (const kind of KIND_NAMES) {
    const type = orderForm(kind).types.find((one) => one.id === id);
    if (type) return { ...type, kind };
  }
  const own = await db
    .selectFrom('peer_review_types')
    .select(['peer_review_types.id', 'peer_review_types.name as label', 'form_key', 'form_version'])
    .where('peer_review_types.id', '=', id)
    .executeTakeFirst();
  const kind = KIND_NAMES.find((one) => orderForm(one).types.length > 0);
  if (!own || kind === undefined) return undefined;
  return { ...own, kind, form: own.form_version === null ? own.form_key : `${own.form_key}@${own.form_version}` };
}

/** A report form by what names it; refuses `not_found` for what is unknown, or of a kind the reader's organization does not use. */
export async function formOf(
  db: ActorDb,
  asked: In<typeof reportEndpoints.form, 'query'>,
): Promise<Out<typeof reportEndpoints.form>> {
  const { peer_review_type_id: typeId, report_form_id: formId } = asked;
  const type = await typeNumbered(db, typeId);
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
  else {
    const { key, version } = formNamed(formId ?? type?.form ?? '');
    forms = forms.where('report_forms.key', '=', key);
    if (version !== null) forms = forms.where('report_forms.version', '=', version);
  }
  const form = await forms.executeTakeFirst();
  if (!form || (type && form.kind !== type.kind)) throw new Refusal('not_found');
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
    types: kinds
      .flatMap((one) => orderForm(one).types.map(({ id, label }) => ({ id, label })))
      .concat(type && type.id > SHIPPED_BELOW ? [{ id: type.id, label: type.label }] : []),
  };
}

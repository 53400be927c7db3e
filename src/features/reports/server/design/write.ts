import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { json } from '../../../../platform/db/json.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Services } from '../../../../platform/services.ts';
import { formNamed, formOf as orderForm } from '../../../reviews/rules.ts';
import type { CustomForm, customFormEndpoints } from '../../contract/design.ts';
import { changeWords, compareForms, draftFaults, emptyForm } from '../../rules/design.ts';
import { mayWriteFor, WHO_WRITES } from '../../rules/form-desk.ts';
import { builtForms, type FormDefinition } from '../../rules.ts';
import { readForm } from './read.ts';

type Body<E extends keyof typeof customFormEndpoints> = In<(typeof customFormEndpoints)[E], 'body'>;

/** That the actor sees the organization and writes for it; null: the platform. Refuses `not_found`, `forbidden`. */
export async function refuseUnwritten(db: ActorDb, organizationId: number | null): Promise<void> {
  if (organizationId !== null) {
    const seen = await db
      .selectFrom('organizations')
      .select('organizations.id')
      .where('organizations.id', '=', organizationId)
      .executeTakeFirst();
    if (!seen) throw new Refusal('not_found');
  }
  if (!mayWriteFor(db.actor, organizationId)) throw new Refusal('forbidden', WHO_WRITES);
}

/** The kind whose types choose their form: only such a form is ever ordered. */
export const typedKind = () => builtForms().find(({ kind }) => orderForm(kind).types.length > 0)?.kind;

/** A published form by its name, of those the reader sees, or an organization's people would where one is given. */
async function publishedForm(db: ActorDb, name: string) {
  const { key, version } = formNamed(name);
  let found = db
    .selectFrom('report_forms')
    .selectAll('report_forms')
    .where('report_forms.key', '=', key)
    .orderBy('report_forms.version', 'desc');
  if (version !== null) found = found.where('report_forms.version', '=', version);
  return found.executeTakeFirst();
}

/** Begins a form. Refuses `not_found`, `forbidden`, `invalid`. */
export function createForm(services: Services, actor: Actor, body: Body<'create'>): Promise<CustomForm> {
  return command(services, actor, async (tx) => {
    await refuseUnwritten(tx.db, body.organization_id);
    const from = body.from === null ? undefined : await publishedForm(tx.db, body.from);
    if (body.from !== null && !from) throw new Refusal('not_found', 'The form to copy is not there.');
    const name = body.name.trim();
    const kind = from?.kind ?? typedKind();
    if (kind === undefined || orderForm(kind).types.length === 0)
      refuseFields([{ path: 'from', message: 'Reviews of this kind are always reported on their default form.' }]);
    if (name === '') refuseFields([{ path: 'name', message: 'Give it a name.' }]);
    if (kind === undefined) throw new Refusal('not_found');
    const begun = body.definition ?? from?.definition ?? emptyForm(kind, name);
    const draft: FormDefinition = { ...begun, key: 'draft', kind, name, version: 1 };
    const { id } = await tx.system
      .insertInto('custom_forms')
      .values({
        kind,
        organization_id: body.organization_id,
        name,
        draft: json(draft),
        copied_from: from ? `${from.key}@${from.version}` : null,
        created_by: actor.user_id,
        created_at: tx.now,
        updated_by: actor.user_id,
        updated_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'report_form.created',
      organization_id: body.organization_id,
      subject: `custom_form:${id}`,
      data: { before: null, after: { name, copied_from: from ? `${from.key}@${from.version}` : null } },
    });
    return readForm(tx.db, id);
  });
}

/** A form to change, locked; refuses `not_found`, `forbidden`, and `stale` with the fresh one. */
async function heldForm(tx: Tx<Actor>, id: number, lockVersion: number) {
  const row = await tx.db
    .selectFrom('custom_forms')
    .selectAll('custom_forms')
    .where('custom_forms.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (!mayWriteFor(tx.actor, row.organization_id)) throw new Refusal('forbidden', WHO_WRITES);
  if (row.lock_version !== lockVersion)
    throw new Refusal('stale', 'Someone else changed this form since you opened it.', {
      current: await readForm(tx.db, id),
    });
  return row;
}

const RETIRED = 'This form is out of use. Take it back into use to change it.';

/** Saves the draft. Refuses `not_found`, `forbidden`, `wrong_state`, `stale`. */
export function saveForm(services: Services, actor: Actor, id: number, body: Body<'save'>): Promise<CustomForm> {
  return command(services, actor, async (tx) => {
    const row = await heldForm(tx, id, body.lock_version);
    if (row.retired_at) throw new Refusal('wrong_state', RETIRED);
    const draft: FormDefinition = { ...body.definition, key: 'draft', kind: row.kind, name: body.name, version: 1 };
    const changes = compareForms(row.draft, draft);
    if (changes.length === 0) return readForm(tx.db, id);
    await write(tx, row, { name: body.name, draft: json(draft) });
    await tx.audit({
      action: 'report_form.draft_saved',
      organization_id: row.organization_id,
      subject: `custom_form:${id}`,
      data: {
        before: { lock_version: row.lock_version, name: row.name },
        after: { lock_version: row.lock_version + 1, name: body.name },
        changes: changes.slice(0, 50).map(changeWords),
      },
    });
    return readForm(tx.db, id);
  });
}

const write = (tx: Tx<Actor>, row: { id: number; lock_version: number }, change: Record<string, unknown>) =>
  tx.db
    .updateTable('custom_forms')
    .set({ ...change, lock_version: row.lock_version + 1, updated_by: tx.actor.user_id, updated_at: tx.now })
    .where('custom_forms.id', '=', row.id)
    .execute();

async function newestOf(db: Kysely<DB>, key: string) {
  return db
    .selectFrom('report_forms')
    .select(['version', 'definition'])
    .where('key', '=', key)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Publishes the draft as the next version. Refuses `not_found`, `forbidden`, `wrong_state`, `stale`, `invalid` with what it lacks. */
export function publishForm(services: Services, actor: Actor, id: number, body: Body<'publish'>): Promise<CustomForm> {
  return command(services, actor, async (tx) => {
    const row = await heldForm(tx, id, body.lock_version);
    if (row.retired_at) throw new Refusal('wrong_state', RETIRED);
    const before = await newestOf(tx.system, row.key);
    const changes = before ? compareForms(before.definition, row.draft) : [];
    if (before && changes.length === 0)
      throw new Refusal('wrong_state', `Version ${before.version} already says exactly this.`);
    refuseFields(draftFaults(row.draft));
    const version = (before?.version ?? 0) + 1;
    await tx.system
      .insertInto('report_forms')
      .values({
        kind: row.kind,
        key: row.key,
        version,
        name: row.name,
        definition: json({ ...row.draft, key: row.key, version }),
        organization_id: row.organization_id,
        published_by: actor.user_id,
        note: body.note === '' ? null : body.note,
        created_at: tx.now,
      })
      .execute();
    await write(tx, row, {});
    await tx.audit({
      action: 'report_form.published',
      organization_id: row.organization_id,
      subject: `custom_form:${id}`,
      data: {
        before: before ? { version: before.version } : null,
        after: { version, name: row.name },
        changes: changes.slice(0, 200).map(changeWords),
      },
      ...(body.note === '' ? {} : { reason: body.note }),
    });
    return readForm(tx.db, id);
  });
}

/** Takes a form out of use or back. Refuses `not_found`, `forbidden`, `stale`, and `wrong_state` while a type is reported on it. */
export function retireForm(services: Services, actor: Actor, id: number, body: Body<'retire'>): Promise<CustomForm> {
  return command(services, actor, async (tx) => {
    const row = await heldForm(tx, id, body.lock_version);
    if (body.retired === (row.retired_at !== null)) return readForm(tx.db, id);
    const { rows: types } = await sql<{ name: string }>`
      select name from peer_review_types where form_key = ${row.key} order by id limit 3`.execute(tx.system);
    if (body.retired && types.length > 0)
      throw new Refusal(
        'wrong_state',
        `${types.map(({ name }) => `“${name}”`).join(', ')} is reported on it. Give that type another form first.`,
      );
    await write(tx, row, { retired_at: body.retired ? tx.now : null });
    await tx.audit({
      action: body.retired ? 'report_form.retired' : 'report_form.restored',
      organization_id: row.organization_id,
      subject: `custom_form:${id}`,
      data: { before: { retired: row.retired_at !== null }, after: { retired: body.retired } },
    });
    return readForm(tx.db, id);
  });
}

import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { type FieldError, Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import type { Services } from '../../../platform/services.ts';
import { overlap } from '../../billing/rules.ts';
import type { budgetEndpoints, BudgetView } from '../contract.ts';
import { type BudgetAct, refusedKeeping } from '../rules.ts';
import { budgetsWhere, ownOrganizations, type StoredBudget } from './load.ts';
import { findBudget, presentBudget } from './view.ts';

type NewBudget = In<typeof budgetEndpoints.add, 'body'>;
type Terms = Pick<NewBudget, 'amount_cents' | 'warn_percent' | 'at_limit' | 'ends_on'>;

function refuseWhoKeepsNone(actor: Actor): void {
  const refused = refusedKeeping(actor);
  if (refused !== null) throw new Refusal('forbidden', refused);
}

async function writeAct(tx: Tx<Actor>, id: number, act: BudgetAct, terms: Terms, reason = ''): Promise<void> {
  const { amount_cents, warn_percent, at_limit, ends_on } = terms;
  await tx.system
    .insertInto('spend_budget_acts')
    .values({
      budget_id: id,
      act,
      at: tx.now,
      by_user_id: tx.actor.user_id,
      reason,
      amount_cents,
      warn_percent,
      at_limit,
      ends_on,
    })
    .execute();
}

async function load(tx: Tx<Actor>, id: number): Promise<BudgetView> {
  const [row] = await budgetsWhere(tx.system, sql`b.id = ${id}`);
  if (!row) throw new Error('A budget that was written is not there.');
  return presentBudget(tx.system, tx.actor, row, tx.now);
}

/** What a new budget lacks by itself. */
function faultsOf({ sort, requester_id, named, period, starts_on, ends_on }: NewBudget): FieldError[] {
  const faults: FieldError[] = [];
  const fault = (path: string, message: string): void => void faults.push({ path, message });
  if (sort === 'requester' && requester_id === null) fault('requester_id', 'Choose whose orders it holds for.');
  if (sort === 'matter' && named === '') fault('named', 'Enter the matter’s claim or case number, as orders have it.');
  if (sort === 'cost_center' && named === '') fault('named', 'Enter the cost center, as orders have it.');
  if (period === 'life' && sort !== 'matter') fault('period', 'Only the budget of a matter is for all of it.');
  if (ends_on !== null && ends_on < starts_on) fault('ends_on', 'Choose a last day that is not before the first.');
  return faults;
}

const worksThere = async (tx: Tx<Actor>, userId: number, organizationId: number): Promise<boolean> =>
  (
    await sql`select from users u where u.id = ${userId}
      and u.organization_id in (select id from organization_tree(${organizationId}))`.execute(tx.system)
  ).rows.length > 0;

/** A budget of the same that holds on one of these days, but this one. */
async function sameDays(
  tx: Tx<Actor>,
  of: Pick<StoredBudget, 'organization_id' | 'sort' | 'requester_id' | 'named' | 'period' | 'starts_on' | 'ends_on'>,
  but: number | null,
): Promise<FieldError[]> {
  const others = await budgetsWhere(
    tx.system,
    sql`b.organization_id = ${of.organization_id} and b.sort = ${of.sort} and b.period = ${of.period} and b.ended_at is null
      and b.requester_id is not distinct from ${of.requester_id}::bigint and lower(b.named) = lower(${of.named})
      and b.id is distinct from ${but}::bigint`,
  );
  return others.some((one) => overlap(one, of))
    ? [
        {
          path: but === null ? 'starts_on' : 'ends_on',
          message:
            'There is already a budget like this in these days. Change that one, or let this one begin after it.',
        },
      ]
    : [];
}

/** Adds a budget. Refuses `not_found` for another tree's organization, `invalid` for one there is already. */
export function addBudget(services: Services, actor: Actor, body: NewBudget): Promise<BudgetView> {
  return command(services, actor, async (tx) => {
    const { organization_id, sort, period, starts_on } = body;
    const own = await ownOrganizations(tx.db, actor);
    const found = await tx.system
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organization_id)
      .executeTakeFirst();
    if (!found || (own !== null && !own.includes(organization_id))) throw new Refusal('not_found');
    refuseWhoKeepsNone(actor);
    refuseFields(faultsOf(body));
    await holdBilling(tx.system, organization_id);
    const of = {
      organization_id,
      sort,
      requester_id: sort === 'requester' ? body.requester_id : null,
      named: sort === 'matter' || sort === 'cost_center' ? body.named : '',
      period,
      starts_on,
    };
    if (of.requester_id !== null && !(await worksThere(tx, of.requester_id, organization_id)))
      refuseFields([{ path: 'requester_id', message: 'Choose somebody of the organization.' }]);
    const { amount_cents, warn_percent, at_limit, ends_on } = body;
    const terms = { amount_cents, warn_percent, at_limit, ends_on };
    refuseFields(await sameDays(tx, { ...of, ends_on }, null));
    const { id } = await tx.system
      .insertInto('spend_budgets')
      .values({ ...of, ...terms, created_at: tx.now, created_by: actor.user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAct(tx, id, 'added', terms);
    await tx.audit({
      action: 'budget.added',
      organization_id,
      subject: `budget:${id}`,
      data: { sort, period, amount_cents, warn_percent, at_limit },
    });
    await tx.emit('budgets.may_move', { organization_id });
    return load(tx, id);
  });
}

/** The budget of an actor's, held; refuses `not_found`, `forbidden`, and `wrong_state` once it was ended. */
async function held(tx: Tx<Actor>, id: number): Promise<StoredBudget> {
  const { organization_id } = await findBudget(tx.db, tx.actor, id);
  refuseWhoKeepsNone(tx.actor);
  await holdBilling(tx.system, organization_id);
  // orders within it wait, or are over
  await sql`select from spend_budgets where id = ${id} for no key update`.execute(tx.system);
  const budget = await findBudget(tx.db, tx.actor, id);
  if (budget.ended) throw new Refusal('wrong_state', 'This budget was ended. Add another one.');
  return budget;
}

/** Changes a budget, from now on. Refuses `stale` where somebody changed it meanwhile. */
export function changeBudget(
  services: Services,
  actor: Actor,
  id: number,
  { lock_version, ...terms }: Terms & { lock_version: number },
): Promise<BudgetView> {
  return command(services, actor, async (tx) => {
    const budget = await held(tx, id);
    if (budget.lock_version !== lock_version) throw new Refusal('stale');
    if (terms.ends_on !== null && terms.ends_on < budget.starts_on)
      refuseFields([{ path: 'ends_on', message: 'Choose a last day that is not before the first.' }]);
    refuseFields(await sameDays(tx, { ...budget, ends_on: terms.ends_on }, id));
    await tx.system
      .updateTable('spend_budgets')
      .set({ ...terms, lock_version: lock_version + 1 })
      .where('id', '=', id)
      .execute();
    await writeAct(tx, id, 'changed', terms);
    const { amount_cents, warn_percent, at_limit } = terms;
    await tx.audit({
      action: 'budget.changed',
      organization_id: budget.organization_id,
      subject: `budget:${id}`,
      data: { amount_cents, warn_percent, at_limit, before_cents: budget.amount_cents },
    });
    await tx.emit('budgets.may_move', { organization_id: budget.organization_id });
    return load(tx, id);
  });
}

/** Ends a budget; it stays to be read. */
export function endBudget(services: Services, actor: Actor, id: number, reason: string): Promise<BudgetView> {
  return command(services, actor, async (tx) => {
    const budget = await held(tx, id);
    await tx.system
      .updateTable('spend_budgets')
      .set({ ended_at: tx.now, lock_version: budget.lock_version + 1 })
      .where('id', '=', id)
      .execute();
    await writeAct(tx, id, 'ended', budget, reason);
    await tx.audit({
      action: 'budget.ended',
      organization_id: budget.organization_id,
      subject: `budget:${id}`,
      ...(reason === '' ? {} : { reason }),
    });
    return load(tx, id);
  });
}

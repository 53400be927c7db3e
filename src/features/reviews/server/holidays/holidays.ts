import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { fullName } from '../../../../core/names.ts';
import { dateIn } from '../../../../core/time.ts';
import { OFFICE_ZONE } from '../../../../core/us-zones.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { mount } from '../../../../platform/http/mount.ts';
import type { Services } from '../../../../platform/services.ts';
import { type HolidayCalendar, holidayEndpoints } from '../../contract/holidays.ts';
import { federalName } from '../../rules/federal-holidays.ts';
import { dayFault, keepsHolidays } from '../../rules/holiday-place.ts';
import { holidaysIn, holidaysOf } from '../../rules/holidays.ts';
import { HOLIDAY_SOURCES } from '../../rules/state-holidays.ts';

const ONLY_ADMINS = 'Only administrators change the calendar.';

/** The calendar of holidays: reading it, what one more day would concern, adding one and taking it back. */
export function mountHolidays(app: FastifyInstance, services: Services): void {
  const { systemDb } = services.database;
  const today = (now: Date): string => dateIn(now, OFFICE_ZONE);

  mount(app, services, holidayEndpoints.calendar, ({ actor, query }) =>
    readCalendar(systemDb, actor, query.year, query.state ?? null, today(services.clock.now())),
  );

  mount(app, services, holidayEndpoints.effect, async ({ db, query }) => {
    const state = query.state ?? null;
    const isHoliday = holidaysIn(state, await extraHolidays(systemDb));
    const fault = dayFault(query.day, { today: today(services.clock.now()), counts: isHoliday(query.day) });
    const { rows } = await sql<{ id: number; kind: Kind; due_at: Date; total: number }>`
      select reviews.id, reviews.kind, reviews.due_at, count(*) over ()::int as total from reviews
      where reviews.bucket = 'active' and reviews.due_at >= ${query.day}::date
        and (${state}::text is null or reviews.state = ${state})
      order by reviews.due_at, reviews.id limit 10`.execute(db.executor);
    return {
      fault,
      total: rows[0]?.total ?? 0,
      data: rows.map(({ id, kind, due_at }) => ({
        id,
        kind,
        number: reviewNumber(kind, id),
        due_at: due_at.toISOString(),
      })),
    };
  });

  mount(app, services, holidayEndpoints.add, ({ actor, body }) =>
    command(services, actor, async (tx) => {
      refuseOthers(actor);
      const { day, state, reason } = body;
      const isHoliday = holidaysIn(state, await extraHolidays(tx.system));
      const fault = dayFault(day, { today: today(tx.now), counts: isHoliday(day) });
      refuseFields(fault === null ? [] : [{ path: 'day', message: fault }]);
      const { id } = await tx.system
        .insertInto('extra_holidays')
        .values({ day, state, reason, added_by: actor.user_id, added_at: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.audit({
        action: 'holiday.add',
        subject: `holiday:${id}`,
        data: { before: null, after: { day, state, reason } },
      });
      return { id };
    }),
  );

  mount(app, services, holidayEndpoints.remove, ({ actor, params }) =>
    command(services, actor, async (tx) => {
      const { day, state, reason } = await standing(tx, params.id, actor);
      if (day < today(tx.now)) throw new Refusal('wrong_state', 'It has passed: what was counted with it stays.');
      await tx.system
        .updateTable('extra_holidays')
        .set({ removed_by: actor.user_id, removed_at: tx.now })
        .where('id', '=', params.id)
        .execute();
      await tx.audit({
        action: 'holiday.remove',
        subject: `holiday:${params.id}`,
        data: { before: { day, state, reason }, after: null },
      });
      return { id: params.id };
    }),
  );
}

/** An added day that stands, held until the command is through. Refuses `not_found`, `forbidden`, `wrong_state`. */
async function standing(tx: Tx<Actor>, id: number, actor: Actor) {
  const row = await tx.system
    .selectFrom('extra_holidays')
    .select(['day', 'state', 'reason', 'removed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  refuseOthers(actor);
  if (row.removed_at !== null) throw new Refusal('wrong_state', 'It was taken back already.');
  return row;
}

function refuseOthers(actor: Actor): void {
  if (!keepsHolidays(actor.kind)) throw new Refusal('forbidden', ONLY_ADMINS);
}

async function readCalendar(
  db: Kysely<DB>,
  actor: Actor,
  year: number,
  state: string | null,
  today: string,
): Promise<HolidayCalendar> {
  const may = keepsHolidays(actor.kind);
  const extra = await db
    .selectFrom('extra_holidays as h')
    .innerJoin('users as a', 'a.id', 'h.added_by')
    .leftJoin('users as r', 'r.id', 'h.removed_by')
    .select(['h.id', 'h.day', 'h.state', 'h.reason', 'h.added_at', 'h.removed_at'])
    .select(['a.first_name as adder_first', 'a.last_name as adder_last'])
    .select(['r.first_name as remover_first', 'r.last_name as remover_last'])
    .where('h.day', '>=', `${year}-01-01`)
    .where('h.day', '<=', `${year}-12-31`)
    // the federal calendar also says what states alone have added
    .where((eb) => (state === null ? eb.lit(true) : eb.or([eb('h.state', 'is', null), eb('h.state', '=', state)])))
    .orderBy('h.day')
    .orderBy('h.id')
    .execute();
  const federal = holidaysOf(year, null);
  const own = holidaysOf(year, state);
  const days: HolidayCalendar['days'] = [...new Set([...federal, ...own])].map((day) => ({
    day,
    name: federal.has(day) ? federalName(day) : 'State holiday',
    sort: federal.has(day) ? (own.has(day) ? ('federal' as const) : ('not_kept' as const)) : ('state' as const),
    added: null,
  }));
  for (const row of extra) {
    if (row.removed_at !== null) continue;
    const past = row.day < today;
    const why = may ? (past ? 'It has passed: what was counted with it stays.' : null) : ONLY_ADMINS;
    days.push({
      day: row.day,
      name: row.state === null || state !== null ? row.reason : `${row.reason} (${row.state} alone)`,
      sort: 'added',
      added: {
        id: row.id,
        everywhere: row.state === null,
        by: fullName({ first_name: row.adder_first, last_name: row.adder_last }),
        at: row.added_at.toISOString(),
        remove: { allowed: why === null, reason: why },
      },
    });
  }
  return {
    year,
    state,
    statute: state === null ? null : (HOLIDAY_SOURCES[state]?.statute ?? null),
    days: days.toSorted((a, b) => a.day.localeCompare(b.day)),
    taken_back: extra.flatMap((row) =>
      row.removed_at === null
        ? []
        : [
            {
              id: row.id,
              day: row.day,
              state: row.state,
              reason: row.reason,
              by: fullName({ first_name: row.remover_first, last_name: row.remover_last }),
              at: row.removed_at.toISOString(),
            },
          ],
    ),
    add: { allowed: may, reason: may ? null : ONLY_ADMINS },
  };
}

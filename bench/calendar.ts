import { performance } from 'node:perf_hooks';
import type { Availability } from '../src/features/calendars/contract.ts';
import { type Benchmark, ms, times } from './lib/figures.ts';
import { START, startApp } from './lib/ground.ts';
import { firstBytes, percentile } from './lib/load.ts';

/** What a look may take, 95 of 100 times. */
const MOST_MS = 300;
/** Every twentieth event is a call of a review of its own, the others are times at which the expert's calendar is busy. */
const EVERY = 20;
/** A month as it is shown begins with the week before, and ends with the one after: the longest is asked for. */
const DAYS = 45;

/** A review's calendar as its expert reads it, with 10,000 events in the stretch that is shown, beside reading them alone. */
export const calendar: Benchmark = async ({ ground, quick }) => {
  const app = await startApp(ground, await ground.database('bench_calendar'));
  try {
    const { pool } = app.database;
    const count = quick ? 1_000 : 10_000;
    const organizationId = await app.world.organization();
    const requester = await app.world.consultant(organizationId);
    const expert = await app.world.expert();
    const apart = Math.floor((DAYS * 24 * 60) / count);
    const { rows } = await pool.query<{ id: number }>(
      `with made as (
          insert into reviews (kind, status, bucket, ball, organization_id, requester_id, subject, claim_number,
              service, pages, search, created_at, submitted_at, updated_at)
            select 'Case', 'call_scheduled', 'active', 'expert', $1, $2, 'Claimant', 'HM-' || n, 'call_45', 10, '', $4, $4, $4
            from generate_series(1, $5::int) n returning id),
        numbered as (select id, row_number() over (order by id) as n from made),
        beside as (insert into review_experts (review_id, expert_profile_id, part, since)
          select id, $3, 'lead', $4 from made),
        calls as (insert into appointments (review_id, expert_profile_id, sort, starts_at, duration_minutes, zone, ics_uid, created_at, busy)
          select id, $3, 'call', $4::timestamptz + n * $6::int * interval '1 minute', 15, 'America/New_York', 'call-' || id, $4,
            tstzrange($4::timestamptz + n * $6::int * interval '1 minute', $4::timestamptz + n * $6::int * interval '1 minute' + interval '15 minutes')
          from numbered)
      select id from made order by id limit 1`,
      [organizationId, requester.user_id, expert.profile_id, new Date(START), Math.floor(count / EVERY), apart * EVERY],
    );
    await pool.query(
      `with kept as (
          insert into calendars (user_id, source, address, address_hash, host, ending, next_at, created_at)
            values ($1, 'ics', '', '', 'calendar.example.test', '.ics', $2, $2) returning id)
      insert into calendar_busy (calendar_id, user_id, starts_at, ends_at)
        select kept.id, $1, $2::timestamptz + n * $4::int * interval '1 minute', $2::timestamptz + (n * $4::int + 3) * interval '1 minute'
        from kept, generate_series(1, $3::int) n where n % ${EVERY} <> 0`,
      [expert.user_id, new Date(START), count, apart],
    );
    await pool.query('vacuum analyze');
    const until = new Date(Date.parse(START) + DAYS * 86_400_000).toISOString();
    const url = `${app.url}/api/v1/cases/${rows[0]?.id}/availability?from=${START}&until=${until}`;
    const { events } = (await (await fetch(url, { headers: expert.headers })).json()) as Availability;
    const bare: number[] = [];
    for (let n = 0; n < (quick ? 3 : 23); n += 1) {
      const began = performance.now();
      const read = [
        await pool.query({
          name: 'bare_busy',
          text: 'select starts_at, ends_at from calendar_busy where user_id = $1 and ends_at > $2 and starts_at < $3 order by 1',
          values: [expert.user_id, START, until],
        }),
        await pool.query({
          name: 'bare_calls',
          text: 'select id, starts_at, duration_minutes, review_id from appointments where expert_profile_id = $1 order by 2',
          values: [expert.profile_id],
        }),
      ];
      JSON.stringify(read.map((one) => one.rows));
      bare.push(performance.now() - began);
    }
    const [took, least] = [await firstBytes(url, expert, quick ? 3 : 23), bare].map((all) => percentile(all, 0.95));
    return [
      {
        name: `a review's calendar with ${events.length.toLocaleString('en-US')} events, p95`,
        limit: ms(least ?? 0),
        ours: ms(took ?? 0),
        ratio: times((took ?? 0) / (least ?? 1)),
        bar: `≤${MOST_MS} ms`,
        met: (took ?? 0) <= MOST_MS,
      },
    ];
  } finally {
    await app.stop();
  }
};

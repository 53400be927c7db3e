import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workingRanges } from '../../src/features/scheduling/rules.ts';
import { testApp, type TestApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let dana: Person;
beforeAll(async () => {
  t = await testApp();
  dana = await t.world.consultant(await t.world.organization());
});
afterAll(() => t.close());

async function audits(action: string) {
  return t.world.db.selectFrom('audit_rows').selectAll().where('action', '=', action).execute();
}

describe('name and zone', () => {
  const put = (body: unknown) => t.request(dana, 'PUT', '/api/v1/account/person', body);
  const fine = { first_name: ' Dana ', last_name: 'Whitlock', time_zone: 'America/Denver' };

  test('are kept, tidied, and open pages told', async () => {
    expect((await put(fine)).status).toBe(204);
    const user = await t.request(dana, 'GET', '/api/v1/users/current_user');
    expect(user.body).toMatchObject({ first_name: 'Dana', last_name: 'Whitlock', time_zone: 'America/Denver' });
  });

  test('faults are named at their fields, and nothing changes', async () => {
    const answer = await put({ first_name: '  ', last_name: '', time_zone: 'Mars/Olympus' });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors.map((fault) => fault.path)).toEqual(['first_name', 'last_name', 'time_zone']);
    const user = await t.request(dana, 'GET', '/api/v1/users/current_user');
    expect(user.body.first_name).toBe('Dana');
  });
});

describe('the picture', () => {
  function picture(width: number, height: number, kind: 'png' | 'jpeg' | 'webp' = 'png'): Buffer {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#0f4c5c';
    context.fillRect(0, 0, width, height);
    return kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${kind}` as 'image/jpeg');
  }
  const send = (bytes: Buffer | string, type = 'image/png', who: Person = dana) =>
    t.app.http.inject({
      method: 'PUT',
      url: '/api/v1/account/avatar',
      headers: { ...who.headers, 'content-type': type },
      payload: bytes,
    });

  test('of any name a token can have is looked for, one that begins with a dash, too', async () => {
    const reader = await t.world.person({ role: 'support_agent' });
    for (const key of ['-'.repeat(43), `_${'-'.repeat(42)}`]) {
      const answer = await t.request(reader, 'GET', `/api/v1/avatars/${key}`);
      expect(answer.status).toBe(404);
      await t.app.services.storage.put(`avatars/p${key}`, Buffer.from('picture'));
      const shown = await t.app.http.inject({ method: 'GET', url: `/api/v1/avatars/${key}`, headers: reader.headers });
      expect(shown.statusCode).toBe(200);
    }
  });

  test('of every kind becomes a small square of one kind, with nothing of the file beside its pixels', async () => {
    for (const kind of ['png', 'jpeg', 'webp'] as const) {
      const bytes = Buffer.concat([picture(640, 200, kind), Buffer.from('<script>alert(1)</script>')]);
      const answer = await send(bytes, `image/${kind}`);
      expect(answer.statusCode, answer.body).toBe(200);
      const { avatar } = answer.json<{ avatar: string }>();
      const shown = await t.app.http.inject({ method: 'GET', url: avatar, headers: dana.headers });
      expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      expect(shown.rawPayload.subarray(8, 12).toString('latin1')).toBe('WEBP');
      expect(shown.rawPayload.includes('script')).toBe(false);
      const user = await t.request(dana, 'GET', '/api/v1/users/current_user');
      expect(user.body.avatar).toBe(avatar);
    }
  });

  test('the earlier one is gone from storage; removed, there is none', async () => {
    const first = (await send(picture(20, 20))).json<{ avatar: string }>().avatar;
    const second = (await send(picture(30, 30))).json<{ avatar: string }>().avatar;
    const status = async (url: string) =>
      (await t.app.http.inject({ method: 'GET', url, headers: dana.headers })).statusCode;
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    expect((await t.app.http.inject({ method: 'GET', url: second })).statusCode).toBe(401);
    expect((await t.request(dana, 'DELETE', '/api/v1/account/avatar')).status).toBe(204);
    expect(await status(second)).toBe(404);
    const user = await t.request(dana, 'GET', '/api/v1/users/current_user');
    expect(user.body.avatar).toBeUndefined();
  });

  test.each([
    ['a page that says it is a picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 422],
    ['a picture cut off', picture(300, 300).subarray(0, 60), 422],
    ['a small file of a billion pixels', bomb(), 422],
    ['a small file of more than twelve megapixels', picture(6300, 6300), 422],
    ['nothing', Buffer.alloc(0), 422],
    ['more than eight megabytes', Buffer.alloc(9 * 1024 * 1024), 413],
  ])('%s is refused', async (_, bytes, status) => {
    const answer = await send(bytes);
    expect(answer.statusCode).toBe(status);
    if (status === 422) expect(answer.json<{ errors: { path: string }[] }>().errors[0]?.path).toBe('avatar');
  });

  test('another content type is not read at all', async () => {
    expect((await send('<svg/>', 'image/svg+xml')).statusCode).toBe(415);
  });

  /** A PNG whose head announces 40,000 by 40,000 pixels. */
  function bomb(): Buffer {
    const bytes = Buffer.from(picture(4, 4));
    bytes.writeUInt32BE(40_000, 16);
    bytes.writeUInt32BE(40_000, 20);
    return bytes;
  }
});

describe('working hours', () => {
  const day = (active: boolean, startTime = '08:30', endTime = '16:15') => ({ active, startTime, endTime });
  const week = {
    sunday: day(false),
    monday: day(true),
    tuesday: day(true),
    wednesday: day(true, '12:00', '24:00'),
    thursday: day(false),
    friday: day(true),
    saturday: day(false),
  };
  const save = (body: unknown, who: Person = dana) => t.request(who, 'PUT', '/api/v1/account/working_hours', body);

  test('are kept with the days off in order, and read back', async () => {
    const body = {
      working_hours_enabled: true,
      working_hours: week,
      blackout_dates: [
        { from: '2026-12-24', until: '2026-12-31', note: 'Holidays' },
        { from: '2026-11-27', until: '2026-11-27', note: '' },
      ],
    };
    expect((await save(body)).status).toBe(200);
    const kept = await t.request<typeof body>(dana, 'GET', '/api/v1/account/working_hours');
    expect(kept.body).toEqual({ ...body, blackout_dates: body.blackout_dates.toReversed() });
  });

  test('no time is offered on a day off', () => {
    const from = new Date('2026-11-26T12:00:00Z');
    const until = new Date('2026-12-02T00:00:00Z');
    const days = (off: { from: string; until: string }[]) =>
      workingRanges(week, 'America/Chicago', from, until, off).map((range) => range.start.toISOString().slice(0, 10));
    expect(days([])).toEqual(['2026-11-27', '2026-11-30', '2026-12-01']);
    expect(days([{ from: '2026-11-27', until: '2026-11-30' }])).toEqual(['2026-12-01']);
  });

  test('faults are named at the day, and a week that is off is not looked at', async () => {
    const wrong = { ...week, monday: day(true, '17:00', '09:00'), friday: day(true, '8:30', '25:00') };
    const answer = await save({
      working_hours_enabled: true,
      working_hours: wrong,
      blackout_dates: [
        { from: '2026-12-24', until: '2026-12-20', note: '' },
        { from: '2026-01-01', until: '2026-01-02', note: '' },
        { from: '2026-02-30', until: '2026-12-20', note: '' },
      ],
    });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors.map((fault) => fault.path)).toEqual([
      'working_hours.monday.endTime',
      'working_hours.friday.startTime',
      'blackout_dates.0.until',
      'blackout_dates.1.until',
      'blackout_dates.2.from',
    ]);
    const off = { working_hours_enabled: false, working_hours: wrong, blackout_dates: [] };
    expect((await save(off)).status).toBe(200);
  });
});

describe('who is paid', () => {
  const fields = {
    payee_name: 'Falkenrath Neurosurgery LLC',
    tax_id_kind: 'ein',
    tax_id: '36-1234567',
    address_line1: '120 Lake St',
    address_line2: '',
    city: 'Chicago',
    state: 'IL',
    postal_code: '60601',
    bank_name: 'First Harbor Bank',
    account_type: 'checking',
    routing_number: '071000013',
    account_number: '0012 3456 789',
    lock_version: null as number | null,
  };
  let ines: Person;
  const save = (body: unknown) =>
    t.request<{ vendor_info: Record<string, unknown> }>(ines, 'PUT', '/api/v1/account/vendor_info', body);
  beforeAll(async () => {
    ines = await t.world.expert();
  });

  test('faults are named at their fields', async () => {
    const answer = await save({
      ...fields,
      tax_id: '123',
      routing_number: '071000014',
      account_number: null,
      state: 'XX',
    });
    expect(answer.status).toBe(422);
    expect(answer.problem.errors.map((fault) => fault.path)).toEqual([
      'tax_id',
      'state',
      'routing_number',
      'account_number',
    ]);
  });

  test('numbers are encrypted, nobody is shown more than four digits, and the audit trail knows no values', async () => {
    const saved = await save(fields);
    expect(saved.status).toBe(200);
    expect(saved.body.vendor_info).toMatchObject({ tax_id_last4: '4567', account_last4: '6789', lock_version: 0 });
    const stored = await t.world.db
      .selectFrom('vendor_infos')
      .selectAll()
      .where('user_id', '=', ines.user_id)
      .executeTakeFirstOrThrow();
    expect(t.app.services.keys.decrypt(stored.tax_id, 'vendor.tax_id').toString()).toBe('361234567');
    expect(t.app.services.keys.decrypt(stored.account_number, 'vendor.account_number').toString()).toBe('00123456789');
    const answers = JSON.stringify([saved.body, await audits('vendor_info.save')]);
    for (const secret of ['361234567', '36-1234567', '00123456789', '0012 3456']) expect(answers).not.toContain(secret);
    expect(JSON.stringify(await audits('vendor_info.save'))).not.toMatch(/Falkenrath|Lake St|4567|6789/);
  });

  test('what is not sent stays; another kind of number must be given; a stale form is told what stands', async () => {
    const more = { ...fields, tax_id: null, account_number: null, city: 'Evanston' };
    const saved = await save({ ...more, lock_version: 0 });
    expect(saved.body.vendor_info).toMatchObject({ city: 'Evanston', tax_id_last4: '4567', lock_version: 1 });
    const other = await save({ ...more, tax_id_kind: 'ssn', lock_version: 1 });
    expect(other.problem.errors.map((fault) => fault.path)).toEqual(['tax_id']);
    const stale = await save({ ...more, lock_version: 0 });
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale']);
    expect(stale.problem.current).toMatchObject({ vendor_info: { lock_version: 1 } });
  });

  test('is for experts, each their own', async () => {
    expect((await t.request(dana, 'GET', '/api/v1/account/vendor_info')).status).toBe(403);
    const other = await t.world.expert();
    const answer = await t.request(other, 'GET', '/api/v1/account/vendor_info');
    expect(answer.body).toEqual({ vendor_info: null });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

/* Addresses of the API that are no endpoint of a feature's own tests: wrong methods, the catalogue of version 3. */

let t: TestApp;
let who: Person;
beforeAll(async () => {
  t = await testApp();
  who = await t.world.consultant(await t.world.organization());
});
afterAll(() => t.close());

describe('a method an address does not take', () => {
  test.each([
    ['PATCH', '/api/v1/users', 'PUT'],
    ['PUT', '/robots.txt', 'GET, HEAD'],
    ['POST', '/cases', 'GET, HEAD'],
    ['POST', '/api/v1/cases/20001', 'GET, HEAD'],
    ['DELETE', '/api/v3/specialties', 'GET, HEAD'],
    ['GET', '/api/v1/user/logout', 'DELETE'],
  ] as const)('%s %s is 405 and says which it takes', async (method, url, allow) => {
    const answer = await t.app.http.inject({ method, url, headers: who.headers });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.allow).toBe(allow);
  });

  test('what is no kind has no addresses', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const url = '/api/v1/screenings';
      expect((await t.app.http.inject({ method, url, headers: who.headers })).statusCode, `${method} ${url}`).toBe(404);
    }
  });

  test('an address that is none stays 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PATCH'] as const) {
      const answer = await t.app.http.inject({ method, url: '/api/v1/nothing/here', headers: who.headers });
      expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined]);
    }
  });
});

describe('the catalogue of version 3', () => {
  interface Credential {
    specialty: { id: number; localized_full_name: string; availability: string; supported_license_keys: string[] };
  }
  const credentials = async () =>
    (await t.request<{ data: Credential[] }>(who, 'GET', '/api/v3/credentials')).body.data.map((one) => one.specialty);

  test('has the licenses of health professions', async () => {
    const { body } = await t.request<{ data: object[] }>(who, 'GET', '/api/v3/license_types');
    expect(body.data).toContainEqual({
      key: 'DO',
      localized_name: 'Doctor of Osteopathic Medicine',
      localized_designation: 'DO',
    });
    expect((await t.request(null, 'GET', '/api/v3/license_types')).status).toBe(401);
  });

  test('has specialties with the best availability among their experts and the licenses these hold today', async () => {
    const { specialty_id } = await t.world.specialty('Sleep medicine', 'General', 1);
    const at = async () => (await credentials()).find((one) => one.id === specialty_id);
    expect(await at()).toEqual({
      id: specialty_id,
      localized_full_name: 'Sleep medicine',
      availability: 'none',
      supported_license_keys: [],
    });
    const credential = async (values: object) => {
      const { profile_id } = await t.world.expert({ first_name: 'Ines', last_name: 'Falkenrath' });
      await t.world.db
        .insertInto('credentials')
        .values({ expert_profile_id: profile_id ?? 0, specialty_id, ...values })
        .execute();
      return profile_id ?? 0;
    };
    await credential({ license_key: 'MD', availability: 'limited' });
    await credential({ license_key: 'PhD', availability: 'accepting', expires_on: '2020-01-01' });
    expect(await at()).toMatchObject({ availability: 'limited', supported_license_keys: ['MD'] });
    const other = await credential({ license_key: 'DO', availability: 'accepting' });
    expect(await at()).toMatchObject({ availability: 'accepting', supported_license_keys: ['DO', 'MD'] });
    await t.world.db.updateTable('expert_profiles').set({ status: 'paused' }).where('profile_id', '=', other).execute();
    expect(await at()).toMatchObject({ availability: 'limited', supported_license_keys: ['MD'] });
    expect((await t.request(null, 'GET', '/api/v3/credentials')).status).toBe(401);
  });
});

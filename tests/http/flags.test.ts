import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { FileListView } from '../../src/features/files/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flag, type Flags, flagWorld, type FlagWorld, setFlags, type Setting } from '../harness/flags.ts';
import { PeerDriver } from '../harness/peer-driver.ts';
import type { Person } from '../harness/world.ts';

/*
 * Every flag that changes what ordering and handling a review allows, on and off, where the server decides. What pages
 * show follows from the same answers: catalogues, abilities and views.
 */

let t: TestApp;
let aCase: FlagWorld['aCase'];
let aPeerReview: FlagWorld['aPeerReview'];

beforeAll(async () => {
  t = await testApp();
  ({ aCase, aPeerReview } = flagWorld(t));
});
afterAll(() => t.close());

interface Catalogue {
  organization: Record<string, unknown> | null;
  organizations: { id: number }[];
  sections: { fields: { key: string }[] }[];
  options: Record<string, { value: string }[]>;
}
const catalogue = async (d: CaseDriver): Promise<Catalogue> => {
  const base = d instanceof PeerDriver ? 'peer_reviews' : 'cases';
  return (await t.request<Catalogue>(d.cast.requester, 'GET', `/api/v1/${base}/fields`)).body;
};
const fieldsOf = async (d: CaseDriver): Promise<string[]> =>
  (await catalogue(d)).sections.flatMap((s) => s.fields.map((f) => f.key));

/** Sends a step with more in it; answers the status. */
async function sends(d: CaseDriver, section: string, more: Record<string, unknown>): Promise<number> {
  const step = await d.must<{ version: number; data: Record<string, unknown> }>(
    d.cast.requester,
    'GET',
    d.url(`/sections/${section}`),
  );
  const body = { version: step.version, data: { ...step.data, ...more } };
  return (await t.request(d.cast.requester, 'PUT', d.url(`/sections/${section}`), body)).status;
}

const detail = (d: CaseDriver, who: Person = d.cast.requester) => d.must<ReviewDetail>(who, 'GET', d.url());
const dropRecords = (d: CaseDriver) => t.world.db.deleteFrom('files').where('review_id', '=', d.id).execute();

/** A field of a step exists and is taken, or is not offered and refused. */
function fieldFlag(
  name: string,
  begin: (setting: Setting) => Promise<CaseDriver>,
  field: { key: string; section: string; value: unknown; settings?: Record<string, unknown> },
): void {
  const draft = async (on: boolean) => {
    const d = await begin({ flags: { [name]: on }, ...(field.settings ? { settings: field.settings } : {}) });
    return d.draft(on ? {} : { [field.key]: undefined });
  };
  flag(
    name,
    async () => {
      const d = await draft(true);
      expect(await fieldsOf(d)).toContain(field.key);
      expect(await sends(d, field.section, { [field.key]: field.value })).toBe(200);
    },
    async () => {
      const d = await draft(false);
      expect(await fieldsOf(d)).not.toContain(field.key);
      expect(await sends(d, field.section, { [field.key]: field.value })).toBe(403);
      expect(await sends(d, field.section, { [field.key]: null })).toBe(200);
    },
  );
}

describe('kinds', () => {
  for (const [name, path, begin] of [
    ['case_reviews_enabled', 'cases', (s?: Setting) => aCase(s)],
    ['peer_reviews_enabled', 'peer_reviews', (s?: Setting) => aPeerReview(s)],
  ] as const) {
    flag(
      name,
      async () => {
        const d = await (await begin({ flags: { [name]: true } })).draft();
        expect((await t.request(d.cast.requester, 'GET', `/api/v1/${path}`)).status).toBe(200);
      },
      async () => {
        const d = await begin();
        await d.to('released');
        await setFlags(t, d.cast.organization_id, { flags: { [name]: false } });
        expect((await t.request(d.cast.requester, 'GET', d.url())).status).toBe(404);
        expect((await t.request(d.cast.requester, 'POST', `/api/v1/${path}`, {})).status).toBe(404);
        // what runs is brought to its end by those who work on it
        expect((await t.request(d.cast.clinOps, 'GET', d.url())).status).toBe(200);
      },
    );
  }
  for (const [name, path, begin] of [
    ['accepts_new_case_submissions', 'cases', (s?: Setting) => aCase(s)],
    ['accepts_new_peer_review_submissions', 'peer_reviews', (s?: Setting) => aPeerReview(s)],
  ] as const) {
    flag(
      name,
      async () => {
        const d = await (await begin({ flags: { [name]: true } })).draft();
        expect((await t.request(d.cast.requester, 'POST', d.url('/submit'), await d.atShownPrice())).status).toBe(200);
      },
      async () => {
        const d = await (await begin()).draft();
        await setFlags(t, d.cast.organization_id, { flags: { [name]: false } });
        for (const url of [`/api/v1/${path}`, d.url('/submit')]) {
          const refused = await t.request(d.cast.requester, 'POST', url, {});
          expect([refused.status, refused.problem.code]).toEqual([403, 'not_accepting']);
        }
        expect((await t.request(d.cast.requester, 'GET', d.url())).status).toBe(200);
      },
    );
  }
  const offered = async (on: boolean) => {
    const d = await aPeerReview({ flags: { for_peer_reviews: on } });
    const { status } = await t.request(d.cast.requester, 'POST', '/api/v1/peer_reviews', {});
    return [(await catalogue(d)).organizations.some(({ id }) => id === d.cast.organization_id), status];
  };
  flag(
    'for_peer_reviews',
    async () => expect(await offered(true)).toEqual([true, 201]),
    async () => expect(await offered(false)).toEqual([false, 403]),
  );
  const copies = async (on: boolean) => {
    const d = await (await aCase({ flags: { allow_copy_cases: on } })).draft();
    const { status } = await t.request(d.cast.requester, 'POST', '/api/v1/cases', { copy_of: d.id });
    return [(await detail(d)).abilities['copy']?.allowed ?? false, status];
  };
  flag(
    'allow_copy_cases',
    async () => expect(await copies(true)).toEqual([true, 201]),
    async () => expect(await copies(false)).toEqual([false, 403]),
  );
});

describe('the order', () => {
  fieldFlag('case_type_enabled', (s) => aCase(s), {
    key: 'case_type',
    section: 'step_one',
    value: 'mal',
    settings: { case_type_options: [{ value: 'mal', label: 'Malpractice' }] },
  });
  fieldFlag('peer_review_type_enabled', (s) => aPeerReview(s), {
    key: 'review_type',
    section: 'step_one',
    value: 'oppe',
  });
  fieldFlag('enable_expedited_peer_reviews', (s) => aPeerReview(s), {
    key: 'expedited',
    section: 'step_one',
    value: true,
  });
  fieldFlag('enable_license_id_field_for_peer_review_subscription', (s) => aPeerReview(s), {
    key: 'license_id',
    section: 'step_two',
    value: '036-114552',
  });

  const limited = async (on: boolean) => {
    const d = await (await aPeerReview({ flags: { allow_limited_peer_review_pricing: on } })).draft();
    const offers = (await catalogue(d)).options['services']?.map(({ value }) => value);
    return [offers?.includes('limited'), await sends(d, 'step_one', { service: 'limited' })];
  };
  flag(
    'allow_limited_peer_review_pricing',
    async () => expect(await limited(true)).toEqual([true, 200]),
    async () => expect(await limited(false)).toEqual([false, 403]),
  );

  const named = async (on: boolean) => {
    const d = await aPeerReview({ flags: { enable_claimant_field_for_peer_review_submission: on } });
    await d.draft();
    const charts = [{ key: 'c_a', label: 'Chart A', patient_name: 'Ines Amato', encounters: [{ from: '2026-08-03' }] }];
    return [(await catalogue(d)).organization?.['claimant_field'], await sends(d, 'step_three', { charts })];
  };
  flag(
    'enable_claimant_field_for_peer_review_submission',
    async () => expect(await named(true)).toEqual([true, 200]),
    async () => expect(await named(false)).toEqual([false, 403]),
  );

  const prompt = async (on: boolean) => {
    const flags = { questions_for_expert_prompt_enabled: on };
    const d = await aCase({ flags, settings: { questions_for_expert_prompt: 'Liability first.' } });
    return String((await catalogue(d)).organization?.['questions_prompt']);
  };
  flag(
    'questions_for_expert_prompt_enabled',
    async () => expect(await prompt(true)).toBe('Liability first.'),
    async () => expect(await prompt(false)).not.toContain('Liability'),
  );

  const guests = [{ name: 'Ana Ruiz', email: 'ana.ruiz@elsewhere.test' }];
  const domains = async (on: boolean) => {
    const flags = { email_domain_whitelisting_enabled: on };
    const d = await (await aCase({ flags, settings: { allowed_email_domains: ['own.test'] } })).draft();
    await sends(d, 'step_four', { attendees: guests });
    const ordered = await t.request(d.cast.requester, 'POST', d.url('/submit'), await d.atShownPrice());
    const invited = await t.request(d.cast.requester, 'POST', d.url('/attendees'), { ...guests[0], role: '' });
    return [ordered.status, invited.status];
  };
  flag(
    'email_domain_whitelisting_enabled',
    async () => expect(await domains(true)).toEqual([422, 422]),
    async () => expect((await domains(false))[0]).toBe(200),
  );
});

describe('records', () => {
  const files = async (d: CaseDriver) => (await t.request<FileListView>(d.cast.requester, 'GET', d.url('/files'))).body;
  const patch = async (d: CaseDriver, body: unknown) =>
    (await t.request(d.cast.requester, 'PATCH', `/api/v1/files/${d.fileId}`, body)).status;

  const demand = async (on: boolean) => {
    const d = await (await aCase({ flags: { allow_demand_letter_upload: on } })).draft();
    const { rules } = await files(d);
    return [rules.categories.includes('demand_letter'), await patch(d, { category: 'demand_letter' })];
  };
  flag(
    'allow_demand_letter_upload',
    async () => expect(await demand(true)).toEqual([true, 200]),
    async () => expect(await demand(false)).toEqual([false, 403]),
  );

  const hides = async (on: boolean) => {
    const d = await aCase({ flags: { enable_visible_non_visible_records_for_case_reviews: on } });
    await d.draft();
    return [(await files(d)).rules.hides, await patch(d, { visible_to_expert: false })];
  };
  flag(
    'enable_visible_non_visible_records_for_case_reviews',
    async () => expect(await hides(true)).toEqual([true, 200]),
    async () => expect(await hides(false)).toEqual([false, 403]),
  );

  const withoutRecords = async (flags: Flags) => {
    const d = await (await aCase({ flags })).draft();
    await dropRecords(d);
    await d.submitted();
    return t.request(d.cast.clinOps, 'POST', d.url('/actions/release_to_matching'), {});
  };
  flag(
    'allow_case_matching_without_files',
    async () => expect((await withoutRecords({ allow_case_matching_without_files: true })).status).toBe(200),
    async () => expect((await withoutRecords({ allow_case_matching_without_files: false })).status).toBe(409),
  );

  const selects = async (on: boolean) => {
    const d = await aCase({ flags: { allow_expert_selection_without_files: on } });
    await d.to('presented');
    await dropRecords(d);
    const { id } = await t.world.db
      .selectFrom('candidates')
      .select('id')
      .where('review_id', '=', d.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    return t.request(d.cast.requester, 'POST', d.url(`/candidates/${id}/select`), {});
  };
  flag(
    'allow_expert_selection_without_files',
    async () => expect((await selects(true)).status).toBe(200),
    async () => {
      const refused = await selects(false);
      expect(refused.status).toBe(409);
      expect(refused.problem.detail).toMatch(/record/i);
    },
  );
});

describe('the call', () => {
  const accepted = async (setting: Setting) => {
    const d = await aCase(setting);
    await d.to('selected');
    return d.accepted();
  };

  const subscribers = async (on: boolean) => {
    const d = await (await aCase({ flags: { allow_case_review_call_subscribers: on } })).to('submitted');
    const body = { name: 'Ana Ruiz', email: 'ana.ruiz@own.test', role: '' };
    const { status } = await t.request(d.cast.requester, 'POST', d.url('/attendees'), body);
    return [(await fieldsOf(d)).includes('attendees'), status];
  };
  flag(
    'allow_case_review_call_subscribers',
    async () => expect(await subscribers(true)).toEqual([true, 200]),
    async () => expect(await subscribers(false)).toEqual([false, 403]),
  );

  const proposes = async (on: boolean) => {
    const d = await accepted({ flags: { allow_case_review_scheduling_with_no_expert_times: on } });
    const starts_at = new Date(t.clock.now().getTime() + 3 * 86_400_000);
    starts_at.setUTCHours(16, 0, 0, 0);
    const body = { starts_at: starts_at.toISOString(), zone: 'America/Chicago' };
    const ask = async (who: Person) => (await t.request(who, 'POST', d.url('/call/propose'), body)).status;
    const view = await d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'));
    const stranger = await t.world.consultant(await t.world.organization({}));
    const refused = [await ask(stranger), await ask(d.cast.expert)];
    const first = await ask(d.cast.requester);
    // a time stands, or none ever can: the state is not what is told where the organization does not use it
    return [view.can.propose, ...refused, first, await ask(d.cast.requester)];
  };
  flag(
    'allow_case_review_scheduling_with_no_expert_times',
    async () => expect(await proposes(true)).toEqual([true, 404, 403, 200, 409]),
    async () => expect(await proposes(false)).toEqual([false, 404, 403, 403, 403]),
  );

  /** Office hours in the evening, a time offered in the morning: what the schedule says of it, and whether it is taken. */
  const outside = async (flags: Flags) => {
    const d = await accepted({ flags });
    await t.world.db
      .updateTable('organizations')
      .set({ business_hours: json({ start_time: '20:00', end_time: '21:00', time_zone: 'America/Chicago' }) })
      .where('id', '=', d.cast.organization_id)
      .execute();
    await d.offered();
    const view = await d.must<ScheduleView>(d.cast.requester, 'GET', d.url('/schedule'));
    const [first] = await d.offers();
    const body = { offer_id: first?.id, zone: 'America/Chicago' };
    const chosen = await t.request(d.cast.requester, 'POST', d.url('/call'), body);
    return [[...new Set(view.offers.map((o) => o.outside_hours))], chosen.status];
  };
  flag(
    'business_hours_enabled',
    async () => expect(await outside({ business_hours_enabled: true })).toEqual([['warn'], 200]),
    async () => expect(await outside({ business_hours_enabled: false })).toEqual([[null], 200]),
  );
  flag(
    'business_hours_strict',
    async () =>
      expect(await outside({ business_hours_enabled: true, business_hours_strict: true })).toEqual([['refuse'], 422]),
    async () =>
      expect(await outside({ business_hours_enabled: true, business_hours_strict: false })).toEqual([['warn'], 200]),
  );
});

describe('experts', () => {
  const presented = async (flags: Flags) => {
    const d = await aCase({ flags });
    await d.to('presented');
    const shown = await d.must<{ candidates: { name: string | null }[] }>(
      d.cast.requester,
      'GET',
      d.url('/candidates'),
    );
    return shown.candidates.map((c) => c.name);
  };
  flag(
    'redacted_medical_expert_cvs',
    async () => expect(new Set(await presented({ redacted_medical_expert_cvs: true }))).toEqual(new Set([null])),
    async () => expect(await presented({ redacted_medical_expert_cvs: false })).not.toContain(null),
  );

  const invites = async (on: boolean) => {
    const organization_id = await t.world.organization({ flags: { enable_external_expert: on } });
    const admin = await t.world.person({ role: 'org_admin', organization_id });
    const body = { email: `own-${on}@own.test`, role: 'user', profile_type: 'ExternalMedicalExpert', organization_id };
    return t.request(admin, 'POST', '/api/v1/people/invitations', body);
  };
  flag(
    'enable_external_expert',
    async () => expect((await invites(true)).status).toBe(201),
    async () => expect((await invites(false)).status).toBe(403),
  );

  const setExpert = (d: CaseDriver, values: Flags) =>
    t.world.db.updateTable('expert_profiles').set(values).where('profile_id', '=', d.cast.expert.profile_id).execute();
  const invited = async () => {
    const d = await aCase();
    await d.to('presented');
    return d.selected();
  };
  // what an expert earns is kept for each once experts have fees of their own; the customer's price is nobody else's
  const earnings = async (on: boolean) => {
    const d = await invited();
    await setExpert(d, { display_earnings: on });
    const told = await d.must<Record<string, unknown>>(d.cast.expert, 'GET', `/api/v1/invitations/review-${d.id}`);
    expect(Object.keys(told).filter((key) => key.endsWith('_cents'))).toEqual([]);
    const me = await d.must<CurrentUser>(d.cast.expert, 'GET', '/api/v1/users/current_user');
    return me.profileable?.feature_flags?.display_earnings;
  };
  flag(
    'display_earnings',
    async () => expect(await earnings(true)).toBe(true),
    async () => expect(await earnings(false)).toBe(false),
  );
  const contact = async (on: boolean) => {
    const d = await invited();
    await setExpert(d, { display_contact_information: on });
    await d.accepted();
    return (await detail(d)).people.find((p) => p.contact !== null)?.contact ?? null;
  };
  flag(
    'display_contact_information',
    async () => expect(await contact(true)).toMatchObject({ email: expect.stringContaining('@') }),
    async () => expect(await contact(false)).toBeNull(),
  );
});

import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'vitest';
import { zoned } from '../../../src/core/time.ts';
import type { CurrentUser } from '../../../src/features/accounts/contract.ts';
import { landingRoute } from '../../../src/features/accounts/rules.ts';
import type { Organization, OrganizationAgreement } from '../../../src/features/organizations/contract.ts';
import { PASSWORD, PASSWORD_HASH } from '../../harness/password.ts';
import type { Person } from '../../harness/world.ts';
import { type Effect, type Effects, type Stage, textIn } from './stage.ts';

/* Mails, signing in, names, holds: what an organization is for its people and for us. */

const me = async (stage: Stage, who: Person) => (await stage.get<CurrentUser>(who, '/api/v1/users/current_user')).body;

/** A member of an organization, and what is seen of them. */
const member =
  (look: (stage: Stage, who: Person) => Promise<unknown>): Effect['scene'] =>
  async (stage) => {
    const organization_id = await stage.t.world.organization();
    const who = await stage.t.world.person({
      profile: 'ClaimConsultant',
      organization_id,
      password_hash: PASSWORD_HASH,
    });
    return { of: { organization_id }, look: () => look(stage, who) };
  };
const label = member(async (stage, who) => (await me(stage, who)).profile_label);

const mailsTo = (side: 'requester' | 'expert'): Effect => ({
  seen: 'a mail',
  scene: async (stage) => {
    const of = await stage.cast();
    return {
      of,
      look: async () => {
        const d = await stage.aCase(of).to('presented');
        await d.selected();
        return [...new Set((await stage.mails(d, of[side])).map(({ status }) => status))];
      },
    };
  },
  on: ['suppressed'],
  off: ['outbox'],
});

/** The number on a record's first page as it is ordered: it begins with the organization's letters. */
const numbered = async (stage: Stage) => {
  const of = await stage.cast();
  const d = await stage.aCase(of).draft();
  expect(await stage.status(of.requester, 'PATCH', `/api/v1/files/${d.fileId}`, { position: 1 })).toBe(200);
  return { of, look: async () => (await stage.files(d)).data[0]?.bates_from };
};

const agreement = async (stage: Stage, organization_id: number, source?: string) => {
  const url = `/api/v1/organizations/${organization_id}/agreement`;
  const keeper = await stage.t.world.staff('super_admin');
  const { lock_version } = (await stage.get<OrganizationAgreement>(keeper, url)).body;
  stage.t.clock.advance({ minutes: 1 });
  if (source !== undefined) expect(await stage.status(keeper, 'PUT', url, { lock_version, source })).toBe(200);
};

export const ACCESS: Effects = {
  disable_requester_emails: mailsTo('requester'),
  disable_expert_emails: mailsTo('expert'),
  enable_referrer_email: {
    seen: 'a mail',
    scene: async (stage) => {
      const of = await stage.cast();
      const email = 'referrer@own.test';
      return {
        of,
        look: async () => {
          const d = await stage.aCase(await stage.otherExperts(of)).draft();
          const taken = await stage.sends(d, 'step_one', { referrer_email: email });
          await d.to('accepted');
          return { taken, mails: (await stage.mails(d, { email })).map(({ template }) => template) };
        },
      };
    },
    on: { taken: 200, mails: ['referrer_status', 'referrer_status'] },
    off: { taken: 403, mails: [] },
  },
  require_second_factor: {
    seen: 'an API answer',
    scene: member(async (stage, { email }) => {
      const entered = await stage.t.request<CurrentUser>(null, 'POST', '/api/v1/user/login', {
        email,
        password: PASSWORD,
      });
      return [entered.status, entered.body.needs_two_factor];
    }),
    on: [200, true],
    off: [200, false],
  },
  use_generic_claim_professional_label: {
    seen: 'an open page',
    beside: { settings: { claim_professional_label: 'Adjuster' } },
    scene: label,
    on: 'Adjuster',
    off: 'Claim consultant',
  },
  claim_professional_label: {
    seen: 'an open page',
    beside: { flags: { use_generic_claim_professional_label: true } },
    scene: label,
    value: 'Case handler',
    without: 'Claim consultant',
    with: 'Case handler',
  },
  profile_aliases: {
    seen: 'an open page',
    scene: label,
    value: { ClaimConsultant: 'Adjuster' },
    without: 'Claim consultant',
    with: 'Adjuster',
  },
  default_route_on_login: {
    seen: 'an open page',
    scene: member(async (stage, who) => {
      const { organization } = await me(stage, who);
      return landingRoute({
        role: 'user',
        profile_type: 'ClaimConsultant',
        is_review_manager: false,
        kinds: ['Case', 'PeerReview'],
        path: '/',
        default_route_on_login: organization?.feature_flags.default_route_on_login ?? '',
      });
    }),
    value: 'peer-review-list',
    without: textIn('/case'),
    with: textIn('/peer-review'),
  },
  name: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.aCase(of).to('submitted');
      return { of, look: async () => (await stage.detail(d, of.clinOps)).organization?.name };
    },
    value: 'Harborline Mutual',
    without: textIn('Organization '),
    with: 'Harborline Mutual',
  },
  preferred_short_name: {
    seen: 'an API answer',
    scene: numbered,
    value: 'Quick Zebra',
    without: textIn('O'),
    with: 'QZ000001',
  },
  shortest_name: { seen: 'an API answer', scene: numbered, value: 'HLM', without: textIn('O'), with: 'HLM000001' },
  time_zone: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aCase(of).to('submitted');
          const due_on = new Date(stage.t.clock.now().getTime() + 9 * 86_400_000).toISOString().slice(0, 10);
          await d.must(of.clinOps, 'POST', d.url('/file_requests'), { items: [{ label: 'ED log' }], due_on });
          await stage.t.settle();
          const due = zoned(new Date((await stage.detail(d)).due?.at ?? 0), 'Pacific/Honolulu');
          return due.hour === 17 ? 'at five there' : 'at another hour';
        },
      };
    },
    value: 'Pacific/Honolulu',
    without: 'at another hour',
    with: 'at five there',
  },
  platform_type: {
    seen: 'a job’s next run',
    scene: async (stage) => {
      const of = await stage.cast();
      return { of, look: async () => (await stage.aCase(of).to('submitted')).status() };
    },
    value: 'saas',
    without: 'in_intake',
    with: 'expert_selection',
  },
  friendly_registration_slug: {
    seen: 'an API answer',
    scene: member(async (stage) => {
      const answer = await stage.t.request(null, 'GET', '/api/v1/registrations/organizations/quick-zebra');
      return answer.status;
    }),
    value: 'quick-zebra',
    without: 404,
    with: 200,
  },
  billing_hold: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aCase(of).draft();
          const sent = await stage.t.request(of.requester, 'POST', d.url('/submit'), await d.atShownPrice());
          return { told: (await me(stage, of.requester)).organization?.billing_hold, sent: sent.status };
        },
      };
    },
    on: { told: true, sent: 409 },
    off: { told: false, sent: 200 },
  },
  eula: {
    seen: 'an open page',
    scene: member(async (stage, who) => (await me(stage, who)).needs_to_accept_eula),
    change: (stage, { organization_id }) => agreement(stage, organization_id, '# Terms\n\nOne.'),
    without: false,
    with: true,
  },
  eula_updated_at: {
    seen: 'an open page',
    scene: async (stage) => {
      const organization_id = await stage.t.world.organization();
      const who = await stage.t.world.consultant(organization_id);
      await agreement(stage, organization_id, 'One.');
      stage.t.clock.advance({ minutes: 1 });
      const eula_accepted_at = stage.t.clock.now().toISOString();
      const user = { id: who.user_id, eula_accepted_at };
      expect(await stage.status(who, 'PUT', '/api/v1/users', { user })).toBe(200);
      return { of: { organization_id }, look: async () => (await me(stage, who)).needs_to_accept_eula };
    },
    change: (stage, { organization_id }) => agreement(stage, organization_id, 'Two.'),
    trail: 'eula',
    without: false,
    with: true,
  },
  logo: {
    seen: 'an open page',
    scene: member(async (stage, who) => {
      const { logo } = (await stage.get<Organization>(who, `/api/v1/organizations/${who.organization_id}`)).body;
      if (logo === null) return 'none';
      return (await stage.t.request(null, 'GET', logo)).headers['content-type'];
    }),
    change: async (stage, { organization_id }) => {
      const keeper = await stage.t.world.staff('super_admin');
      const picture = createCanvas(90, 30).toBuffer('image/png');
      const url = `/api/v1/organizations/${organization_id}/logo`;
      const sent = await stage.t.request(keeper, 'PUT', url, picture, { 'content-type': 'image/png' });
      expect(sent.status).toBe(200);
    },
    without: 'none',
    with: 'image/webp',
  },
};

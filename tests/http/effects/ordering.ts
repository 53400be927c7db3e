import type { Kind } from '../../../src/core/kinds.ts';
import type { Cast, ReviewDriver } from '../../harness/review-driver.ts';
import { type Effect, type Effects, fieldOfStep, type Stage, textIn } from './stage.ts';

/* What can be ordered, and what an order asks. */

export interface KindOfEffect {
  cast: (stage: Stage) => Promise<Cast>;
  begin: (stage: Stage, cast: Cast) => ReviewDriver;
}
const CASES: KindOfEffect = { cast: (stage) => stage.cast(), begin: (stage, cast) => stage.aCase(cast) };
export const IMES: KindOfEffect = { cast: (stage) => stage.cast(), begin: (stage, cast) => stage.anIme(cast) };
const PEERS: KindOfEffect = { cast: (stage) => stage.peerCast(), begin: (stage, cast) => stage.aPeerReview(cast) };

/** The kind exists for the organization's people; whoever works on what runs sees it all the same. */
export const enabled = ({ cast, begin }: KindOfEffect): Effect => ({
  seen: 'an open page',
  scene: async (stage) => {
    const of = await cast(stage);
    const d = await begin(stage, of).to('released');
    return {
      of,
      look: async () => ({
        review: await stage.status(of.requester, 'GET', d.url()),
        order: await stage.status(of.requester, 'POST', `/api/v1/${d.kind.resource}`, {}),
        at_the_desk: await stage.status(of.clinOps, 'GET', d.url()),
      }),
    };
  },
  on: { review: 200, order: 201, at_the_desk: 200 },
  off: { review: 404, order: 404, at_the_desk: 200 },
});

export const accepting = ({ cast, begin }: KindOfEffect): Effect => ({
  seen: 'an API answer',
  scene: async (stage) => {
    const of = await cast(stage);
    const drafts = [await begin(stage, of).draft(), await begin(stage, of).draft()];
    const running = await begin(stage, of).to('submitted');
    return {
      of,
      look: async () => {
        const draft = drafts.shift();
        if (!draft) throw new Error('Two looks are taken.');
        const made = await stage.t.request(of.requester, 'POST', `/api/v1/${draft.kind.resource}`, {});
        const body = await draft.atShownPrice();
        const sent = await stage.t.request(of.requester, 'POST', draft.url('/submit'), body);
        return {
          made: made.status < 400 ? made.status : made.problem.code,
          sent: sent.status < 400 ? sent.status : sent.problem.code,
          running: await stage.status(of.requester, 'GET', running.url()),
        };
      },
    };
  },
  on: { made: 201, sent: 200, running: 200 },
  off: { made: 'not_accepting', sent: 'not_accepting', running: 200 },
});

/** The organization is offered as the one that orders. */
export const ordersFor = (kind: Kind, { cast, begin }: KindOfEffect): Effect => ({
  seen: 'an API answer',
  scene: async (stage) => {
    const of = await cast(stage);
    return {
      of,
      look: async () => ({
        offered: await stage.offered(of, kind),
        ordered: await stage.status(of.requester, 'POST', `/api/v1/${begin(stage, of).kind.resource}`, {}),
      }),
    };
  },
  on: { offered: true, ordered: 201 },
  off: { offered: false, ordered: 403 },
});

export const labels = (d: ReviewDriver, stage: Stage, options: string) => async () =>
  (await stage.catalogue(d)).options[options]?.map(({ label }) => label);

const prompted = async (stage: Stage) => {
  const of = await stage.cast();
  const d = stage.aCase(of);
  return { of, look: async () => String((await stage.catalogue(d)).organization?.['questions_prompt']) };
};

const limitedTotal = async (stage: Stage) => {
  const of = await stage.peerCast();
  return {
    of,
    look: async () => {
      const d = await stage.aPeerReview(of).draft({ service: 'limited' });
      return (await d.atShownPrice()).confirmed_total_cents;
    },
  };
};

const GUEST = { name: 'Ana Ruiz', email: 'ana.ruiz@elsewhere.test' };
/** A guest of another domain is asked to the call, and a colleague of one invited. */
const domains = async (stage: Stage) => {
  const of = await stage.cast();
  const admin = await stage.orgAdmin(of);
  let serial = 0;
  return {
    of,
    look: async () => {
      const d = await stage.aCase(of).to('submitted');
      serial += 1;
      return {
        asked: await stage.status(of.requester, 'POST', d.url('/attendees'), { ...GUEST, role: '' }),
        invited: await stage.status(admin, 'POST', '/api/v1/people/invitations', {
          email: `colleague-${d.id}-${serial}@elsewhere.test`,
          role: 'user',
          profile_type: 'ClaimConsultant',
          organization_id: of.organization_id,
        }),
      };
    },
  };
};
const ANYBODY = { asked: 200, invited: 201 };
const OWN_ONLY = { asked: 422, invited: 422 };

export const ORDERING: Effects = {
  case_reviews_enabled: enabled(CASES),
  peer_reviews_enabled: enabled(PEERS),
  accepts_new_case_submissions: accepting(CASES),
  accepts_new_peer_review_submissions: accepting(PEERS),
  for_peer_reviews: ordersFor('PeerReview', PEERS),
  allow_copy_cases: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.aCase(of).draft();
      return {
        of,
        look: async () => ({
          offered: (await stage.detail(d)).abilities['copy']?.allowed ?? false,
          copied: await stage.status(of.requester, 'POST', '/api/v1/cases', { copy_of: d.id }),
        }),
      };
    },
    on: { offered: true, copied: 201 },
    off: { offered: false, copied: 403 },
  },
  case_type_enabled: {
    ...fieldOfStep('case', { key: 'case_type', section: 'step_one', value: 'mal' }),
    beside: { settings: { case_type_options: [{ value: 'mal', label: 'Malpractice' }] } },
  },
  case_type_options: {
    seen: 'an API answer',
    beside: { flags: { case_type_enabled: true } },
    scene: async (stage) => {
      const of = await stage.cast();
      return { of, look: labels(stage.aCase(of), stage, 'case_types') };
    },
    value: [{ value: 'disability', label: 'Disability' }],
    without: [],
    with: ['Disability'],
  },
  peer_review_type_enabled: fieldOfStep('peer', { key: 'review_type', section: 'step_one', value: 'oppe' }),
  enable_expedited_peer_reviews: fieldOfStep('peer', { key: 'expedited', section: 'step_one', value: true }),
  enable_license_id_field_for_peer_review_subscription: fieldOfStep('peer', {
    key: 'license_id',
    section: 'step_two',
    value: '036-114552',
  }),
  allow_limited_peer_review_pricing: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.peerCast();
      const d = await stage.aPeerReview(of).draft();
      return {
        of,
        look: async () => ({
          offered: (await stage.catalogue(d)).options['services']?.some(({ value }) => value === 'limited'),
          taken: await stage.sends(d, 'step_one', { service: 'limited' }),
        }),
      };
    },
    on: { offered: true, taken: 200 },
    off: { offered: false, taken: 403 },
  },
  limited_peer_review_price: {
    seen: 'an API answer',
    beside: { flags: { allow_limited_peer_review_pricing: true } },
    scene: limitedTotal,
    value: 200,
    without: 22_500,
    with: 30_000,
  },
  enable_claimant_field_for_peer_review_submission: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.peerCast();
      const d = await stage.aPeerReview(of).draft();
      const charts = [
        { key: 'c_a', label: 'Chart A', patient_name: 'Ines Amato', encounters: [{ from: '2026-08-03' }] },
      ];
      return {
        of,
        look: async () => ({
          asked: (await stage.catalogue(d)).organization?.['claimant_field'],
          taken: await stage.sends(d, 'step_three', { charts }),
        }),
      };
    },
    on: { asked: true, taken: 200 },
    off: { asked: false, taken: 403 },
  },
  questions_for_expert_prompt_enabled: {
    seen: 'an API answer',
    beside: { settings: { questions_for_expert_prompt: 'Liability first.' } },
    scene: prompted,
    on: 'Liability first.',
    off: textIn('One issue'),
  },
  questions_for_expert_prompt: {
    seen: 'an API answer',
    scene: prompted,
    value: 'Causation first.',
    without: textIn('One issue'),
    with: 'Causation first.',
  },
  email_domain_whitelisting_enabled: {
    seen: 'an API answer',
    beside: { settings: { allowed_email_domains: ['own.test'] } },
    scene: domains,
    on: OWN_ONLY,
    off: ANYBODY,
  },
  allowed_email_domains: {
    seen: 'an API answer',
    beside: { flags: { email_domain_whitelisting_enabled: true } },
    scene: domains,
    value: ['elsewhere.test'],
    without: OWN_ONLY,
    with: ANYBODY,
  },
  enable_sales_tracking_by_default: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aCase(of).draft();
          return (await d.must<{ tracked: boolean }>(of.admin, 'GET', d.url('/sales'))).tracked;
        },
      };
    },
    on: true,
    off: false,
  },
};

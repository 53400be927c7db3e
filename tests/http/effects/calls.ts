import type { ConnectedAccount } from '../../../src/features/connected-accounts/contract.ts';
import { json } from '../../../src/platform/db/json.ts';
import type { Cast } from '../../harness/review-driver.ts';
import type { Effect, Effects, Stage } from './stage.ts';

/* Calls: who is on them, when they are, and what follows. */

const GUEST = { name: 'Ana Ruiz', email: 'ana.ruiz@own.test', role: '' };

/** A peer review whose report was delivered and which is to be talked over. */
async function peerCalled(stage: Stage, cast: Cast) {
  const d = await stage.aPeerReview(cast).to('delivered');
  await d.must(cast.requester, 'POST', d.url('/actions/request_call'), { reason: 'Two findings to talk over.' });
  await stage.t.settle();
  return d;
}

const subscribers = (begin: (stage: Stage) => Promise<Awaited<ReturnType<typeof peerCalled>>>): Effect => ({
  seen: 'an API answer',
  scene: async (stage) => {
    const d = await begin(stage);
    let serial = 0;
    return {
      of: d.cast,
      look: async () => ({
        offered: (await stage.schedule(d)).attendees_allowed,
        asked: await stage.status(d.cast.requester, 'POST', d.url('/attendees'), {
          ...GUEST,
          email: `guest-${(serial += 1)}@own.test`,
        }),
      }),
    };
  },
  on: { offered: true, asked: 200 },
  off: { offered: false, asked: 403 },
});

/** Whether the organization's people can connect a provider that the operator set up. */
const connects = (provider: string, use = 'meetings', own: Record<string, boolean> = {}): Effect => ({
  seen: 'an API answer',
  scene: async (stage) => {
    const of = await stage.cast();
    await stage.t.world.db
      .updateTable('users')
      .set({ feature_flags: json(own) })
      .where('id', '=', of.requester.user_id)
      .execute();
    return {
      of,
      look: async () => {
        const { body } = await stage.t.request<{ data: ConnectedAccount[] }>(
          of.requester,
          'GET',
          '/api/v1/connected-accounts',
        );
        return {
          offered: body.data.some(
            (one) => one.provider === provider && one.uses.some((row) => row.use === use && row.allowed),
          ),
          begun: await stage.status(of.requester, 'POST', `/api/v1/connected-accounts/${provider}/begin`, {
            uses: [use],
          }),
        };
      },
    };
  },
  on: { offered: true, begun: 200 },
  off: { offered: false, begun: 404 },
});

/** Before the expert gave any time: whether the requester may propose one, and what answers the proposal. */
const proposes = (begin: (stage: Stage) => Promise<Awaited<ReturnType<typeof peerCalled>>>): Effect => ({
  seen: 'an API answer',
  scene: async (stage) => {
    const d = await begin(stage);
    return {
      of: d.cast,
      look: async () => {
        const starts_at = new Date(stage.t.clock.now().getTime() + 5 * 86_400_000);
        starts_at.setUTCHours(16, 0, 0, 0);
        const { can } = await stage.schedule(d);
        return {
          offered: can.propose,
          proposed: await stage.status(d.cast.requester, 'POST', d.url('/call/propose'), {
            starts_at: starts_at.toISOString(),
            zone: 'America/Chicago',
          }),
        };
      },
    };
  },
  on: { offered: true, proposed: 200 },
  off: { offered: false, proposed: 403 },
});

const awaitingTimes = async (stage: Stage) => stage.aCase(await stage.cast()).to('accepted');
const called = async (stage: Stage) => peerCalled(stage, await stage.peerCast());

/** What the schedule says of times in the morning, and where it refuses them, what answers who chooses one. */
const morning = async (stage: Stage) => {
  const d = await stage.aCase(await stage.cast()).to('offered');
  return {
    of: d.cast,
    look: async () => {
      const { offers } = await stage.schedule(d);
      const [hours] = new Set(offers.map((one) => one.outside_hours));
      if (hours !== 'refuse') return hours;
      const body = { offer_id: offers[0]?.id, zone: 'America/Chicago' };
      return [hours, await stage.status(d.cast.requester, 'POST', d.url('/call'), body)];
    },
  };
};
const EVENING = { start_time: '20:00', end_time: '21:00', time_zone: 'America/Chicago' };

/** Whether a case is closed by itself this many hours after its call, with the warning before. */
const closes = (hours: number) => async (stage: Stage) => {
  const of = await stage.cast();
  return {
    of,
    look: async () => {
      const d = await stage.held(await stage.otherExperts(of));
      for (const step of [hours - 24, 24]) {
        stage.t.clock.advance({ hours: step });
        await stage.t.settle();
      }
      return d.status();
    },
  };
};

export const CALLS: Effects = {
  allow_case_review_call_subscribers: subscribers(async (stage) =>
    stage.aCase(await stage.cast()).to('submitted', { needed_by: '2029-06-29' }),
  ),
  allow_peer_review_call_subscribers: subscribers(called),
  allow_case_review_scheduling_with_no_expert_times: proposes(awaitingTimes),
  allow_peer_review_scheduling_with_no_expert_times: proposes(called),
  business_hours_enabled: {
    seen: 'an open page',
    beside: { settings: { business_hours: EVENING } },
    scene: morning,
    on: 'warn',
    off: null,
  },
  business_hours_strict: {
    seen: 'an API answer',
    beside: { flags: { business_hours_enabled: true }, settings: { business_hours: EVENING } },
    scene: morning,
    on: ['refuse', 422],
    off: 'warn',
  },
  business_hours: {
    seen: 'an open page',
    beside: { flags: { business_hours_enabled: true } },
    scene: morning,
    value: EVENING,
    without: null,
    with: 'warn',
  },
  enable_automated_case_closeouts: {
    seen: 'a job’s next run',
    scene: closes(73),
    on: 'closed',
    off: 'call_completed',
  },
  automated_closeout_delay_in_hours: {
    seen: 'a job’s next run',
    scene: closes(49),
    value: 48,
    without: 'closeout_pending',
    with: 'closed',
  },
  enable_case_closeout_transfer_requests: {
    seen: 'an open page',
    beside: { flags: { enable_automated_case_closeouts: false } },
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.held(of);
      return {
        of,
        look: async () => ({
          offered: (await stage.detail(d)).abilities['request_transfer']?.allowed ?? false,
          asked: await stage.status(of.requester, 'POST', d.url('/actions/request_transfer'), {
            reason: 'It goes to another desk.',
          }),
        }),
      };
    },
    on: { offered: true, asked: 200 },
    off: { offered: false, asked: 403 },
  },
  disable_ratings: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.held(of);
      return {
        of,
        look: async () => ({
          shown: (await stage.detail(d)).organization?.ratings_enabled,
          page: await stage.status(of.requester, 'GET', d.url('/ratings/medical_expert')),
        }),
      };
    },
    on: { shown: false, page: 403 },
    off: { shown: true, page: 200 },
  },
  enable_zoom_oauth_integrations: connects('zoom'),
  enable_teams_oauth_integrations: connects('microsoft'),
  enable_box_api_integration: connects('box', 'files', { box_folder_access: true }),
};

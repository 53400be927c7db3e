import type { CurrentUser } from '../../../src/features/accounts/contract.ts';
import type { MeetingTypes } from '../../../src/features/reviews/contract/meeting-types.ts';
import { setFlags } from '../../harness/flags.ts';
import { PASSWORD, PASSWORD_HASH } from '../../harness/password.ts';
import { type Effects, textIn } from './stage.ts';

/* What is set about one person. */

const CALL = {
  kind: 'Case',
  gets: 'One question by phone.',
  minutes: 20,
  buffer_before: 0,
  buffer_after: 10,
  price_cents: 31_000,
  report: false,
  retired: false,
};

export const PEOPLE: Effects = {
  enable_admin_alert_emails: {
    seen: 'a mail',
    scene: async (stage) => {
      const staff = await stage.t.world.staff('matching_admin');
      return {
        of: staff,
        look: async () => {
          const of = await stage.cast();
          const d = await stage.aCase(of).to('presented');
          for (let tries = 0; tries < 3; tries += 1) {
            await d.selected();
            await d.must(of.expert, 'POST', `/api/v1/invitations/review-${d.id}/decline`, { reason: 'too_soon' });
            await stage.t.settle();
            if (tries < 2) await d.presented();
          }
          return (await stage.mails(d, staff))
            .filter(({ template }) => template === 'matching_alarm')
            .map(({ status }) => status);
        },
      };
    },
    on: ['outbox'],
    off: ['suppressed'],
  },
  allow_admin_manage_meeting_types: {
    seen: 'an API answer',
    scene: async (stage) => {
      const organization_id = await stage.t.world.organization();
      const admin = await stage.orgAdmin({ organization_id });
      const url = '/api/v1/meeting_types';
      return {
        of: admin,
        look: async () => ({
          offered: (await stage.get<MeetingTypes>(admin, `${url}?organization_id=${organization_id}`)).body.change
            .allowed,
          added: await stage.status(admin, 'POST', url, { organization_id, name: 'Call, 20 minutes', ...CALL }),
        }),
      };
    },
    on: { offered: true, added: 201 },
    off: { offered: false, added: 403 },
  },
  // the user menu shows them by this: shell.spec
  enable_bookmark_urls: {
    seen: 'an open page',
    scene: async (stage) => {
      const who = await stage.t.world.consultant(await stage.t.world.organization());
      return {
        of: who,
        look: async () =>
          (await stage.get<CurrentUser>(who, '/api/v1/users/current_user')).body.feature_flags.enable_bookmark_urls,
      };
    },
    on: true,
    off: false,
  },
  box_folder_access: {
    seen: 'an API answer',
    scene: async (stage) => {
      const organization_id = await stage.t.world.organization();
      await setFlags(stage.t, organization_id, { flags: { enable_box_api_integration: true } });
      const who = await stage.t.world.consultant(organization_id);
      return {
        of: who,
        look: async () =>
          (await stage.get<{ data: { provider: string }[] }>(who, '/api/v1/connected-accounts')).body.data.some(
            ({ provider }) => provider === 'box',
          ),
      };
    },
    on: true,
    off: false,
  },
  send_peritus_one_time_email: {
    seen: 'a mail',
    scene: async (stage) => {
      const organization_id = await stage.t.world.organization();
      const who = await stage.t.world.person({
        profile: 'ClaimConsultant',
        organization_id,
        password_hash: PASSWORD_HASH,
      });
      return {
        of: who,
        look: async () => {
          for (const _ of [1, 2])
            await stage.t.request(null, 'POST', '/api/v1/user/login', { email: who.email, password: PASSWORD });
          await stage.t.settle();
          const sent = await stage.t.world.db
            .selectFrom('mails')
            .select('template')
            .where('to_user_id', '=', who.user_id)
            .execute();
          const { feature_flags } = (await stage.get<CurrentUser>(who, '/api/v1/users/current_user')).body;
          return { mails: sent.map((mail) => mail.template), still: feature_flags.send_peritus_one_time_email };
        },
      };
    },
    on: { mails: ['introduction'], still: false },
    off: { mails: [], still: false },
  },
  display_earnings: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of: of.expert,
        look: async () => String((await stage.t.request(of.expert, 'GET', '/api/v1/earnings')).status),
      };
    },
    on: '200',
    off: '404',
  },
  display_contact_information: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.aCase(of).to('accepted');
      return {
        of: of.expert,
        look: async () =>
          (await stage.detail(d)).people.find((one) => one.seat === 'expert')?.contact?.email ?? 'through us',
      };
    },
    on: textIn('@'),
    off: 'through us',
  },
};

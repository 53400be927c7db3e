/** What the accounts tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { ProfileType } from '../../../core/actor.ts';
import type { WorkingHours } from '../contract.ts';
import type { Hours } from '../contract/account.ts';
import type { W9Address } from '../rules/w9.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'users.blackout_dates': Hours['blackout_dates'];
    'users.bookmark_urls': unknown;
    'users.box_folder_ids': unknown;
    'users.feature_flags': unknown;
    'users.pr_subs_user_onboarding': unknown;
    'w9_forms.address': W9Address;
    /** A day without an entry is a day off. */
    'users.working_hours': Partial<WorkingHours>;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface TextMessages {
    second_factor: 'code';
    verify_phone: 'code';
  }
  interface Events {
    'account.break_glass': { link_id: number; what: 'opened' | 'used'; until: string };
    'account.introduce': { user_id: number };
    'account.registration_asked': { registration_id: number };
    'account.reset_asked': { email: string };
    'person.suspended': { user_id: number };
    'person.joined': {
      user_id: number;
      profile_id: number;
      profile_type: ProfileType | null;
      organization_id: number | null;
      expert_profile_id: number | null;
    };
  }
}

/** What the accounts tell the compiler: the shapes in their jsonb columns. */
import type { WorkingHours } from '../contract.ts';
import type { Hours } from '../contract/account.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'users.blackout_dates': Hours['blackout_dates'];
    'users.bookmark_urls': unknown;
    'users.box_folder_ids': unknown;
    'users.feature_flags': unknown;
    'users.pr_subs_user_onboarding': unknown;
    /** A day without an entry is a day off. */
    'users.working_hours': Partial<WorkingHours>;
  }
}

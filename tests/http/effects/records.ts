import type { Effects, Stage } from './stage.ts';

/* Records: what may be done without them, what is sent with them, who sees them, how long they are kept. */

/** What is left of a case eleven days after it was called off. */
const kept = async (stage: Stage) => {
  const of = await stage.cast();
  return {
    of,
    look: async () => {
      const d = await stage.cancelled(of);
      stage.t.clock.advance({ days: 11 });
      await stage.t.settle();
      return d.status();
    },
  };
};

export const RECORDS: Effects = {
  allow_demand_letter_upload: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aCase(of).draft();
          return {
            offered: (await stage.files(d)).rules.categories.includes('demand_letter'),
            taken: await stage.status(of.requester, 'PATCH', `/api/v1/files/${d.fileId}`, {
              category: 'demand_letter',
            }),
          };
        },
      };
    },
    on: { offered: true, taken: 200 },
    off: { offered: false, taken: 403 },
  },
  enable_visible_non_visible_records_for_case_reviews: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aCase(of).draft();
          return {
            offered: (await stage.files(d)).rules.hides,
            hidden: await stage.status(of.requester, 'PATCH', `/api/v1/files/${d.fileId}`, {
              visible_to_expert: false,
            }),
          };
        },
      };
    },
    on: { offered: true, hidden: 200 },
    off: { offered: false, hidden: 403 },
  },
  allow_case_matching_without_files: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aCase(of).draft();
          await stage.dropRecords(d);
          await d.submitted();
          return stage.status(of.clinOps, 'POST', d.url('/actions/release_to_matching'), {});
        },
      };
    },
    on: 200,
    off: 409,
  },
  allow_expert_selection_without_files: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await stage.aCase(of).to('presented');
          await stage.dropRecords(d);
          const { id } = await stage.t.world.db
            .selectFrom('candidates')
            .select('id')
            .where('review_id', '=', d.id)
            .limit(1)
            .executeTakeFirstOrThrow();
          const chosen = await stage.t.request(of.requester, 'POST', d.url(`/candidates/${id}/select`), {});
          return { chosen: chosen.status, says_which: /record/i.test(chosen.problem?.detail ?? '') };
        },
      };
    },
    on: { chosen: 200, says_which: false },
    off: { chosen: 409, says_which: true },
  },
  data_purge_enabled: {
    seen: 'a job’s next run',
    beside: { settings: { data_purge_delay_in_days: 10 } },
    scene: kept,
    on: 'purged',
    off: 'cancelled',
  },
  data_purge_delay_in_days: {
    seen: 'a job’s next run',
    beside: { flags: { data_purge_enabled: true } },
    scene: kept,
    value: 10,
    without: 'cancelled',
    with: 'purged',
  },
  legal_hold: {
    seen: 'a job’s next run',
    beside: { flags: { data_purge_enabled: true }, settings: { data_purge_delay_in_days: 10 } },
    scene: kept,
    on: 'cancelled',
    off: 'purged',
  },
};

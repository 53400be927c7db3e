import type { SetExpertFlags } from '../ports.ts';

/** Sets the flags of an expert's profile. */
export const setExpertFlags: SetExpertFlags = async (tx, profileId, flags) => {
  await tx.system.updateTable('expert_profiles').set(flags).where('profile_id', '=', profileId).execute();
};

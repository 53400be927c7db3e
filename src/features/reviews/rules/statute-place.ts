import { type ActorKind, actsForClinOps, isOrganizationAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import { subscribedKind } from '../../../core/kinds.ts';

/** Who keeps what states say of peer review: clinical operations and administrators, an organization's admins for their tree. */
export const readsStatutes = (kind: ActorKind): boolean => actsForClinOps(kind) || isOrganizationAdmin(kind);

type Keeper = { kind: ActorKind; organization_ids: readonly number[] };

/** Whether somebody reads the statutes of an organization, or of the platform (null). */
export const mayReadStatutes = ({ kind, organization_ids }: Keeper, organizationId: number | null): boolean =>
  actsForClinOps(kind) ||
  (isOrganizationAdmin(kind) && (organizationId === null || organization_ids.includes(organizationId)));

/** Why somebody who reads them does not change them; null: they do. */
export const whyNotKeepStatutes = ({ kind }: Keeper, organizationId: number | null): string | null =>
  organizationId === null && !actsForClinOps(kind)
    ? 'These hold for every organization. Choose yours above to have its own.'
    : null;

export const STATUTES_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Statutes',
  about: 'Write, state by state, what reports of peer reviews say of their protection.',
  path: '/admin/statutes',
  glyph: 'statutes',
  admits: readsStatutes,
  // the kind that is done under a statute
  only_with: subscribedKind(),
  words: 'privilege peer review confidentiality cover law states',
};

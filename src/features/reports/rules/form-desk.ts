import { type ActorKind, actsForClinOps, isOrganizationAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import { subscribedKind } from '../../../core/kinds.ts';

/** Clinical operations and admins write every form and type, organization and customer admins those of their tree. */
export const keepsForms = (kind: ActorKind): boolean => actsForClinOps(kind) || isOrganizationAdmin(kind);

/** Whether such a person changes what belongs to an organization, or to the platform (null); what is above the own tree is only read. */
export const mayWriteFor = (
  actor: { kind: ActorKind; organization_ids: readonly number[] },
  organizationId: number | null,
): boolean =>
  actsForClinOps(actor.kind) ||
  (isOrganizationAdmin(actor.kind) && organizationId !== null && actor.organization_ids.includes(organizationId));

export const WHO_WRITES = 'This belongs to the organization above yours, or to Peritus. Copy it to have your own.';

export const REPORT_FORMS_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Report forms',
  about: 'Write the forms reports are written on, and publish them in versions.',
  path: '/admin/report-forms',
  glyph: 'forms',
  admits: keepsForms,
  words: 'questions scoring templates peer review report editor versions',
};

export const PEER_REVIEW_TYPES_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Peer review types',
  about: 'Choose which types of peer review can be ordered, and on which form each is reported.',
  path: '/admin/peer-review-types',
  glyph: 'types',
  admits: keepsForms,
  // the kind ordered by subscription is the one that has types
  only_with: subscribedKind(),
  words: 'kinds charts order offered',
};

import { expect, it } from 'vitest';
import {
  ACTOR_KINDS,
  type ActorKind,
  actsForClinOps,
  actsForRequester,
  hasUpNext,
  isAdmin,
  isExpert,
  isExpertSide,
  isOrganizationAdmin,
  isOrganizationWide,
  isReadingStaff,
  isRequesterSide,
  isStaff,
  readsContents,
  seesPrices,
  sideOf,
  STAFF_KINDS,
} from './actor.ts';

const ADMINS = ['admin', 'super_admin'];
const ORGANIZATION_ADMINS = ['org_admin', 'customer_admin'];
const ORGANIZATION_WIDE = ['review_manager', ...ORGANIZATION_ADMINS];
const REQUESTERS = ['claim_consultant', ...ORGANIZATION_WIDE];
const EXPERTS = ['medical_expert', 'external_medical_expert'];
const EXPERT_SIDE = [...EXPERTS, 'expert_assistant'];
const READING_STAFF = ['clin_ops', 'support_agent', ...ADMINS];
const STAFF = ['matching_admin', ...READING_STAFF];

it.each<[string, (kind: ActorKind | 'system') => boolean, string[]]>([
  ['staff', isStaff, STAFF],
  ['the requesting side', isRequesterSide, REQUESTERS],
  ['the expert side', isExpertSide, EXPERT_SIDE],
  ['experts', isExpert, EXPERTS],
  ['organization-wide', isOrganizationWide, ORGANIZATION_WIDE],
  ['admins of organizations', isOrganizationAdmin, ORGANIZATION_ADMINS],
  ['admins', isAdmin, ADMINS],
  ['acting for the requester', actsForRequester, [...REQUESTERS, 'support_agent', ...ADMINS]],
  ['acting for clinical operations', actsForClinOps, ['clin_ops', ...ADMINS]],
  ['seeing prices', seesPrices, [...REQUESTERS, ...ADMINS]],
  ['reading contents', readsContents, [...REQUESTERS, ...EXPERT_SIDE, ...READING_STAFF]],
  ['staff who read along', isReadingStaff, READING_STAFF],
  ['beginning at Up next', hasUpNext, [...EXPERT_SIDE, 'applicant_expert', 'attendee']],
])('%s: these kinds of actors and no others', (_, asks, those) => {
  expect(ACTOR_KINDS.filter(asks).toSorted()).toEqual(those.toSorted());
  expect(asks('system')).toBe(false);
  for (const unknown of ['', 'root', 'constructor']) expect(asks(unknown as ActorKind)).toBe(false);
});

it('puts everyone on one side or none', () => {
  for (const kind of ACTOR_KINDS) {
    const sides = [isRequesterSide(kind) && 'requester', isStaff(kind) && 'staff', isExpertSide(kind) && 'expert'];
    expect(sides.filter(Boolean)).toEqual(sideOf(kind) === null ? [] : [sideOf(kind)]);
  }
  expect(sideOf('system')).toBe('staff');
  expect([...STAFF_KINDS].toSorted()).toEqual(STAFF.toSorted());
});

import {
  type Actor,
  actsForRequester,
  isRequesterSide,
  isStaff,
  isExpertSide,
  actsForClinOps,
  isAdmin,
} from '../../../core/actor.ts';

/** Any signed-in actor; what they see is decided by scope and permission. */
export const anyone = (): boolean => true;
/** Those who order, and staff, who may act on behalf. */
export const orderers = (actor: Actor): boolean => isRequesterSide(actor.kind) || isStaff(actor.kind);
/** Everyone with a part in a review but attendees and applicants. */
export const participants = (actor: Actor): boolean => orderers(actor) || isExpertSide(actor.kind);
/** Those who begin drafts: the requester's side, and who may act for it. Matching and clinical staff only work on them. */
export const drafters = (actor: Actor): boolean => actsForRequester(actor.kind);
/** Who adds to a price: staff who see it. */
export const pricers = (actor: Actor): boolean => isAdmin(actor.kind);
export const overriders = (actor: Actor): boolean => actsForClinOps(actor.kind);

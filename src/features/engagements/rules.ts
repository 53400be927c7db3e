export {
  BILLING_STEPS,
  type EngagementTerms,
  firstTerms,
  FURTHER_MOST,
  MOST_CENTS,
  OPEN_DAYS,
  orderedRole,
  termChanges,
  termFaults,
  termLines,
  TERMS,
} from './rules/terms.ts';
export { amendmentFaults, isAmendable, retainerChange, ROLE_CHANGE, roleChange } from './rules/amendment.ts';
export { type Departure, DEPARTURES, HANDOVER_MOST, handoverFaults } from './rules/handover.ts';
export { discoverability, NO_DRAFTS, type Written } from './rules/discoverability.ts';
export {
  type AgreementFacts,
  agreementText,
  isTheirName,
  signedByTyping,
  typedNameFaults,
  TEMPLATE_VERSION,
} from './rules/document.ts';
export {
  drawnFrom,
  RETAINER_EVENTS,
  type RetainerEvent,
  type RetainerMovement,
  type RetainerStanding,
  restsFor,
  settledBy,
  standing,
  toReplenish,
} from './rules/retainer.ts';

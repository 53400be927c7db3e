/** Results by HL7: connections to record systems, what goes out to them and comes from them. What both sides read. */
export * from './rules/connections.ts';
export type { Parties } from './rules/arriving.ts';
export * from './rules/networks.ts';
export { HL7_PLACE } from './rules/place.ts';
export { CHARSETS } from './rules/charset.ts';
export { HL7_VERSIONS, MESSAGE_KINDS } from './rules/results.ts';

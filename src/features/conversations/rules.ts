/** What conversations are, who takes part and what a message may be. Pure, for both sides. */
export * from './rules/access.ts';
export * from './rules/channel-id.ts';
export * from './rules/channels.ts';
export * from './rules/format.ts';
export * from './rules/messages.ts';
export * from './rules/people.ts';

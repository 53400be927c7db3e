/** What experts are paid: who in a run, by which file, and what of it is reported to the tax authority. Pure, for both sides. */
export * from './rules/run.ts';
export * from './rules/states.ts';
export * from './rules/payer.ts';
export * from './rules/settings.ts';
export * from './rules/tax.ts';
export * from './rules/tax-file.ts';

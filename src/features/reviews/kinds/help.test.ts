import { expect, test } from 'vitest';
import { BUILT_KINDS } from '../../../core/kinds.ts';
import { formOf } from '../rules/forms.ts';

/** Fields whose label says all there is to say, or whose help depends on what stands elsewhere. */
const PLAIN = new Set([
  'case_type',
  'claimant_first_name',
  'claimant_last_name',
  'claimant_sex',
  'claim_stage',
  'insurer',
  'contact_name',
  'contact_email',
  'sub_specialty_id',
  'records_follow_by',
  'terms_accepted',
  'po_number',
  'cost_center',
  'practice_size',
  'ehr',
  'provider_blind',
  'expedited_consent',
  'confidentiality_accepted',
  // the organization's own prompt, and the first possible date
  'questions',
  'needed_by',
]);

const fields = BUILT_KINDS.flatMap((kind) =>
  formOf(kind).sections.flatMap((s) => s.fields.map((f) => [`${kind} ${f.key}`, f] as const)),
);

test.each(fields)('%s says what it is for', (_, { key, help }) => {
  if (PLAIN.has(key)) return expect(help).toBeUndefined();
  expect(help).toMatch(/^[A-Z].{8,110}\.$/);
  expect(help).not.toMatch(/please|e\.g\.|!/i);
});

test('none is called plain that is not there', () => {
  const keys = new Set(fields.map(([, f]) => f.key));
  for (const key of PLAIN) expect(keys).toContain(key);
});

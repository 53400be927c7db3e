import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { formOf } from '../rules/forms.ts';
import { AT_RECORDS } from './form.ts';

/** Fields whose label says all there is to say, or whose help depends on what stands elsewhere. */
const PLAIN = new Set([
  'case_type',
  'claimant_first_name',
  'claimant_last_name',
  'claimant_sex',
  'claim_stage',
  'ime_type',
  'examinee_first_name',
  'examinee_last_name',
  'examinee_dob',
  'examinee_sex',
  'examinee_phone',
  'examinee_email',
  'examinee_city',
  'examinee_state',
  'examinee_zip',
  'attorney_name',
  'attorney_firm',
  'attorney_email',
  'employer',
  'occupation',
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

const fields = KIND_NAMES.flatMap((kind) =>
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

const steps = KIND_NAMES.flatMap((kind) => {
  const form = formOf(kind);
  const fieldsOf = (section: string) => form.sections.find(({ key }) => key === section)?.fields ?? [];
  return { kind, form, fieldsOf };
});

test.each(steps)('a hint of a $kind points at a field of its step, at the records, or at the whole step', (one) => {
  for (const { at, section, text } of one.form.onboarding) {
    if (at !== null && at !== AT_RECORDS) expect(one.fieldsOf(section).map(({ key }) => key)).toContain(at);
    expect(text).toMatch(/^[A-Z].{8,110}\.$/);
  }
});

test.each(steps)('the good order of a $kind fills fields it has, with choices there are', ({ form, fieldsOf }) => {
  for (const { section, field, value, why } of form.example) {
    const spec = fieldsOf(section).find(({ key }) => key === field);
    expect(spec, field).toBeDefined();
    const options = form.options[spec?.options ?? ''];
    if (spec?.type === 'choice' && options) expect(options.map(({ label }) => label)).toContain(value);
    if (why) expect(why).toMatch(/^[A-Z].{8,110}\.$/);
  }
});

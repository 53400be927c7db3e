import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { formOf } from '../rules/forms.ts';
import { checkEditAfterAcceptance, type FieldSpec, type Fields } from './form.ts';

/** A value of a field's type, different for each `n`. */
function sampleOf(spec: FieldSpec, n: number): unknown {
  const name = `Name ${n}`;
  switch (spec.type) {
    case 'checkbox':
      return n === 1;
    case 'number':
    case 'specialty':
    case 'sub_specialty':
    case 'requester':
      return n;
    case 'date':
      return `2027-01-0${n}`;
    case 'texts':
    case 'choices':
    case 'states':
      return [n === 1 ? 'IL' : 'OH'];
    case 'state':
      return n === 1 ? 'IL' : 'OH';
    case 'recipients':
      return [n];
    case 'defendants':
    case 'attendees':
      return [{ name, email: `${n}@b.test` }];
    case 'lines':
      return [{ [spec.lines?.columns[0]?.key ?? 'name']: name }];
    case 'parties':
      return [{ name, role: 'other', kind: null }];
    case 'charts':
      return [{ key: `c_${n}`, label: name, encounters: [] }];
    default:
      return name;
  }
}

describe.each(KIND_NAMES)('%s, once an expert has accepted', (kind) => {
  const form = formOf(kind);
  const specs = form.sections.flatMap((s) => s.fields);
  const before: Fields = Object.fromEntries(specs.map((f) => [f.key, sampleOf(f, 1)]));

  test.each(specs.map((f) => [f.key, f] as const))('%s', (key, spec) => {
    const after = { ...before, [key]: sampleOf(spec, 2) };
    const refused = checkEditAfterAcceptance(form, before, after).map((f) => f.path);
    expect(refused).toEqual(form.fixed_after_acceptance.has(key) ? [key] : []);
    // whom the expert was checked against, and what they must be, stays as it was attested
    const need = ({ notes: _notes, ...rest }: ReturnType<typeof form.expert_need>) => JSON.stringify(rest);
    const asked = need(form.expert_need(before)) !== need(form.expert_need(after));
    const parties = JSON.stringify(form.named_parties(before)) !== JSON.stringify(form.named_parties(after));
    if (parties) expect(refused).toEqual([key]);
    if (asked) expect([key, refused.length > 0 || WISHES.has(key)]).toEqual([key, true]);
  });

  test('the date only moves later', () => {
    const at = (needed_by: string) => ({ ...before, needed_by });
    expect(checkEditAfterAcceptance(form, at('2027-02-02'), at('2027-02-01')).map((f) => f.path)).toEqual([
      'needed_by',
    ]);
    expect(checkEditAfterAcceptance(form, at('2027-02-02'), at('2027-02-03'))).toEqual([]);
  });
});

/** What was wished of whoever would be found: changing it later changes nothing for the one who was. */
const WISHES = new Set([
  'radius_miles',
  'max_rate',
  'examinee_zip',
  'preferred_states',
  'licensed_states',
  'excluded_states',
  'practice_setting',
  'active_within_years',
  'board_certification_required',
  'preferred_expert',
  'excluded_experts',
]);

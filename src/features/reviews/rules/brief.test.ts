import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../core/kinds.ts';
import { briefOf } from './brief.ts';
import { formOf } from './forms.ts';
import { fieldOf } from './values.ts';

describe('what an order tells whoever works from it', () => {
  test('a peer review: what is reviewed and why, each chart with its encounters, the statement', () => {
    const brief = briefOf('PeerReview', {
      review_type: 'fppe',
      reason: 'privilege_request',
      facility: 'Saltmarsh General',
      provider_name: 'Provider 7',
      license_type: 'MD',
      charts: [
        {
          key: 'c_a',
          label: 'Chart A',
          mrn: '55-101',
          sex: 'female',
          age: 54,
          reason: 'First case of the quarter',
          encounters: [
            { from: '2026-08-03', to: null, note: 'Visit' },
            { from: '2026-08-19', to: '2026-08-21' },
            { from: null },
          ],
        },
        { key: 'c_b', label: 'Chart B', dob: '1961-03-09', encounters: null },
      ],
      sampling_note: '  ',
      provider_statement: 'I saw the patient at noon.',
      questions: ['Not told here'],
    });
    expect(brief.facts).toEqual([
      { label: 'Type of review', value: 'FPPE or new privilege' },
      { label: 'Reason for the review', value: 'Request for a privilege' },
      { label: 'Facility', value: 'Saltmarsh General' },
      { label: 'Provider under review', value: 'Provider 7' },
      { label: 'License type', value: 'MD' },
    ]);
    expect(brief.prose).toEqual([{ label: 'The provider’s own statement', text: 'I saw the patient at noon.' }]);
    expect(brief.charts).toEqual([
      {
        label: 'Chart A',
        code: '55-101',
        patient: 'Female, 54 years',
        reason: 'First case of the quarter',
        encounters: [
          { when: 'Aug 3, 2026', note: 'Visit' },
          { when: 'Aug 19, 2026 to Aug 21, 2026', note: null },
        ],
      },
      { label: 'Chart B', code: null, patient: 'born Mar 9, 1961', reason: null, encounters: [] },
    ]);
  });

  test('an exam: what is a yes or a no stands so beside its label', () => {
    const of = (interpreter: boolean) => briefOf('IME', { interpreter }).facts;
    expect(of(false)).toEqual([{ label: 'An interpreter is needed', value: 'No' }]);
    expect(of(true)).toEqual([{ label: 'An interpreter is needed', value: 'Yes' }]);
  });

  test('a case: what the expert judges from, nothing the requester keeps', () => {
    const brief = briefOf('Case', {
      claim_number: 'HM-88',
      claimant_dob: '1980-02-01',
      date_of_incident: '2026-03-14',
      issue_scope: ['standard_of_care', 'causation'],
      severity: '5',
      po_number: 'PO-1',
      insurer: 'Harborline',
    });
    expect(brief.facts).toEqual([
      { label: 'Claimant’s date of birth', value: 'Feb 1, 1980' },
      { label: 'Date of incident', value: 'Mar 14, 2026' },
      { label: 'The expert should address', value: 'Standard of care; Causation' },
      { label: 'Severity of injury', value: '5 · Minor, permanent' },
    ]);
  });

  test('every kind tells only fields it has, and none of billing, numbers or who gets the report', () => {
    const kept =
      /billing|po_number|cost|claim_number|case_number|recipient|requester|email|referrer|excluded|preferred/;
    for (const kind of KIND_NAMES)
      for (const key of formOf(kind).told) {
        expect(fieldOf(kind, key), key).toBeDefined();
        expect(key).not.toMatch(kept);
      }
  });
});

/** Whom a result is about, as an order says it and a message carries it. */
export interface Patient {
  /** A medical record number, or the number of a claim; with the code HL7 has for its sort. */
  id: string;
  id_sort: 'MR' | 'AN';
  last_name: string;
  first_name: string;
  /** YYYY-MM-DD. */
  dob: string | null;
  sex: 'F' | 'M' | 'O' | 'U';
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const SEX: Readonly<Record<string, Patient['sex']>> = { female: 'F', male: 'M', other: 'O' };
const sexOf = (value: unknown): Patient['sex'] => SEX[text(value)] ?? 'U';

interface Named {
  first: unknown;
  last: unknown;
  dob: unknown;
  sex: unknown;
}

/**
 * Whom the order of a review is about. Where it holds the charts of several patients, or none, there is nobody: a result
 * about several is filed under the review's number, never in the chart of one of them.
 */
export function patientOf(order: Readonly<Record<string, unknown>>, number: string): Patient {
  const nobody: Patient = { id: number, id_sort: 'AN', last_name: 'Unknown', first_name: '', dob: null, sex: 'U' };
  const charts = Array.isArray(order['charts']) ? (order['charts'] as Record<string, unknown>[]) : [];
  if (charts.length > 0) {
    const [chart = {}] = charts;
    const mrn = text(chart['mrn']);
    if (mrn === '' || charts.some((one) => text(one['mrn']) !== mrn)) return nobody;
    const names = text(chart['patient_name']).split(/\s+/);
    const named = { first: names.slice(0, -1).join(' '), last: names.at(-1), dob: chart['dob'], sex: chart['sex'] };
    return { ...person(named, nobody), id: mrn, id_sort: 'MR' };
  }
  const prefix = text(order['examinee_last_name']) === '' ? 'claimant' : 'examinee';
  const of = (name: string): unknown => order[`${prefix}_${name}`];
  if (text(of('last_name')) === '') return nobody;
  const found = person({ first: of('first_name'), last: of('last_name'), dob: of('dob'), sex: of('sex') }, nobody);
  const claim = text(order['claim_number']);
  return claim === '' ? found : { ...found, id: claim };
}

const person = (named: Named, nobody: Patient): Patient => ({
  ...nobody,
  first_name: text(named.first),
  last_name: text(named.last) || nobody.last_name,
  dob: text(named.dob) || null,
  sex: sexOf(named.sex),
});

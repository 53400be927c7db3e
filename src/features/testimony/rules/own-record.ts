/** What the order of a matter says that a record of testimony repeats. */
export interface MatterOfRecord {
  caption?: string | null | undefined;
  court?: string | null | undefined;
  docket_number?: string | null | undefined;
  side?: string | null | undefined;
  firm: string;
}

/** The sides a record knows: who testifies as a neutral does so for the court; of both together it cannot say. */
const SIDE: Readonly<Record<string, 'plaintiff' | 'defense' | 'court'>> = {
  plaintiff: 'plaintiff',
  defense: 'defense',
  neutral: 'court',
};

/** A testimony among an expert's records, by the fields of that part. */
export interface OwnRecord {
  case_name: string;
  court: string;
  docket: string | null;
  testified_on: string;
  form: 'deposition' | 'trial';
  side: 'plaintiff' | 'defense' | 'court';
  retaining_firm: string;
}

/** The record a session makes once it was held; null where the order does not say enough for one. */
export function ownRecord(
  { caption, court, docket_number, side, firm }: MatterOfRecord,
  { form, testified_on }: Pick<OwnRecord, 'form' | 'testified_on'>,
): OwnRecord | null {
  const known = side ? SIDE[side] : undefined;
  if (!caption || !court || !known) return null;
  // as long as the fields of the record are
  return {
    case_name: caption.slice(0, 200),
    court: court.slice(0, 200),
    docket: docket_number ? docket_number.slice(0, 80) : null,
    testified_on,
    form,
    side: known,
    retaining_firm: firm.slice(0, 200),
  };
}

/** Whether a record is of this testimony: one for each form and day of a case. */
export const isSameRecord = (
  a: Readonly<Record<string, unknown>>,
  b: Pick<OwnRecord, 'case_name' | 'testified_on' | 'form'>,
): boolean => a['case_name'] === b.case_name && a['testified_on'] === b.testified_on && a['form'] === b.form;

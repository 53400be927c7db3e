/** Assigned to a file that belongs to every chart of the review. */
export const EVERY_CHART = '*';

/** A chart as an order keeps it; what nobody entered is empty. */
export interface StoredChart {
  key: string;
  label: string;
  mrn: string;
  patient_name: string;
  dob: string | null;
  /** First days of its encounters. */
  dates: string[];
}

/** The charts of an order's third step as it is stored; those without a key are left out. */
export function storedCharts(data: unknown): StoredChart[] {
  const charts = (data as { charts?: unknown } | null | undefined)?.charts;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const rows = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);
  return rows(charts).flatMap((one) => {
    const key = text(one['key']);
    if (key === '') return [];
    return {
      key,
      label: text(one['label']),
      mrn: text(one['mrn']),
      patient_name: text(one['patient_name']),
      dob: text(one['dob']) || null,
      dates: rows(one['encounters']).flatMap((e) => text(e['from']) || []),
    };
  });
}

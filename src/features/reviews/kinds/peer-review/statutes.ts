/**
 * The statute under which a state protects peer review, as a citation to begin with: the customer's counsel decides
 * what stands on the report, and whoever keeps statutes in the console overrules it.
 */
const STATUTES: Readonly<Record<string, string>> = {
  AL: 'Ala. Code § 22-21-8',
  AK: 'Alaska Stat. § 18.23.030',
  AZ: 'Ariz. Rev. Stat. § 36-445.01',
  AR: 'Ark. Code Ann. § 16-46-105',
  CA: 'Cal. Evid. Code § 1157',
  CO: 'Colo. Rev. Stat. § 12-30-204',
  CT: 'Conn. Gen. Stat. § 19a-17b',
  DE: 'Del. Code tit. 24, § 1768',
  DC: 'D.C. Code § 44-805',
  FL: 'Fla. Stat. §§ 395.0193, 766.101',
  GA: 'Ga. Code §§ 31-7-133, 31-7-143',
  HI: 'Haw. Rev. Stat. § 624-25.5',
  ID: 'Idaho Code § 39-1392b',
  IL: '735 Ill. Comp. Stat. 5/8-2101',
  IN: 'Ind. Code § 34-30-15-1',
  IA: 'Iowa Code § 147.135',
  KS: 'Kan. Stat. § 65-4915',
  KY: 'Ky. Rev. Stat. § 311.377',
  LA: 'La. Rev. Stat. § 13:3715.3',
  ME: 'Me. Rev. Stat. tit. 24, § 2510-A',
  MD: 'Md. Code, Health Occ. § 1-401',
  MA: 'Mass. Gen. Laws ch. 111, § 204',
  MI: 'Mich. Comp. Laws §§ 333.20175, 333.21515',
  MN: 'Minn. Stat. § 145.64',
  MS: 'Miss. Code § 41-63-9',
  MO: 'Mo. Rev. Stat. § 537.035',
  MT: 'Mont. Code § 37-2-201',
  NE: 'Neb. Rev. Stat. § 71-7912',
  NV: 'Nev. Rev. Stat. § 49.265',
  NH: 'N.H. Rev. Stat. § 151:13-a',
  NJ: 'N.J. Stat. § 26:2H-12.25',
  NM: 'N.M. Stat. § 41-9-5',
  NY: 'N.Y. Educ. Law § 6527(3); N.Y. Pub. Health Law § 2805-m',
  NC: 'N.C. Gen. Stat. § 131E-95',
  ND: 'N.D. Cent. Code § 23-34-03',
  OH: 'Ohio Rev. Code § 2305.252',
  OK: 'Okla. Stat. tit. 63, § 1-1709.1',
  OR: 'Or. Rev. Stat. § 41.675',
  PA: '63 Pa. Stat. § 425.4',
  RI: 'R.I. Gen. Laws § 23-17-25',
  SC: 'S.C. Code § 40-71-20',
  SD: 'S.D. Codified Laws § 36-4-26.1',
  TN: 'Tenn. Code § 68-11-272',
  TX: 'Tex. Occ. Code § 160.007; Tex. Health & Safety Code § 161.032',
  UT: 'Utah Code § 26B-1-229',
  VT: 'Vt. Stat. tit. 26, § 1443',
  VA: 'Va. Code § 8.01-581.17',
  WA: 'Wash. Rev. Code §§ 4.24.250, 70.41.200',
  WV: 'W. Va. Code § 30-3C-3',
  WI: 'Wis. Stat. § 146.38',
  WY: 'Wyo. Stat. § 35-2-910',
};

/** What a state's protection of peer review reads like in an order and on a report. */
export interface StatuteText {
  /** The statute, as orders of the state begin with it. */
  citation: string;
  /** What stands on every page of a report; `{committee}` and `{statute}` stand for those of the order. */
  statement: string;
  /** What stands on the cover beside it; may be empty. */
  cover: string;
}

/** What somebody wrote for a state: the platform (null), or an organization for itself and those below it. */
export interface StatuteRow extends StatuteText {
  organization_id: number | null;
  state: string;
}

const STATEMENT =
  'Confidential peer review document. Requested by and for the {committee} under {statute}. Do not copy or disclose.';

/** What comes with the product for a state; null where nothing does. */
export function shippedStatute(state: string): StatuteText | null {
  const citation = STATUTES[state];
  return citation === undefined ? null : { citation, statement: STATEMENT, cover: '' };
}

/** What holds for a state, as the nearest says it. `rows` are nearest first. */
export function statuteFor(
  rows: readonly StatuteRow[],
  state: string | null | undefined,
): (StatuteText & { of: 'shipped' | number | null }) | null {
  if (!state) return null;
  const row = rows.find((one) => one.state === state);
  if (row) return { citation: row.citation, statement: row.statement, cover: row.cover, of: row.organization_id };
  const shipped = shippedStatute(state);
  return shipped && { ...shipped, of: 'shipped' };
}

/** A text with the committee and the statute of an order in it. */
export const filledStatute = (text: string, order: { committee: string; statute: string }): string =>
  text.replaceAll('{committee}', () => order.committee).replaceAll('{statute}', () => order.statute);

/** What a report says of its protection: the statement on every page, and what stands on its cover; null where an order says nothing. */
export function protectionOf(
  f: { committee?: string | null | undefined; statute?: string | null | undefined; state?: string | null | undefined },
  rows: readonly StatuteRow[],
): { statement: string; cover: string } | null {
  if (!f.committee || !f.statute) return null;
  const order = { committee: f.committee, statute: f.statute };
  const text = statuteFor(rows, f.state) ?? { statement: STATEMENT, cover: '' };
  return { statement: filledStatute(text.statement, order), cover: filledStatute(text.cover, order) };
}

const LIMITS = { citation: 300, statement: 600, cover: 3000 } as const;

/** What is wrong with a text, each at its field. */
export function statuteFaults(text: StatuteText): { path: keyof StatuteText; message: string }[] {
  const faults: { path: keyof StatuteText; message: string }[] = [];
  if (text.citation.trim() === '') faults.push({ path: 'citation', message: 'Enter the statute.' });
  if (text.statement.trim() === '') faults.push({ path: 'statement', message: 'Write what stands on every page.' });
  for (const path of ['citation', 'statement', 'cover'] as const) {
    const written = text[path].trim();
    if (written.length > LIMITS[path])
      faults.push({ path, message: `Use ${LIMITS[path]} characters at most. There are ${written.length}.` });
    const unknown =
      path === 'citation'
        ? /[{}]/.exec(written)?.[0]
        : /\{(?!committee\}|statute\})[^}]*\}?|(?<!\{committee|\{statute)\}/.exec(written)?.[0];
    if (unknown !== undefined)
      faults.push({
        path,
        message:
          path === 'citation'
            ? 'Write the statute without braces.'
            : `“${unknown}” stands for nothing here. Use {committee} and {statute}.`,
      });
  }
  return faults;
}

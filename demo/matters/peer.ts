import { boyd } from './cases/boyd.ts';
import { castleHume } from './cases/castle-hume.ts';
import { dunleavy } from './cases/dunleavy.ts';
import { haddad } from './cases/haddad.ts';
import { kessler } from './cases/kessler.ts';
import { langford } from './cases/langford.ts';
import { lindgren } from './cases/lindgren.ts';
import { tremblay } from './cases/tremblay.ts';
import type { DemoMatter } from './types.ts';

/** A chart as a hospital sends it for peer review: one record of a like course, of another patient under another number. */
function chartOf(
  matter: DemoMatter,
  key: string,
  patient: [first: string, last: string],
  mrn: string,
  facility: string,
): DemoMatter {
  const [record] = matter.records;
  if (!record) throw new Error(`${matter.key} has no record.`);
  const [first_name, last_name] = patient;
  const name = `${key.replace('peer-', '').replace(/^./, (c) => c.toUpperCase())} chart.pdf`;
  return {
    ...matter,
    key,
    facility,
    claimant: { ...matter.claimant, first_name, last_name },
    clinical: { ...matter.clinical, mrn },
    records: [{ ...record, name, category: 'hospital_chart', visible_to_expert: true, source: facility }],
  };
}

/** The charts of the demo's peer reviews. */
export const PEER_MATTERS: readonly DemoMatter[] = [
  chartOf(castleHume, 'peer-retina', ['Odile', 'Vance'], 'NF-310221', 'Northfield Eye Center'),
  chartOf(dunleavy, 'peer-family', ['Harris', 'Lomax'], 'NF-318840', 'Northfield Family Practice'),
  chartOf(lindgren, 'peer-mohs', ['Petra', 'Sund'], 'NF-322105', 'Northfield Dermatology'),
  chartOf(kessler, 'peer-renal', ['Milton', 'Gray'], 'NF-325570', 'Northfield Kidney Center'),
  chartOf(boyd, 'peer-births', ['Jolene', 'Ash'], 'NF-326114', 'Northfield Women’s Hospital'),
  chartOf(haddad, 'peer-emergency', ['Elias', 'Brand'], 'HB-901120', 'Harborline Captive Clinic'),
  chartOf(tremblay, 'peer-child', ['Noa', 'Whitt'], 'HB-901377', 'Harborline Captive Clinic'),
  chartOf(langford, 'peer-oncology', ['Marta', 'Quill'], 'HB-902004', 'Harborline Captive Clinic'),
];

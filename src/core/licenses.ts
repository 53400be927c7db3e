/** The shipped licenses of health professions by the letters after the name, in the order they are offered in. */
export const LICENSES = {
  MD: 'Doctor of Medicine',
  DO: 'Doctor of Osteopathic Medicine',
  NP: 'Nurse Practitioner',
  PA: 'Physician Assistant',
  CNM: 'Certified Nurse-Midwife',
  CRNA: 'Certified Registered Nurse Anesthetist',
  RN: 'Registered Nurse',
  DDS: 'Doctor of Dental Surgery',
  DMD: 'Doctor of Dental Medicine',
  PsyD: 'Doctor of Psychology',
  PhD: 'Doctor of Philosophy',
  LCSW: 'Licensed Clinical Social Worker',
  DPM: 'Doctor of Podiatric Medicine',
  PharmD: 'Doctor of Pharmacy',
  PT: 'Physical Therapist',
  OT: 'Occupational Therapist',
  DC: 'Doctor of Chiropractic',
} as const;
export type LicenseKey = keyof typeof LICENSES;
export const LICENSE_KEYS = Object.keys(LICENSES) as readonly LicenseKey[];

/** A license as the wire has it; one without a name is named by its letters. */
export const presentLicense = (key: string, name: string | null) => ({
  key,
  localized_name: name ?? key,
  localized_designation: key,
});

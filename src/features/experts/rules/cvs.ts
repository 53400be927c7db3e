import { type ActorKind, isExpert, isRequesterSide, isStaff, isApplicant } from '../../../core/actor.ts';

export const CV_VERSIONS = ['full', 'redacted'] as const;
export type CvVersion = (typeof CV_VERSIONS)[number];

export const CV_BYTES_MAX = 10 * 1024 * 1024;
export const CV_FAULTS = {
  kind: 'This is not a PDF. Save it as a PDF, then send that.',
  large: 'This file is larger than 10 MB. Send a smaller one.',
} as const;

/** Who has a CV with us. */
export const hasCv = (kind: ActorKind): boolean => isExpert(kind) || isApplicant(kind);

/** What the ordering organization of a review on which the expert is presented or assigned says about CVs. */
export interface CvTerms {
  redacted_medical_expert_cvs: boolean;
  medical_expert_cv_download: boolean;
}

/**
 * What somebody may do with a version of an expert's CV. The expert and staff everything; who orders sees what the
 * terms of a review leave open; everybody else is not told that there is one.
 */
export function cvAccess(
  reader: { kind: ActorKind; is_own: boolean; terms: readonly CvTerms[] },
  version: CvVersion,
): { see: boolean; download: boolean } {
  if (reader.is_own || isStaff(reader.kind)) return { see: true, download: true };
  if (!isRequesterSide(reader.kind)) return { see: false, download: false };
  const open = reader.terms.filter((terms) => version === 'redacted' || !terms.redacted_medical_expert_cvs);
  return { see: open.length > 0, download: open.some((terms) => terms.medical_expert_cv_download) };
}

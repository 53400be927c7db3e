import { z } from 'zod';
import { instant } from '../../../core/endpoint.ts';
import type { FormAnswers } from '../rules.ts';

/** Answers travel as they are; the form engine checks them on both sides. */
export const answers = z.custom<FormAnswers>((v) => typeof v === 'object' && v !== null && !Array.isArray(v));

/** One section of a report as it is stored. Pages read with it what a stale save is answered with. */
export const reportSection = z
  .object({
    section: z.string(),
    answers,
    version: z.number().int(),
    updated_at: instant.nullable(),
    updated_by: z.string().nullable(),
    /** From when on nobody changes it: closed before the opinions of others were opened. */
    closed_at: instant.nullable(),
  })
  .meta({ id: 'ReportSection' });
export type ReportSectionView = z.output<typeof reportSection>;

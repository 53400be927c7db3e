import { z } from 'zod';
import { defineEndpoint } from '../../../core/endpoint.ts';
import { ball, bucket, statusView } from './common.ts';
import { participants } from './who.ts';

/** `hint`: what it comes to, in a line, where that is said. */
export const option = z.object({ value: z.string(), label: z.string(), hint: z.string().optional() });

export const fieldSpec = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  required: z.boolean(),
  help: z.string().nullable(),
  options: z.string().nullable(),
  min_length: z.number().nullable(),
  /** Characters that fit: into the field, each of its texts, and the lines of its rows by name. */
  max_length: z.number().nullable(),
  row_lengths: z.record(z.string(), z.number()),
  max_items: z.number().nullable(),
  /** How a form lays it out; what is not said is as for every field of its type. */
  layout: z.object({
    begins_line: z.literal(true).optional(),
    as: z.enum(['cards', 'segments']).optional(),
    while: z
      .union([
        z.object({ field: z.string(), is: z.union([z.string(), z.boolean()]) }),
        z.object({ field: z.string(), is_not: z.union([z.string(), z.boolean()]) }),
      ])
      .optional(),
    days: z.enum(['past', 'future', 'from_earliest', 'from_needed_by']).optional(),
    of: z.string().optional(),
    questions: z.literal(true).optional(),
    statute_of: z.string().optional(),
    statement_for: z.string().optional(),
    up_front: z.literal(true).optional(),
    terms: z.literal(true).optional(),
    after_records: z.literal(true).optional(),
  }),
  /** What its lines hold, where they are its own. */
  lines: z
    .object({
      noun: z.string(),
      columns: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          type: z.enum(['text', 'date', 'choice']),
          options: z.string().optional(),
          required: z.literal(true).optional(),
          share: z.number(),
        }),
      ),
    })
    .nullable(),
});

/** Everything a form needs that is not in the review: steps, fields switched on for the organization, options, prices. */
export const readFields = defineEndpoint({
  id: 'reviews.fields',
  method: 'GET',
  path: '/api/v1/{kind}/fields',
  summary: 'Fields, options and statuses of a kind of review for an organization',
  allow: participants,
  shape: {
    query: z.object({ organization_id: z.coerce.number().int().positive().optional() }),
    output: z.object({
      organization: z
        .object({
          id: z.number(),
          name: z.string(),
          questions_prompt: z.string().nullable(),
          /** Each chart names its patient. */
          claimant_field: z.boolean(),
          /** Reviews can be marked as needing attention. */
          attention: z.boolean(),
        })
        .nullable(),
      /** Whether the reader may order for an organization other than this one; which, `organizations.choices` answers. */
      for_others: z.boolean(),
      sections: z.array(z.object({ key: z.string(), title: z.string(), lead: z.string(), fields: z.array(fieldSpec) })),
      /** Option sets by the name fields refer to: states, claim_stages, case_types, services, … */
      options: z.record(z.string(), z.array(option)),
      /** How many charts a review of each offered type takes. */
      charts: z.record(z.string(), z.object({ min: z.number(), max: z.number() })),
      question_bank: z.array(z.object({ issue: z.string(), text: z.string() })),
      /** How a good order fills fields, by step, and why so. */
      example: z.array(
        z.object({ section: z.string(), field: z.string(), value: z.string(), why: z.string().optional() }),
      ),
      /** The option set the bank's issues are of. */
      question_groups: z.string(),
      statuses: z.array(z.object({ status: statusView, bucket, ball: ball.nullable() })),
      /** Earliest `needed_by`, standard and expedited, by the calendar of the federal holidays. */
      earliest_needed_by: z.object({ standard: z.iso.date(), expedited: z.iso.date() }),
    }),
  },
});

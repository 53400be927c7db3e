import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, instant } from '../../../core/endpoint.ts';
import { wordsMails } from '../rules/wording.ts';
import { letter } from './letter.ts';

const wording = z.object({ subject: z.string().max(200), body: z.string().max(4000) });
const params = z.object({ template: z.string().regex(/^[a-z_]{1,80}$/) });
const variant = z.string().max(200).default('');

const row = z
  .object({
    template: z.string(),
    /** Its cases; null: it has too many to be worded one by one. */
    variants: z.array(z.object({ variant: z.string(), adjusted: z.boolean() })).nullable(),
    subject: z.string(),
  })
  .meta({ id: 'MailTemplate' });
export type MailTemplateRow = z.output<typeof row>;

const version = z.object({
  version: z.number(),
  /** Null: back to what is shipped. */
  subject: z.string().nullable(),
  body: z.string().nullable(),
  by: z.string(),
  at: instant,
});

const view = z
  .object({
    template: z.string(),
    variant: z.string(),
    variants: z.array(z.string()),
    placeholders: z.array(z.object({ name: z.string(), sample: z.string().nullable() })),
    shipped: wording,
    /** The wording of staff; null: what is shipped holds. */
    own: wording.nullable(),
    /** The latest version, 0 where nobody wrote one. */
    version: z.number(),
    versions: z.array(version),
  })
  .meta({ id: 'MailWording' });
export type MailWordingView = z.output<typeof view>;

const preview = z.object({ subject: z.string(), letter, text: z.string() }).meta({ id: 'MailPreview' });
export type MailPreview = z.output<typeof preview>;

const allow = ({ kind }: Actor): boolean => wordsMails(kind);

export const wordingEndpoints = {
  list: defineEndpoint({
    id: 'wordings.list',
    method: 'GET',
    path: '/api/v1/mail_wordings',
    summary: 'Every mail with its cases, and which of them staff worded',
    allow,
    shape: { output: z.object({ data: z.array(row) }) },
  }),
  read: defineEndpoint({
    id: 'wordings.read',
    method: 'GET',
    path: '/api/v1/mail_wordings/{template}',
    summary: 'The wording of an e-mail: as shipped, as it is, and every version there was',
    allow,
    shape: { params, query: z.object({ variant }), output: view },
    errors: ['not_found'],
  }),
  preview: defineEndpoint({
    id: 'wordings.preview',
    method: 'POST',
    path: '/api/v1/mail_wordings/{template}/preview',
    summary: 'An e-mail in a wording, with sample data; what stands for nothing is refused at its place',
    allow,
    shape: { params, body: wording.extend({ variant }), output: preview },
    errors: ['not_found', 'invalid'],
  }),
  save: defineEndpoint({
    id: 'wordings.save',
    method: 'PUT',
    path: '/api/v1/mail_wordings/{template}',
    summary: 'Word an e-mail from now on; null goes back to what is shipped. Mails already written stay',
    allow,
    shape: {
      params,
      body: z.object({ variant, version: z.number().int(), wording: wording.nullable() }),
      output: view,
    },
    errors: ['not_found', 'stale', 'invalid'],
  }),
};

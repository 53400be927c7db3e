import { z } from 'zod';
import { calendarDate, defineEndpoint, nothing } from '../../../core/endpoint.ts';
import { ONBOARDING_HINTS } from '../rules/onboarding.ts';
import { isPayee } from '../rules/profiles.ts';
import { BLACKOUTS_MAX, WEEKDAYS } from '../rules/working-hours.ts';
import { CLASSIFICATIONS, LLC_TAXED_AS } from '../rules/w9.ts';
import { ACCOUNT_PATHS } from './paths.ts';

const line = z.string().max(200);
const workingDay = z.object({ active: z.boolean(), startTime: z.string().max(5), endTime: z.string().max(5) });
export const workingHours = z
  .object(
    Object.fromEntries(WEEKDAYS.map((day) => [day, workingDay])) as Record<
      (typeof WEEKDAYS)[number],
      typeof workingDay
    >,
  )
  .meta({ id: 'WorkingHours' });
const hours = z
  .object({
    working_hours_enabled: z.boolean(),
    working_hours: workingHours,
    blackout_dates: z
      .array(z.object({ from: z.string().max(10), until: z.string().max(10), note: z.string().max(300) }))
      .max(BLACKOUTS_MAX),
  })
  .meta({ id: 'OwnWorkingHours' });
export type Hours = z.output<typeof hours>;

const vendorInfo = z.object({
  payee_name: line,
  tax_id_kind: z.enum(['ssn', 'ein']),
  address_line1: line,
  address_line2: line,
  city: line,
  state: z.string().max(2),
  postal_code: z.string().max(12),
  bank_name: line,
  account_type: z.enum(['checking', 'savings']),
  routing_number: z.string().max(20),
});
const vendorView = vendorInfo
  .extend({
    /** The only digits anybody is ever shown. */
    tax_id_last4: z.string(),
    account_last4: z.string(),
    lock_version: z.number(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'VendorInfo' });
export type VendorView = z.output<typeof vendorView>;
const w9Fields = z.object({
  /** As on the tax return. */
  name: line,
  business_name: line,
  classification: z.enum(CLASSIFICATIONS),
  /** Of a limited liability company alone. */
  llc_taxed_as: z.enum(LLC_TAXED_AS).nullable(),
  exempt_payee_code: z.string().max(2),
  fatca_code: z.string().max(1),
  /** Told by the tax authority to have a share kept back. */
  backup_withholding: z.boolean(),
});
const w9 = w9Fields
  .extend({
    signed_name: z.string(),
    signed_on: calendarDate,
    tax_id_kind: z.enum(['ssn', 'ein']),
    tax_id_last4: z.string(),
    /** It was signed for the number that is kept now. */
    counts: z.boolean(),
  })
  .meta({ id: 'W9' });
export type W9View = z.output<typeof w9>;
/** The last one that was signed. `can_sign`: there are payment details with a number to sign for. */
const w9Answer = z.object({ w9: w9.nullable(), can_sign: z.boolean() });

const vendorAnswer = z.object({ vendor_info: vendorView.nullable() });

export const ownAccountEndpoints = {
  hintSeen: defineEndpoint({
    ...ACCOUNT_PATHS.hintSeen,
    summary: 'Puts one of the first-time hints away for good',
    allow: () => true,
    shape: { body: z.object({ hint: z.enum(ONBOARDING_HINTS) }), output: nothing },
    success: 204,
  }),
  updatePerson: defineEndpoint({
    ...ACCOUNT_PATHS.updatePerson,
    summary: 'Change one’s name and time zone',
    allow: () => true,
    shape: { body: z.object({ first_name: line, last_name: line, time_zone: z.string().max(64) }), output: nothing },
    success: 204,
    errors: ['invalid'],
  }),
  saveAvatar: defineEndpoint({
    ...ACCOUNT_PATHS.saveAvatar,
    summary: 'Set one’s picture: the bytes of a JPEG, PNG or WebP; kept as a new square picture',
    allow: () => true,
    shape: { output: z.object({ avatar: z.string() }) },
    errors: ['invalid', 'too_large', 'unsupported_type', 'throttled', 'storage_full'],
  }),
  removeAvatar: defineEndpoint({
    ...ACCOUNT_PATHS.removeAvatar,
    summary: 'Remove one’s picture',
    allow: () => true,
    shape: { output: nothing },
    success: 204,
  }),
  avatar: defineEndpoint({
    ...ACCOUNT_PATHS.avatar,
    summary: 'A person’s picture',
    allow: () => true,
    shape: { params: z.object({ key: z.string().max(60) }), output: nothing },
    errors: ['not_found'],
    raw: 'image/webp',
  }),
  hours: defineEndpoint({
    ...ACCOUNT_PATHS.hours,
    summary: 'One’s working hours and days off',
    allow: () => true,
    shape: { output: hours },
  }),
  saveHours: defineEndpoint({
    ...ACCOUNT_PATHS.saveHours,
    summary: 'Change one’s working hours and days off',
    allow: () => true,
    shape: { body: hours, output: hours },
    errors: ['invalid'],
  }),
  vendorInfo: defineEndpoint({
    ...ACCOUNT_PATHS.vendorInfo,
    summary: 'Who is paid and where; of numbers the last four digits',
    allow: (actor) => isPayee(actor.kind),
    shape: { output: vendorAnswer },
  }),
  saveVendorInfo: defineEndpoint({
    ...ACCOUNT_PATHS.saveVendorInfo,
    in_person: true,
    summary: 'Change who is paid and where; numbers are sent only to be set',
    allow: (actor) => isPayee(actor.kind),
    shape: {
      body: vendorInfo.extend({
        tax_id: z.string().max(30).nullable(),
        account_number: z.string().max(40).nullable(),
        lock_version: z.number().int().nullable(),
      }),
      output: vendorAnswer,
    },
    errors: ['stale', 'invalid'],
  }),
  w9: defineEndpoint({
    ...ACCOUNT_PATHS.w9,
    summary: 'The W-9 that one signed last',
    allow: (actor) => isPayee(actor.kind),
    shape: { output: w9Answer },
  }),
  signW9: defineEndpoint({
    ...ACCOUNT_PATHS.signW9,
    in_person: true,
    summary: 'Sign a W-9 for the taxpayer number of the payment details; the name is typed as the signature',
    allow: (actor) => isPayee(actor.kind),
    shape: { body: w9Fields.extend({ signed_name: line, certifies: z.boolean() }), output: w9Answer },
    errors: ['wrong_state', 'invalid'],
  }),
};

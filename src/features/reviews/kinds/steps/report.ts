import type { Guard, Step } from '../vocabulary.ts';

/* Steps by which a report is signed, checked, delivered and asked about, and how it stands after them. */

/** The expert signs what was written. */
export const signingReport = <Writing extends string, To extends string>(writing: Writing, to: To, says: string) =>
  ({
    from: [writing],
    action: 'sign_report',
    to,
    who: ['expert'],
    guards: ['report_complete', 'report_signed', 'price_agreed'],
    says,
  }) as const satisfies Step;

/** A signed report is checked: returned, or delivered; delivered, it can be asked about. */
export const checkingReport = <Checking extends string, Back extends string, Delivered extends string>({
  checking,
  returned,
  delivered,
}: {
  checking: Checking;
  returned: Back;
  delivered: Delivered;
}) =>
  [
    {
      from: [checking],
      action: 'return_report',
      to: returned,
      who: ['clin_ops'],
      reason: 'required',
      says: 'returned the report',
    },
    {
      from: [checking],
      action: 'approve_report',
      to: delivered,
      who: ['clin_ops', 'system'],
      guards: ['report_signed'],
      says: 'checked and delivered the report',
    },
  ] as const satisfies readonly Step[];

/** A delivered report is asked about, and the expert writes once more. */
export const askingClarification = <From extends string, To extends string>(
  from: readonly From[],
  to: To,
  when: readonly Guard[] = [],
) =>
  ({
    from,
    action: 'ask_clarification',
    to,
    who: ['requester'],
    guards: [...when, 'clarification_open'],
    reason: 'required',
    says: 'asked for a clarification',
  }) as const satisfies Step;

/** How the report stands after the steps that every kind's report takes. */
export const REPORT_FACETS = {
  start_report: { report_status: 'draft' },
  return_report: { report_status: 'returned' },
  approve_report: { report_status: 'delivered' },
  ask_clarification: { report_status: 'addendum_requested' },
} as const;

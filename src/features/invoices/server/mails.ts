import { z } from 'zod';
import { plural } from '../../../core/phrases.ts';
import { openerOf } from '../../../platform/mail/opener.ts';
import { count, date, link, path, template } from '../../../platform/mail/template.ts';

/** What every one of them says: number and amounts, never a patient or a party. */
const of = {
  number: z.string().max(40),
  amount: z.string().max(40),
  due_on: date,
  /** What is to be paid of it, where something was paid or credited already. */
  open: z.string().max(40).optional(),
  /** Nothing of it is open. */
  settled: z.boolean().default(false),
  opener: openerOf(z.string().regex(/^[\w-]{43}$/)),
};
/** The same to who is signed in. */
const ofPeople = { number: of.number, amount: of.amount, due_on: of.due_on, settled: of.settled, link: path };
const ofSeveral = { count, amount: of.amount, due_on: of.due_on, settled: of.settled, link: path };
const WHY = 'You’re receiving this e-mail because your organization’s invoices from Peritus are sent to this address.';

/** Mails about invoices, to whom they are sent. */
export const MAILS = {
  invoice_issued: template(z.object(of), (data, say) => ({
    subject: `Invoice ${data.number}, ${data.amount}`,
    move: data.settled
      ? { whose: 'nobody', what: 'nothing is to be paid: it is settled' }
      : { whose: 'you', what: `pay ${data.open ?? data.amount} by ${say.day(data.due_on)}` },
    lines: [
      'An invoice was issued. It can be read and downloaded by the link, without an account.',
      'Each line names the review by its number, and what the amount comes from.',
    ],
    facts: [
      ['Invoice', data.number],
      ['Amount', data.amount],
      ...(data.open === undefined ? [] : [['To be paid', data.open] satisfies [string, string]]),
      ['Due', say.day(data.due_on)],
    ],
    action: { label: 'See the invoice', url: say.url(`/invoice?token=${data.opener.value}`) },
    why: WHY,
  })),

  invoice_overdue: template(z.object(of), (data, say) => ({
    subject: `Invoice ${data.number} is overdue`,
    move: { whose: 'you', what: `pay ${data.amount}` },
    lines: [
      `Invoice ${data.number} was due on ${say.day(data.due_on)}, and ${data.amount} of it is open. If it was paid in the last days, nothing is left to do.`,
    ],
    facts: [
      ['Invoice', data.number],
      ['Open', data.amount],
      ['Was due', say.day(data.due_on)],
    ],
    action: { label: 'See the invoice', url: say.url(`/invoice?token=${data.opener.value}`) },
    why: WHY,
  })),

  invoice_receipt: template(z.object(of), (data, say) => ({
    subject: `Invoice ${data.number} is paid`,
    move: { whose: 'nobody', what: 'nothing is left to pay of it' },
    lines: ['Thank you. The invoice shows what settled it, and when.'],
    facts: [
      ['Invoice', data.number],
      ['Amount', data.amount],
    ],
    action: { label: 'See the invoice', url: say.url(`/invoice?token=${data.opener.value}`) },
    why: WHY,
  })),

  invoice_to_pay: template(z.object(ofPeople), (data, say) => ({
    subject: `Invoice ${data.number}, ${data.amount}`,
    move: {
      whose: 'nobody',
      what: data.settled
        ? 'nothing is to be paid: credit on account settled it'
        : `it is due by ${say.day(data.due_on)}; whoever pays your invoices was sent it, too`,
    },
    lines: ['An invoice of your organization was issued. Each line names its review and what the amount comes from.'],
    facts: [
      ['Invoice', data.number],
      ['Amount', data.amount],
      ...(data.settled ? [] : [['Due', say.day(data.due_on)] satisfies [string, string]]),
    ],
    action: { label: 'See the invoice', url: say.url(data.link) },
  })),

  invoices_to_pay: template(z.object(ofSeveral), (data, say) => ({
    subject: `${plural(data.count, 'invoice')}, ${data.amount}`,
    move: {
      whose: 'nobody',
      what: data.settled
        ? 'nothing is to be paid: credit on account settled them'
        : `due by ${say.day(data.due_on)}; whoever pays your invoices was sent each`,
    },
    lines: [`${plural(data.count, 'invoice')} of your organization were issued, one for each review.`],
    facts: [
      ['Together', data.amount],
      ...(data.settled ? [] : [['Due', say.day(data.due_on)] satisfies [string, string]]),
    ],
    action: { label: 'See the invoices', url: say.url(data.link) },
  })),

  invoice_late: template(z.object(ofPeople), (data, say) => ({
    subject: `Invoice ${data.number} is overdue`,
    move: { whose: 'you', what: `see that ${data.amount} is paid` },
    lines: [
      `Invoice ${data.number} was due on ${say.day(data.due_on)}, and ${data.amount} of it is open. If it was paid in the last days, nothing is left to do.`,
    ],
    action: { label: 'See the invoice', url: say.url(data.link) },
  })),

  invoice_settled: template(z.object(ofPeople), (data, say) => ({
    subject: `Invoice ${data.number} is paid`,
    move: { whose: 'nobody', what: 'nothing is left to pay of it' },
    lines: [`Invoice ${data.number} over ${data.amount} is settled.`],
    action: { label: 'See the invoice', url: say.url(data.link) },
  })),

  credit_note_given: template(z.object(ofPeople), (data, say) => ({
    subject: `Credit note ${data.number}, ${data.amount}`,
    move: { whose: 'nobody', what: 'it is taken off what is open, or off the next invoice' },
    lines: ['A credit note was issued to your organization. It says which lines it takes back, and why.'],
    action: { label: 'See the credit note', url: say.url(data.link) },
  })),

  credit_note_issued: template(z.object(of), (data, say) => ({
    subject: `Credit note ${data.number}, ${data.amount}`,
    move: { whose: 'nobody', what: 'it is taken off what is open, or off the next invoice' },
    lines: ['A credit note was issued. It takes back what was wrong on an invoice, and says which lines.'],
    facts: [
      ['Credit note', data.number],
      ['Amount', data.amount],
    ],
    action: { label: 'See the credit note', url: say.url(`/invoice?token=${data.opener.value}`) },
    why: WHY,
  })),

  billing_hold: template(
    z.object({
      outcome: z.enum(['soon', 'on']),
      number: z.string().max(40),
      amount: z.string().max(40),
      was_due_on: date,
      holds_on: date,
      ...link,
    }),
    (data, say) => ({
      subject:
        data.outcome === 'on'
          ? `Billing hold: invoice ${data.number} is overdue`
          : `A billing hold begins on ${say.day(data.holds_on)}`,
      move: {
        whose: 'you',
        what: data.outcome === 'on' ? `pay ${data.amount}` : `pay ${data.amount} before ${say.day(data.holds_on)}`,
      },
      lines: [
        `Invoice ${data.number} was due on ${say.day(data.was_due_on)}, and ${data.amount} of it is open.`,
        data.outcome === 'on'
          ? 'Until it is paid your organization submits no reviews and invites no experts. Reviews under way finish. The payment lifts the hold by itself.'
          : `Unless it is paid, from ${say.day(data.holds_on)} on your organization submits no reviews and invites no experts. Reviews under way finish.`,
      ],
      facts: [
        ['Invoice', data.number],
        ['Open', data.amount],
        ['Was due', say.day(data.was_due_on)],
      ],
      action: { label: 'See the invoice', url: say.url(data.link ?? '/invoice') },
    }),
  ),
};

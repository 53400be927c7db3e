import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES, KINDS, reviewNumber } from '../core/kinds.ts';
import { MAILS as ACCOUNT_MAILS } from '../features/accounts/server/mails.ts';
import { MAILS as EXPORT_MAILS } from '../features/exports/server/mails.ts';
import { MAILS as KEY_MAILS } from '../features/api-keys/server/mails.ts';
import { MAILS as CALENDAR_MAILS } from '../features/calendars/server/mails.ts';
import { MAILS as CONNECTION_MAILS } from '../features/connected-accounts/server/mails.ts';
import { MAILS as HL7_MAILS } from '../features/hl7/server/mails.ts';
import { MAILS as WEBHOOK_MAILS } from '../features/webhooks/server/mails.ts';
import { MAILS as HOLD_MAILS } from '../features/deadlines/server/mails.ts';
import { MAILS as OVERSIGHT_MAILS } from '../features/oversight/server/mails.ts';
import { MAILS as REMINDER_MAILS } from '../features/notifications/server/mails.ts';
import { MAILS as APPLICATION_MAILS } from '../features/experts/server/mails.ts';
import { escapeHtml, toHtml, toText } from '../platform/mail/layout.ts';
import { filled, hasPlace, openerIn } from '../platform/mail/opener.ts';
import { formatInstant, type MailContext, renderMail, type TemplateName } from '../platform/mail/template.ts';
import { MAIL_SAMPLES, sampleOpener } from './mail-samples.ts';
import { MAILS } from './mails.ts';

const OF_PEOPLE = {
  ...ACCOUNT_MAILS,
  ...APPLICATION_MAILS,
  ...EXPORT_MAILS,
  ...CALENDAR_MAILS,
  ...CONNECTION_MAILS,
  ...HL7_MAILS,
  ...WEBHOOK_MAILS,
  ...KEY_MAILS,
  ...HOLD_MAILS,
  ...OVERSIGHT_MAILS,
  ...REMINDER_MAILS,
};

const at = '2026-11-19T13:30:00Z';
// mails of a subscription are about several reviews, and name none
const OF_SUBSCRIPTIONS: readonly string[] = ['pre_orders_opened', 'pre_orders_lapse'];
// of invoices the number is named, never a review's
const OF_INVOICES: readonly string[] = ['invoice_issued', 'invoice_overdue', 'invoice_receipt', 'credit_note_issued'];
const OF_INVOICE_READERS: readonly string[] = [
  'invoice_to_pay',
  'invoice_late',
  'invoice_settled',
  'credit_note_given',
];
const OF_PRICES: readonly string[] = ['subscription_price_changed', 'invoices_to_pay'];
// of billing orders only how many wait and what they come to is said
const OF_ORDERS: readonly string[] = ['billing_orders_waiting'];
// of a budget which one, and how far it is used
const OF_BUDGETS: readonly string[] = ['budget_reached'];
// what a hold says is told of its invoice, and has a test of its own
const OF_HOLDS: readonly string[] = ['billing_hold'];
const OF_PAYOUTS: readonly string[] = ['payout_details_needed', 'payout_made', 'payout_returned'];
// nor are these any review's mail: what a person wrote to the support inbox and is answered, which have their own tests, and an alarm that names a command
const OF_OPERATORS: readonly string[] = ['contact_message', 'contact_answer', 'audit_broken'];
const ACCOUNT_NAMES = Object.keys(OF_PEOPLE) as (keyof typeof OF_PEOPLE)[];
const NAMES = (Object.keys(MAILS) as TemplateName[]).filter(
  (name) =>
    !OF_OPERATORS.includes(name) &&
    !OF_HOLDS.includes(name) &&
    !(name in OF_PEOPLE) &&
    !OF_SUBSCRIPTIONS.includes(name) &&
    !OF_ORDERS.includes(name) &&
    !OF_BUDGETS.includes(name) &&
    !OF_INVOICES.includes(name) &&
    !OF_PRICES.includes(name) &&
    !OF_PAYOUTS.includes(name) &&
    !OF_INVOICE_READERS.includes(name),
);

const context: MailContext = {
  number: 'CR-20418',
  review_path: '/case/20418',
  zone: 'America/Chicago',
  side: 'requester',
  public_url: 'https://peritus.example',
};
const footer = { public_url: 'https://peritus.example', privacy_url: 'https://peritus.example/privacy' };
const rendered = (name: string, data: unknown, more: Partial<MailContext> = {}) => {
  const letter = renderMail(MAILS, name, data, { ...context, ...more });
  const whole = (text: string) => filled(text, openerIn(data)?.value ?? null);
  const stored = { letter, html: toHtml(letter, footer), text: toText(letter, footer) };
  return { letter, stored, subject: whole(letter.subject), html: whole(stored.html), text: whole(stored.text) };
};

describe.each(NAMES)('%s', (name) => {
  test('says first whose move it is, names the review, links to it, in both twins', () => {
    const { letter, subject, html, text } = rendered(name, MAIL_SAMPLES[name]);
    expect(text).toMatch(/^(Your|Our|Nobody’s|The expert’s|The requester’s) move: \w/);
    expect(html.indexOf('move:')).toBeLessThan(html.indexOf(escapeHtml(letter.lines[0] ?? '')));
    expect(subject).toContain('CR-20418');
    // whoever referred it has no way in
    if (name === 'referrer_status') expect(text).not.toContain('/case');
    else
      expect(text).toMatch(
        /https:\/\/peritus\.example\/(case|records-upload|provider-statement|exam-visit|report-delivery)/,
      );
    expect(`${subject}${text}`).not.toMatch(/!|undefined|NaN|Invalid|\bplease\b/i);
  });

  test('is closed HTML that loads nothing and runs nothing', () => {
    const { html } = rendered(name, MAIL_SAMPLES[name]);
    expect(html).not.toMatch(/<script|<img|<link|src=|url\(|@import|javascript:/i);
    const tags = ['table', 'tr', 'td', 'p', 'a', 'h1'];
    const count = (pattern: string) => html.match(new RegExp(pattern, 'g'))?.length ?? 0;
    expect(tags.map((tag) => [tag, count(`<${tag}[ >]`)])).toEqual(tags.map((tag) => [tag, count(`</${tag}>`)]));
    expect(html).toContain('color-scheme');
  });

  test('every instant carries its weekday and the recipient’s zone', () => {
    const text = JSON.stringify(MAIL_SAMPLES[name]);
    if (!text.includes(at)) return;
    expect(rendered(name, MAIL_SAMPLES[name]).text).toContain('Thu, Nov 19, 2026, 7:30 AM CST');
    expect(rendered(name, MAIL_SAMPLES[name], { zone: 'Europe/Berlin' }).text).toContain(
      'Thu, Nov 19, 2026, 2:30 PM GMT+1',
    );
  });

  test('nothing that was passed in other fields comes out', () => {
    const secret = fc.stringMatching(/^[A-Z][a-z]{5,12} Zq[a-z]{5,12}$/);
    const fields = [
      'claimant',
      'patient_name',
      'caption',
      'subject',
      'note',
      'body',
      'diagnosis',
      'name',
      'title',
      'message',
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields), secret, { minKeys: 1 }), (planted) => {
        const { subject, html, text } = rendered(name, { ...planted, ...MAIL_SAMPLES[name] });
        for (const value of Object.values(planted)) expect(`${subject}${html}${text}`).not.toContain(value);
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(ACCOUNT_NAMES)('the account mail %s', (name) => {
  test('says whose move it is, names no review, carries its link or code in both twins, and says why it comes', () => {
    const { letter, subject, html, text } = rendered(name, MAIL_SAMPLES[name], { number: null, review_path: '/' });
    expect(text).toMatch(/^(Your|Our|Nobody’s) move: \w/);
    expect(`${subject}${text}`).not.toMatch(/CR-|review you|!|undefined|Invalid|\bplease\b/i);
    for (const link of [letter.action, letter.second]) {
      if (!link) continue;
      const url = filled(link.url, openerIn(MAIL_SAMPLES[name])?.value ?? null);
      expect(text).toContain(url);
      expect(html).toContain(`href="${escapeHtml(url)}"`);
      expect(link.url.startsWith('https://peritus.example/')).toBe(true);
    }
    for (const twin of [text, html]) expect(twin).not.toContain('take part in a review');
    expect(html).not.toMatch(/<script|<img|<link|src=|url\(|@import|javascript:/i);
  });
});

test.each(Object.keys(MAIL_SAMPLES) as TemplateName[])(
  '%s keeps what opens something apart from what it says',
  (name) => {
    const opener = openerIn(MAIL_SAMPLES[name])?.value;
    const { stored, text, html } = rendered(name, MAIL_SAMPLES[name]);
    if (opener === undefined) return expect(hasPlace(JSON.stringify(stored))).toBe(false);
    for (const form of [JSON.stringify(stored), filled(stored.text, null), filled(stored.html, null)])
      expect(form.replaceAll(/\s/g, '')).not.toContain(opener);
    expect(hasPlace(`${text}${html}`)).toBe(false);
  },
);

test.each(['registration_code', 'second_factor_code'] as const)('%s shows its code in both twins', (name) => {
  const { text, html } = rendered(name, MAIL_SAMPLES[name], { number: null, review_path: '/' });
  expect(text).toContain('Your code: 042 117');
  expect(html).toMatch(/>042<\/span><span[^>]*>117</);
});

test.each([
  ['reset_password', { opener: sampleOpener('x&next=//evil.example') }],
  ['registration_code', { opener: sampleOpener('<b>') }],
])('%s takes no token or code of another shape', (name, data) => {
  expect(() => rendered(name, data)).toThrow(/cannot use the data/);
});

test('a contact message brings its paragraphs and the way to answer, and says why it comes', () => {
  const { subject, text, html } = rendered('contact_message', MAIL_SAMPLES.contact_message);
  expect(subject).toBe('Contact 7K2-Q9F: Something else');
  expect(text).toContain('First line.\n\nSecond line.');
  expect(text).toContain('Marla Quist, marla@example.test');
  for (const twin of [text, html]) expect(twin).not.toContain('take part in a review');
});

test('values are escaped in HTML and stay as they are in text', () => {
  const { html, text } = rendered('call_set', { ...MAIL_SAMPLES.call_set, dial_in: '<b onclick="x">&\'' });
  expect(html).not.toContain('<b ');
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;');
  expect(text).toContain('<b onclick="x">&\'');
});

test.each([
  '//evil.example/x',
  'https://evil.example',
  'javascript:alert(1)',
  '/a"b',
  'case',
  '/a b',
  '/\\evil.example',
])('the link %j is refused', (link) => {
  expect(() => rendered('invitation_reminder', { expires_at: at, link })).toThrow(/cannot use the data.*link/);
});

test.each(OF_SUBSCRIPTIONS)(
  '%s is about several reviews: it counts them, says the day, and leads to the list',
  (name) => {
    const { subject, text } = rendered(name, MAIL_SAMPLES[name as 'pre_orders_opened'], { number: null });
    expect(subject).not.toContain('Your review');
    expect(text).toMatch(/^Your move/);
    expect(text).toContain('Jan 30, 2027');
    expect(text).toContain('https://peritus.example/pre-order-peer-reviews');
  },
);

test('an unknown template and missing data are refused, without repeating values', () => {
  expect(() => rendered('no_such', {})).toThrow(/No mail template/);
  expect(() => rendered('call_set', { starts_at: 'Marla Quist' })).toThrow(/^(?!.*Marla)/);
});

test('whose move it is depends on the reader', () => {
  expect(rendered('review_submitted', {}, { side: 'staff' }).text).toMatch(/^Your move/);
  expect(rendered('review_submitted', {}, { side: 'requester' }).text).toMatch(/^Our move: we check the records/);
  // where nobody of ours looks none is promised
  expect(rendered('review_submitted', { automatic: true }, { side: 'requester' }).text).not.toMatch(/\bwe\b|same/i);
});

test.each(KIND_NAMES)('numbers and pages follow the kind %s', (kind) => {
  const more = { number: reviewNumber(kind, 7), review_path: `/${KINDS[kind].slug}/7` };
  const { subject, text } = rendered('review_closed', {}, more);
  expect(subject).toContain(`${KINDS[kind].number_prefix}-7`);
  expect(text).toContain(`https://peritus.example/${KINDS[kind].slug}/7`);
});

test.each([
  ['2026-11-01T06:30:00Z', 'America/Chicago', 'Sun, Nov 1, 2026, 1:30 AM CDT'],
  ['2026-11-01T07:30:00Z', 'America/Chicago', 'Sun, Nov 1, 2026, 1:30 AM CST'],
  ['2026-03-08T08:00:00Z', 'America/Chicago', 'Sun, Mar 8, 2026, 3:00 AM CDT'],
  ['2026-12-31T23:45:00Z', 'Asia/Kolkata', 'Fri, Jan 1, 2027, 5:15 AM GMT+5:30'],
])('%s in %s is %s', (instant, zone, expected) => {
  expect(formatInstant(new Date(instant), zone)).toBe(expected);
});

test.each(OF_INVOICE_READERS)('%s names the invoice and leads to it signed in', (name) => {
  const { subject, text } = rendered(name, MAIL_SAMPLES[name as 'invoice_to_pay'], { number: null });
  expect(subject).toContain('INV-100001-00007');
  expect(text).toContain('https://peritus.example/invoice?invoice=7');
});

test.each(OF_PAYOUTS)('%s says what is to do and no amount', (name) => {
  const { text } = rendered(name, MAIL_SAMPLES[name as 'payout_made'], { number: null });
  expect(text).toMatch(/^(Your|Nobody’s) move: \w/);
  expect(text).toMatch(/https:\/\/peritus\.example\/(payouts|account\/vendor-info)/);
  expect(text).not.toContain('$');
});

test('several invoices are told in one mail, with what they come to', () => {
  const { subject, text } = rendered('invoices_to_pay', MAIL_SAMPLES.invoices_to_pay, { number: null });
  expect(subject).toBe('12 invoices, $21,450.00');
  expect(text).toContain('https://peritus.example/invoice');
});

test('a new price of a subscription is told with the old one, and leads to what it is of', () => {
  const { text } = rendered('subscription_price_changed', MAIL_SAMPLES.subscription_price_changed, { number: null });
  expect(text).toContain('costs $360.00 instead of $400.00');
  expect(text).toContain('https://peritus.example/admin/subscriptions/7001');
});

test.each(OF_INVOICES)('%s names the invoice and leads to it without an account, in both twins', (name) => {
  const data = MAIL_SAMPLES[name as 'invoice_issued'];
  const { letter, subject, html, text } = rendered(name, data, { number: null });
  expect(text).toMatch(/^(Your|Nobody’s) move: \w/);
  expect(html.indexOf('move:')).toBeLessThan(html.indexOf(escapeHtml(letter.lines[0] ?? '')));
  expect(subject).toContain('INV-100001-00007');
  expect(text).toContain('https://peritus.example/invoice?token=');
});

test('an invoice that credit on account pays in part asks for what is left, not for all of it', () => {
  const { text } = rendered('invoice_issued', { ...MAIL_SAMPLES.invoice_issued, open: '$887.50' }, { number: null });
  expect(text).toMatch(/^Your move: pay \$887\.50 by/);
  expect(text).toContain('To be paid: $887.50');
});

test.each(OF_ORDERS)('%s says how many wait and leads to them, in both twins', (name) => {
  const { subject, html, text } = rendered(name, MAIL_SAMPLES[name as 'billing_orders_waiting'], { number: null });
  expect(text).toMatch(/^Your move: \w/);
  expect(subject).toBe('3 billing orders of Harborline Mutual wait for approval');
  for (const twin of [html, text]) expect(twin).toContain('https://peritus.example/billing-orders');
});

test('a budget says which it is, how far it is used, and what happens to orders', () => {
  const nearly = rendered('budget_reached', MAIL_SAMPLES.budget_reached, { number: null });
  expect(nearly.subject).toBe('85% used: the budget of cost center Claims East, Q4 2026');
  expect(nearly.text).toContain('Orders that go beyond it will stop.');
  for (const twin of [nearly.html, nearly.text])
    expect(twin).toContain('https://peritus.example/admin/budgets?budget=7');
  const up = rendered('budget_reached', { ...MAIL_SAMPLES.budget_reached, outcome: 'used_up' }, { number: null });
  expect(up.subject).toBe('Used up: the budget of cost center Claims East, Q4 2026');
  expect(up.text).toContain('You can let one through with a reason.');
});

test('a hold says which invoice, from when, and what lifts it', () => {
  const soon = rendered('billing_hold', MAIL_SAMPLES.billing_hold, { number: null });
  expect(soon.text).toMatch(/^Your move: pay \$1,887\.50 before/);
  expect(soon.text).toContain('https://peritus.example/invoice?invoice=7');
  const on = rendered('billing_hold', { ...MAIL_SAMPLES.billing_hold, outcome: 'on' }, { number: null });
  expect(on.subject).toBe('Billing hold: invoice INV-100001-00007 is overdue');
  expect(on.text).toContain('The payment lifts the hold by itself.');
});

import { describe, expect, it } from 'vitest';
import { toHtml, toText } from '../platform/mail/layout.ts';
import { type MailContext, type Template, writeMail } from '../platform/mail/template.ts';
import {
  choicesOf,
  distinct,
  placeholdersOf,
  valuesOf,
  variantOf,
  variantsOf,
  worded,
  wordingFaults,
  wordingOf,
} from '../platform/mail/wording.ts';
import { MAIL_SAMPLES } from './mail-samples.ts';
import { MAILS } from './mails.ts';

const context: MailContext = {
  number: 'CR-20418',
  review_path: '/case/20418',
  zone: 'America/Chicago',
  side: 'requester',
  public_url: 'https://peritus.example',
};
const footer = { public_url: 'https://peritus.example', privacy_url: 'https://peritus.example/privacy' };
const samples = new Map<string, object>(Object.entries(MAIL_SAMPLES));
const templates = Object.entries<Template>(MAILS);

describe('the wording of every mail', () => {
  it.each(templates)('%s is shipped as a wording that is taken back, and says the same', (name, template) => {
    for (const variant of variantsOf(template) ?? []) {
      const sample = { ...samples.get(name), ...choicesOf(template, variant) };
      const own = distinct(template, sample);
      const data = template.data.safeParse(own).success ? own : sample;
      const written = writeMail(MAILS, name, data, context);
      expect(variantOf(template, written.data)).toBe(variant);
      const values = valuesOf(template, written.data, written.say);
      const shipped = wordingOf(written.letter, values);
      // what opens something has no name, so a wording of its place is refused
      if (!/[\uE000\uE001]/.test(`${shipped.subject}${shipped.body}`))
        expect(wordingFaults(template, shipped)).toEqual([]);
      const again = worded(written.letter, shipped, values);
      const plain = (lines: readonly string[]) => lines.join(' ').replaceAll(/\s+/g, ' ').trim();
      expect([again.subject, plain(again.lines)]).toEqual([written.letter.subject, plain(written.letter.lines)]);
    }
  });

  it('names no link and nothing that opens', () => {
    for (const [, template] of templates)
      expect(placeholdersOf(template).filter((name) => ['link', 'page', 'opener'].includes(name))).toEqual([]);
  });
});

const REQUESTED: Template = MAILS.report_requested;

it('a name that stands for nothing is refused at its place, as are braces, lines and hidden signs', () => {
  const faults = (subject: string, body: string) => wordingFaults(REQUESTED, { subject, body });
  expect(faults('{review}: write', 'Due {due_at}.')).toEqual([]);
  expect(faults('{patient}', 'Text')).toEqual([
    { path: 'subject', message: '{patient} at character 1 stands for nothing here. There is {review}, {due_at}.' },
  ]);
  expect(faults('Subject', 'For {review} by {link}')[0]?.message).toMatch(/^\{link\} at character 17/);
  expect(faults('Subject', 'By {due_at').map(({ path }) => path)).toEqual(['body']);
  expect(faults('One\nTwo', '  ').map(({ path }) => path)).toEqual(['subject', 'body']);
  expect(faults('Subject\uE000', 'Text\u0007').map(({ path }) => path)).toEqual(['subject', 'body']);
});

it('a wording reaches both parts as plain text, and a paragraph without its value is left out', () => {
  const wording = {
    subject: '{review} <b>waits</b>',
    body: 'Write it by {due_at}.\n\n<script>alert(1)</script> & more\n\nBare.',
  };
  const say = (data: object) => {
    const { letter, template, data: read, say: voice } = writeMail(MAILS, 'report_requested', data, context);
    return worded(letter, wording, valuesOf(template, read, voice));
  };
  const letter = say({ due_at: '2026-11-19T13:30:00Z' });
  expect(letter.subject).toBe('CR-20418 <b>waits</b>');
  expect(toText(letter, footer)).toContain('Write it by Thu, Nov 19, 2026, 7:30 AM CST.');
  const html = toHtml(letter, footer);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
  expect(html).not.toMatch(/<script|<b>/);
  expect(say({}).lines).toEqual(['<script>alert(1)</script> & more', 'Bare.']);
});

/**
 * Words people read are plain American English. What slipped in before, from another language or another country's
 * spelling, is listed here with what is said instead, and refused wherever text stands: in strings, templates and JSX of
 * the sources and the demo. Comments, names and addresses are let be.
 */
import { parseSync } from 'vite';
import { checkSources } from './source-check.ts';

/** A phrase that is refused, and what an American writes. */
const PHRASES: readonly (readonly [refused: RegExp, better: string])[] = [
  [/\bstands? here\b/i, '“appears here”, “is here”'],
  [
    /\b(?:stands?|stood) (?:beside|below|above|on its page|in the (?:review|report|history|conversation|table))\b/i,
    '“is”',
  ],
  [/\bstands? still\b/i, '“is paused”'],
  [/\bstays? standing\b|\bno longer stands\b/i, '“stays”, “is no longer valid”'],
  [/\b(?:go|goes|gone) on\b(?! leave)/i, '“continue”'],
  [/\bpresent (?:password|one|ones|state|tab|address|time zone)\b/i, '“current …”'],
  [/\buntil you offer them\b/i, '“not offered yet”'],
  [/\bgo(?:es)? to no\b/i, '“has no … yet”'],
  [
    /\b(?:held|waits?|waiting) for your word\b|\byour word on\b/i,
    '“waiting for your confirmation”, “your decision on”',
  ],
  [/\bleads? back\b/i, '“brings you back”'],
  [/\bha(?:s|ve) its way\b/i, '“happens”'],
  [/\bnothing (?:is|was) lost by it\b/i, '“Nothing was lost.”'],
  [/\b(?:closes?|ends?|closed|happens|expires|opened|comes|clears) by itself\b/i, '“automatically”'],
  [/\b(?:a|this|one|new|any) mails?\b|\bby mail\b/i, '“e-mail”'],
  [/\bYou hear\b/, '“You’ll hear”'],
  [/\b(?:is|are) asked for\b(?! (?:an?|the|other)\b)/i, 'who asks: “… was requested”, “The requester asks for …”'],
  [/\bheld against\b/i, '“compared with”'],
  [/\bcame to nothing\b/i, '“failed”, “ended without an expert”'],
  [/\bwhoever (?:asked|invited|gave|has it)\b/i, '“the person who …”'],
  [/\b(?:is|are|been|any|no|not|kept|here) any more\b|\bany more[.;,]/i, '“anymore”, “no longer”'],
  [/\bt(?:ake|akes|ook|aken) note\b/i, '“acknowledge”'],
  [/\bcomes about\b|\bas it stands today\b/i, '“is made up of”, “today”'],
  [/\bmay not wait\b/i, '“is urgent”'],
  [
    /\b(?:cancell(?:ed|ing)|licence|organis(?:e|ing|ation)\w*|behaviour|colour|centre|programme|enrol|judgement|whilst|towards|anaesth\w+|paediatric\w*|favour\w*)\b(?= |\.|,|$)/i,
    'the American spelling',
  ],
  [/\d %|… % of/, 'a number and % without a space'],
];

/** What is no text for people: keys, class names, SQL. */
const isText = (text: string): boolean =>
  /[a-z]\s+\S|\s[a-z]/i.test(text) && !/^\s*(?:select|insert|update|delete|with|create|alter)\b/i.test(text);

interface Node {
  type: string;
  start: number;
  value?: unknown;
  quasis?: { value: { cooked?: string; raw: string } }[];
  children?: Node[];
  tag?: Node;
  name?: string;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** What stands for a part that is computed. */
const COMPUTED = '…';

/** Strings, templates and the text of JSX elements, each with where it begins; what SQL says is code. */
function textsOf(file: string, source: string): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value)) return;
    const { type, start } = value;
    if (type === 'ImportDeclaration' || type === 'TSLiteralType') return;
    if (type === 'TaggedTemplateExpression' && value.tag?.name === 'sql') return;
    if (type === 'Literal' && typeof value.value === 'string') found.push({ text: value.value, at: start });
    if (type === 'TemplateLiteral')
      found.push({ text: (value.quasis ?? []).map((one) => one.value.cooked ?? '').join(COMPUTED), at: start });
    if (type === 'JSXElement' || type === 'JSXFragment') {
      const parts = (value.children ?? []).map((one) => ({
        said: one.type === 'JSXText' ? String(one.value) : COMPUTED,
        at: one.start,
      }));
      const first = parts.find(({ said }) => said !== COMPUTED && said.trim() !== '');
      if (first) found.push({ text: parts.map(({ said }) => said).join(''), at: first.at });
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(parseSync(file, source).program);
  return found.filter(({ text }) => isText(text));
}

/** Lines of a file with a refused phrase, as sentences. */
export function phraseFaults(file: string, source: string): string[] {
  return textsOf(file, source).flatMap(({ text, at }) => {
    const words = text.replace(/\s+/g, ' ');
    return PHRASES.flatMap(([refused, better]) => {
      const found = refused.exec(words);
      if (!found) return [];
      const line = source.slice(0, at).split('\n').length;
      return [`${file}:${line} says “${found[0].trim()}”: better ${better}`];
    });
  });
}

if (import.meta.main)
  checkSources(['src', 'demo'], phraseFaults, 'Texts are American English, without the phrases that were mended.');

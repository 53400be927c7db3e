/** A schema, of which nothing is known. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text of a name looks like; the rest is made from its format. */
const TEXTS: Readonly<Record<string, string>> = {
  first_name: 'Dana',
  last_name: 'Whitfield',
  name: 'Harborline Mutual',
  email: 'dana.whitfield@harborline.example',
  phone_number: '+13125550142',
  time_zone: 'America/Chicago',
  zone: 'America/Chicago',
  number: 'CR-20418',
  claim_number: 'WC-2026-4417',
  filename: 'Operative report.pdf',
  content_type: 'application/pdf',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  label: 'Second opinion',
  section: 'step_one',
  path: 'step_one.claim_number',
  message: 'Required',
  currency: 'USD',
  subject: 'Whitfield v. Brightwater Regional',
  specialty: 'Neurosurgery',
  sub_specialty: 'Spine surgery',
  state: 'IL',
  service: 'call_45',
  code: 'M4-201',
  act: 'Choose an expert',
  bates_from: 'HM000001',
  bates_to: 'HM000048',
  body: 'The operative report of March 11 is with the records now.',
  text: 'The operative report of March 11 is with the records now.',
};
/** What is nothing where all is well. */
const NOTHING =
  /^(reason|failure|error|next_cursor|same_content_as|paused_at|revoked_at|removed_at|deleted_at|canceled_at)$/;
/** What a number of a name looks like, by how the name ends. */
const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/_cents$/, 93_750],
  [/(^|_)id$/, 20_418],
  [/bytes$/, 482_113],
  [/pages$/, 48],
  [/version$/, 3],
  [/minutes$/, 45],
];
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-11-19T13:30:00.000Z',
  date: '2026-11-19',
  time: '13:30:00',
  email: TEXTS['email'] ?? '',
  uri: 'https://harborline.example/claims',
  uuid: '7c1a1d3e-5a0c-4a52-9a3d-1f0b6c2f8f11',
};
/** A text for a pattern that nothing above fits. */
const PATTERNED: readonly string[] = [
  '2026-11',
  '13:30',
  'IL',
  '1980',
  '60601',
  '#0f4c5c',
  'm20418',
  'step_one',
  'CR-20418',
  '12-3456789',
];

/** How deep what may be left out is shown. */
const DEPTH = 5;

/**
 * A value a schema takes, as somebody would send or get it: of alternatives the first that is something, of lists one row,
 * of what may be left out what stands near the top. `of` resolves references.
 */
export function exampleOf(
  schema: unknown,
  of: (ref: string) => unknown,
  name = '',
  depth = 0,
  open: readonly string[] = [],
): unknown {
  if (!isNode(schema)) return {};
  const again = (inner: unknown, called = name, more: readonly string[] = open) =>
    exampleOf(inner, of, called, depth, more);
  const { $ref } = schema;
  if (typeof $ref === 'string') return open.includes($ref) ? null : again(of($ref), name, [...open, $ref]);
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const all = schema['allOf'];
  if (Array.isArray(all)) return Object.assign({}, ...all.map((one) => again(one)));
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) {
    if (NOTHING.test(name) && options.some((one) => isNode(one) && one['type'] === 'null')) return null;
    const some = options.find((one) => isNode(one) && one['type'] !== 'null' && !isOpen(one, open));
    return some === undefined ? null : again(some);
  }
  if (NOTHING.test(name) && [schema['type']].flat().includes('null')) return null;
  const [type] = [schema['type']].flat().filter((one) => one !== 'null');
  switch (type) {
    case 'object':
      return objectOf(schema, of, depth, open);
    case 'array': {
      if (Array.isArray(schema['prefixItems'])) return schema['prefixItems'].map((one) => again(one));
      if (isOpen(schema['items'], open)) return [];
      const one = exampleOf(schema['items'], of, singular(name), depth + 1, open);
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => one);
    }
    case 'integer':
    case 'number':
      return numberOf(schema, name);
    case 'boolean':
      return true;
    case 'string':
      return textOf(schema, name);
    default:
      return [schema['type']].flat().includes('null') ? null : {};
  }
}

/** Whether a schema refers to one that is being shown: it would go on for ever. */
const isOpen = (schema: unknown, open: readonly string[]): boolean =>
  isNode(schema) && typeof schema['$ref'] === 'string' && open.includes(schema['$ref']);

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

function objectOf(schema: Node, of: (ref: string) => unknown, depth: number, open: readonly string[]): Node {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const properties = isNode(schema['properties']) ? Object.entries(schema['properties']) : [];
  const shown = properties.filter(([key, inner]) => required.has(key) || (depth < DEPTH && !isOpen(inner, open)));
  const rest = schema['additionalProperties'];
  const named = Object.fromEntries(shown.map(([key, inner]) => [key, exampleOf(inner, of, key, depth + 1, open)]));
  if (properties.length > 0 || !isNode(rest) || depth >= DEPTH) return named;
  const key = exampleOf(schema['propertyNames'] ?? {}, of, 'section', depth + 1, open);
  return { [typeof key === 'string' ? key : 'step_one']: exampleOf(rest, of, '', depth + 1, open) };
}

function numberOf(schema: Node, name: string): number {
  const wanted = NUMBERS.find(([ending]) => ending.test(name))?.[1] ?? 1;
  const [least, most] = [Number(schema['minimum'] ?? -Infinity), Number(schema['maximum'] ?? Infinity)];
  return Math.min(most, Math.max(least, wanted));
}

function textOf(schema: Node, name: string): string {
  const format = FORMATS[String(schema['format'])];
  if (format !== undefined) return format;
  const { pattern } = schema;
  const words = TEXTS[name] ?? NAMED.find(([ending]) => ending.test(name))?.[1] ?? inWords(name);
  if (typeof pattern === 'string') {
    const fits = new RegExp(pattern, 'u');
    return [words, ...PATTERNED].find((text) => fits.test(text)) ?? words;
  }
  return words.slice(0, Number(schema['maxLength'] ?? words.length)).padEnd(Number(schema['minLength'] ?? 0), '.');
}

/** A text nothing is known of but its name: that, as words. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? 'Brightwater Regional' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const NAMED: readonly (readonly [RegExp, string])[] = [
  [/_at$/, FORMATS['date-time'] ?? ''],
  [/(_on|_by|date)$/, FORMATS['date'] ?? ''],
  [/(_id|id|key|cursor)$/, 'm20418'],
  [/name$/, 'Dana Whitfield'],
];

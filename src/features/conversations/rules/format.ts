/**
 * Messages are plain text. Bold, links, lists and mentions are read out of it as nodes and drawn as elements; nothing
 * of a message ever becomes markup.
 */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'bold'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'mention'; text: string };
export type Block = { type: 'paragraph'; lines: Inline[][] } | { type: 'list'; items: Inline[][] };

const BULLET = /^\s{0,3}[-*•]\s+(.*)$/;
const URL_LIKE = /https?:\/\/[^\s<>"'`]+/;

/** Splits a message into paragraphs and lists. `names` are the people a mention can mean. */
export function parseMessage(body: string, names: readonly string[] = []): Block[] {
  const blocks: Block[] = [];
  const inline = inlineParser(names);
  let open: Block | null = null;
  for (const line of body.split(/\r\n|\r|\n/)) {
    const item = BULLET.exec(line);
    if (line.trim() === '') {
      open = null;
    } else if (item) {
      if (open?.type !== 'list') blocks.push((open = { type: 'list', items: [] }));
      open.items.push(inline(item[1] ?? ''));
    } else {
      if (open?.type !== 'paragraph') blocks.push((open = { type: 'paragraph', lines: [] }));
      open.lines.push(inline(line));
    }
  }
  return blocks;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function inlineParser(names: readonly string[]): (line: string) => Inline[] {
  const known = [...names].filter(Boolean).sort((a, b) => b.length - a.length);
  const mention = known.length > 0 ? `|@(?:${known.map(escaped).join('|')})(?![\\w-])` : '';
  const token = new RegExp(`\\*\\*[^*\\n]{1,500}\\*\\*|${URL_LIKE.source}${mention}`, 'g');
  return (line) => {
    const nodes: Inline[] = [];
    let at = 0;
    for (const match of line.matchAll(token)) {
      let found = match[0];
      // what ends a sentence does not belong to the address in it
      if (found.startsWith('http')) found = trimmed(found);
      if (match.index > at) nodes.push({ type: 'text', text: line.slice(at, match.index) });
      nodes.push(node(found));
      at = match.index + found.length;
    }
    if (at < line.length) nodes.push({ type: 'text', text: line.slice(at) });
    return nodes;
  };
}

/** An address without the punctuation after it; a closing bracket stays when it was opened inside. */
function trimmed(url: string): string {
  let end = url;
  for (;;) {
    const last = end.at(-1) ?? '';
    const unopened = last === ')' && end.split(')').length > end.split('(').length;
    if (!/[.,;:!?]/.test(last) && !unopened) return end;
    end = end.slice(0, -1);
  }
}

function node(found: string): Inline {
  if (found.startsWith('**')) return { type: 'bold', text: found.slice(2, -2) };
  if (found.startsWith('@')) return { type: 'mention', text: found };
  if (URL.canParse(found)) {
    const { protocol, href } = new URL(found);
    if (protocol === 'http:' || protocol === 'https:') return { type: 'link', text: found, href };
  }
  return { type: 'text', text: found };
}

/** Whom of these a message mentions by “@” and the name. */
export function mentionedIn<P extends { name: string }>(body: string, people: readonly P[]): P[] {
  const said = new Set(
    parseMessage(
      body,
      people.map(({ name }) => name),
    ).flatMap((block) =>
      (block.type === 'list' ? block.items : block.lines)
        .flat()
        .filter(({ type }) => type === 'mention')
        .map(({ text }) => text.slice(1)),
    ),
  );
  return people.filter(({ name }) => said.has(name));
}

/** One line of a message for lists and quotes: no marks, at most `most` characters. */
export function excerpt(body: string, most = 120): string {
  const line = body
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '$1')
    .replaceAll(/^\s{0,3}[-*•]\s+/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...line];
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** An agreement as it is written has at most so many characters. */
export const AGREEMENT_MAX = 60_000;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Words in two stars are bold. What is written is never markup. */
const inline = (text: string): string => escaped(text).replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');

/**
 * An agreement as it is shown, from how it is written: lines that begin with # are headings (## smaller ones), with - or a
 * number and a dot items of a list, an empty line ends a paragraph.
 */
export function agreementHtml(source: string): string {
  const parts: string[] = [];
  let list = { tag: 'ul', items: [] as string[] };
  let lines: string[] = [];
  const endLines = (): void => {
    if (lines.length > 0) parts.push(`<p>${lines.map(inline).join('<br>')}</p>`);
    lines = [];
  };
  const endList = (): void => {
    if (list.items.length > 0)
      parts.push(`<${list.tag}>${list.items.map((item) => `<li>${inline(item)}</li>`).join('')}</${list.tag}>`);
    list = { tag: list.tag, items: [] };
  };
  for (const line of source.split(/\r?\n/)) {
    const text = line.trim();
    const heading = /^(#{1,3})\s+(.+)$/.exec(text);
    const item = /^(?:([-*])|\d+\.)\s+(.+)$/.exec(text);
    if (item) {
      const tag = item[1] === undefined ? 'ol' : 'ul';
      endLines();
      if (list.tag !== tag) {
        endList();
        list.tag = tag;
      }
      list.items.push(item[2] ?? '');
      continue;
    }
    endList();
    if (heading || text === '') endLines();
    if (heading) {
      const level = (heading[1]?.length ?? 1) + 1;
      parts.push(`<h${level}>${inline(heading[2] ?? '')}</h${level}>`);
    } else if (text !== '') lines.push(text);
  }
  endList();
  endLines();
  return parts.join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** How an agreement that was given as markup would be written, to go on from. */
export function agreementSource(html: string): string {
  return html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<h([1-4])[^>]*>/gi, (_all, level: string) => `\n\n${'#'.repeat(Math.max(1, Number(level) - 1))} `)
    .replaceAll(/<li[^>]*>/gi, '\n- ')
    .replaceAll(/<\/?(?:strong|b)>/gi, '**')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/?(?:p|div|ul|ol|section|h[1-4])[^>]*>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

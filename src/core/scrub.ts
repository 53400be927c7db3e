/** A path segment that is a name of ours; everything else may be an id, a token or somebody's words. */
const NAME = /^(?:[a-z]{1,24}(?:[-_.][a-z0-9]{1,24}){0,5}|v[13]|\{\w+\})$/;

/** An address without what could tell whom it is about: path only, ids and tokens replaced, no query. */
export function scrubUrl(url: string): string {
  let path = url.split(/[?#]/)[0] ?? '';
  path = path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return path
    .split('/')
    .slice(0, 12)
    .map((segment) => (segment === '' || NAME.test(segment) ? segment : /^\d+$/.test(segment) ? '{id}' : '{token}'))
    .join('/')
    .slice(0, 300);
}

/** A message without what it may repeat of somebody's data: quoted words, addresses, numbers, long strings. */
export function scrubText(text: string): string {
  return text
    .slice(0, 2_000)
    .replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`|(?<![A-Za-z])'[^'\n]*'/g, '"…"')
    .replaceAll(/[^\s@]+@[^\s@]+/g, '{e-mail}')
    .replaceAll(/\bhttps?:\/\/[^\s)]+/g, (url) => scrubUrl(url))
    .replaceAll(/\b(?=[\w-]*\d)[\w-]{16,}\b/g, '{token}')
    .replaceAll(/\d{3,}/g, '{n}')
    .slice(0, 300);
}

export interface StackFrame {
  function: string;
  filename: string;
  lineno: number;
  colno: number;
}

const FRAME = /^\s*at (?:(.{1,200}?) \()?(.{1,500}?):(\d{1,7}):(\d{1,7})\)?$/;

/** The frames of a stack as the protocol takes them, outermost first; files without host and folders above ours. */
export function stackFrames(stack: string): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of stack.slice(0, 16_000).split('\n')) {
    const found = FRAME.exec(line);
    if (!found) continue;
    const file = (found[2] ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
    frames.push({
      function: (found[1] ?? '?').slice(0, 200),
      filename: /(?:^|\/)((?:src|assets|node_modules|node:)\/?.*)$/.exec(file)?.[1] ?? file.split('/').at(-1) ?? '?',
      lineno: Number(found[3]),
      colno: Number(found[4]),
    });
    if (frames.length === 50) break;
  }
  return frames.toReversed();
}

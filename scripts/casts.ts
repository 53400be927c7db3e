/**
 * A cast to a kind of review is refused (a name becomes a `Kind` by `isKind` or a row's type), and a cast past the compiler
 * (`as never`, `as unknown as`) without a comment `why: …` on its line or above it. Casts on lines that follow each other
 * share one reason.
 */
import { checkSources } from './source-check.ts';

/** Where names become kinds. */
const MAKES_KINDS = 'src/core/kinds.ts';

const AS_KIND = /\bas Kind\b/;
// “as never before” is a sentence, “as never as Db” is a cast
const PAST_COMPILER = /\bas (never\b(?!\s+(?!as\b)[a-z])|unknown as\b)/;
/** Names given by an import or handed on by an export are no casts. */
const IMPORTS = /^(import|export)\s[^;]*?\sfrom\s[^;]+;/gm;
const COMMENT_LINE = /^\s*(\/\/|\/?\*)/;
const REASON = /(\/\/|\/\*+)\s*why: \S/;

const isCast = (line: string | undefined): line is string =>
  line !== undefined && !COMMENT_LINE.test(line) && PAST_COMPILER.test(line);

/** Casts of a file that are refused, as sentences. */
export function castFaults(file: string, text: string): string[] {
  const lines = text.replaceAll(IMPORTS, (names) => names.replaceAll(/[^\n]/g, '')).split('\n');
  const explained = (at: number): boolean => {
    if (REASON.test(lines[at] ?? '')) return true;
    const above = lines[at - 1] ?? '';
    return REASON.test(above) || (isCast(above) && explained(at - 1));
  };
  return lines.flatMap((line, i) => [
    ...(file !== MAKES_KINDS && !COMMENT_LINE.test(line) && AS_KIND.test(line)
      ? [`${file}:${i + 1} casts to a kind: ask isKind, or give the value its type where it comes from`]
      : []),
    ...(isCast(line) && !explained(i)
      ? [`${file}:${i + 1} casts past the compiler without saying why (a comment “why: …” on the line or above it)`]
      : []),
  ]);
}

if (import.meta.main) checkSources(['src', 'demo'], castFaults, 'Every cast past the compiler says why.');

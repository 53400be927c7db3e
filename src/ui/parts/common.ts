export type { Side } from '../../core/actor.ts';

/** What kind of thing a color says. Never used without words or a glyph. */
export type Tone = 'neutral' | 'info' | 'plan' | 'warn' | 'ok' | 'bad';

/** Joins class names, leaving out what is absent. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The two variables a toned part reads, as an inline style. */
export function toneVars(tone: Tone): Record<string, string> {
  return {
    '--tone-fg': `var(--${tone}-fg)`,
    '--tone-bg': `var(--${tone}-bg)`,
    '--tone-line': `var(--${tone}-line)`,
  };
}

import { StatusText } from '../../../ui/parts/status.tsx';
import { type LevelTone, SCALES, type Scale } from '../rules.ts';

/** How full a level's glyph is: a tick for the best, the fuller the further from it. */
export const glyphShare = (scale: Scale, level: number): number =>
  level === 1 ? 1 : ((level - 1) / (SCALES[scale].levels.length - 1)) * 0.9;

/** A level in words, with its glyph. */
export function LevelWords({
  scale,
  level,
  label,
  tone,
  percent = null,
}: {
  scale: Scale;
  level: number;
  label: string;
  tone: LevelTone;
  percent?: number | null;
}) {
  const words = percent === null ? label : `${label}, ${percent.toFixed(1)}%`;
  return <StatusText tone={tone} share={glyphShare(scale, level)} label={words} />;
}

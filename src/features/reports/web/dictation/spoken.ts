import { AUDIO_TYPES, audioOfContent } from '../../../../core/audio-types.ts';
import type { KeptRecording } from './kept.ts';

/** "4:07", "1:02:09": how long it is spoken. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** What a recording made here is called, by its time of day where it was made: "Dictation 2027-01-12 15.04.webm". */
export function nameOf({ started_at, content_type }: Pick<KeptRecording, 'started_at' | 'content_type'>): string {
  const at = new Date(started_at);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const type = audioOfContent(content_type) ?? 'webm';
  return `Dictation ${day} ${two(at.getHours())}.${two(at.getMinutes())}.${AUDIO_TYPES[type].extensions[0]}`;
}

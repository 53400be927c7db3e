import { extensionOf } from './file-types.ts';

interface AudioRow {
  content_type: string;
  extensions: readonly string[];
  /** As said in "This is not …, although its name says so." */
  called: string;
}

/** What can be dictated, and how it is played. */
export const AUDIO_TYPES = {
  mp3: { content_type: 'audio/mpeg', extensions: ['mp3'], called: 'an MP3 recording' },
  m4a: { content_type: 'audio/mp4', extensions: ['m4a', 'mp4'], called: 'an M4A recording' },
  wav: { content_type: 'audio/wav', extensions: ['wav'], called: 'a WAV recording' },
  ogg: { content_type: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], called: 'an Ogg recording' },
  webm: { content_type: 'audio/webm', extensions: ['webm', 'weba'], called: 'a WebM recording' },
} as const satisfies Record<string, AudioRow>;

export type AudioType = keyof typeof AUDIO_TYPES;
const NAMES = Object.keys(AUDIO_TYPES) as AudioType[];

/** What is said of a name that claims none of them. */
export const NO_AUDIO = 'This kind of file is not accepted. Upload an MP3, M4A, WAV, Ogg or WebM recording.';

/** For a file chooser's `accept`. */
export const AUDIO_EXTENSIONS = NAMES.flatMap((type) => AUDIO_TYPES[type].extensions.map((e) => `.${e}`));

/** The kind of recording a name claims, or null where it claims none that can be played. */
export function audioOfName(name: string): AudioType | null {
  const extension = extensionOf(name);
  return NAMES.find((type) => (AUDIO_TYPES[type].extensions as readonly string[]).includes(extension)) ?? null;
}

/** What a browser records, as a type of ours: "audio/webm;codecs=opus" is webm; null for what cannot be played everywhere. */
export const audioOfContent = (contentType: string): AudioType | null =>
  NAMES.find((type) => AUDIO_TYPES[type].content_type === contentType.split(';')[0]?.trim()) ?? null;

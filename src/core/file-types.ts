/** No file may have more pages. */
export const MOST_PAGES = 20_000;

interface TypeRow {
  content_type: string;
  extensions: readonly string[];
}

/** What can be uploaded, and how it is served. Pages know no more of it: what is said of a type is in `file-type-words.ts`. */
export const FILE_TYPES = {
  pdf: { content_type: 'application/pdf', extensions: ['pdf'] },
  jpeg: { content_type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { content_type: 'image/png', extensions: ['png'] },
  tiff: { content_type: 'image/tiff', extensions: ['tif', 'tiff'] },
  docx: {
    content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  text: { content_type: 'text/plain', extensions: ['txt', 'text', 'log'] },
  zip: { content_type: 'application/zip', extensions: ['zip'] },
  dicom: { content_type: 'application/dicom', extensions: ['dcm'] },
  mp3: { content_type: 'audio/mpeg', extensions: ['mp3'] },
  m4a: { content_type: 'audio/mp4', extensions: ['m4a'] },
  wav: { content_type: 'audio/wav', extensions: ['wav'] },
  ogg: { content_type: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'] },
  mp4: { content_type: 'video/mp4', extensions: ['mp4', 'm4v'] },
  mov: { content_type: 'video/quicktime', extensions: ['mov'] },
  webm: { content_type: 'video/webm', extensions: ['webm'] },
} as const satisfies Record<string, TypeRow>;

export type FileType = keyof typeof FILE_TYPES;
const TYPE_NAMES = Object.keys(FILE_TYPES) as FileType[];

/** For a file chooser's `accept`. */
export const ACCEPTED_EXTENSIONS = TYPE_NAMES.flatMap((t) => FILE_TYPES[t].extensions.map((e) => `.${e}`));

/** What is said of a name that claims none of them. */
export const NO_RECORD =
  'This kind of file is not accepted. Upload a PDF, image, Word, text, sound, video, DICOM or ZIP file.';

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The type a name claims, or null when such files are not taken. */
export function typeOfName(name: string): FileType | null {
  const extension = extensionOf(name);
  return TYPE_NAMES.find((t) => (FILE_TYPES[t].extensions as readonly string[]).includes(extension)) ?? null;
}

/** The type behind a stored content type, or null. */
export function typeOfContent(contentType: string): FileType | null {
  return TYPE_NAMES.find((t) => FILE_TYPES[t].content_type === contentType) ?? null;
}

/** Whether a stored content type is a recording: what it says passes in time, and has no pages. */
export const isRecording = (contentType: string): boolean => /^(audio|video)\//.test(contentType);

import { type FileType, typeOfContent } from './file-types.ts';

interface WordsRow {
  /** As said in "This is not …, although its name says so." */
  called: string;
  /** A browser may show it by itself, at its address: it can never be a page. Everything else is only saved from there. */
  inline: boolean;
}

/** What is said of what can be uploaded, and how its content leaves. */
export const FILE_TYPE_WORDS: Readonly<Record<FileType, WordsRow>> = {
  pdf: { called: 'a PDF', inline: true },
  jpeg: { called: 'a JPEG image', inline: true },
  png: { called: 'a PNG image', inline: true },
  tiff: { called: 'a TIFF image', inline: false },
  docx: { called: 'a Word document', inline: false },
  text: { called: 'a plain text', inline: false },
  zip: { called: 'a ZIP file', inline: false },
  dicom: { called: 'a DICOM image', inline: false },
  mp3: { called: 'an MP3 recording', inline: true },
  m4a: { called: 'an M4A recording', inline: true },
  wav: { called: 'a WAV recording', inline: true },
  ogg: { called: 'an Ogg recording', inline: true },
  mp4: { called: 'an MP4 video', inline: true },
  mov: { called: 'a QuickTime video', inline: true },
  webm: { called: 'a WebM video', inline: true },
};

/** Whether a content type is sent to be shown at its address; everything else is offered to be saved. */
export function isShownInline(contentType: string): boolean {
  const type = typeOfContent(contentType);
  return type !== null && FILE_TYPE_WORDS[type].inline;
}

/** What a stored file is called in a list, by its content type. */
export function calledByContent(contentType: string): string {
  const type = typeOfContent(contentType);
  return type === null ? 'another sort of file' : FILE_TYPE_WORDS[type].called;
}

/** What is said of a file that is something else than its name. */
export const notWhatItSays = (type: FileType): string =>
  `This is not ${FILE_TYPE_WORDS[type].called}, although its name says so.`;

/** No file may have more pages. */
export const MOST_PAGES = 20_000;

interface TypeRow {
  content_type: string;
  extensions: readonly string[];
  /** As said in "This is not a …, although its name says so." */
  called: string;
  /** Shown in the page instead of downloaded. */
  inline: boolean;
}

/** What can be uploaded, and how it is served. */
export const FILE_TYPES = {
  pdf: { content_type: 'application/pdf', extensions: ['pdf'], called: 'a PDF', inline: true },
  jpeg: { content_type: 'image/jpeg', extensions: ['jpg', 'jpeg'], called: 'a JPEG image', inline: true },
  png: { content_type: 'image/png', extensions: ['png'], called: 'a PNG image', inline: true },
  tiff: { content_type: 'image/tiff', extensions: ['tif', 'tiff'], called: 'a TIFF image', inline: false },
  docx: {
    content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    called: 'a Word document',
    inline: false,
  },
  zip: { content_type: 'application/zip', extensions: ['zip'], called: 'a ZIP file', inline: false },
  dicom: { content_type: 'application/dicom', extensions: ['dcm'], called: 'a DICOM image', inline: false },
} as const satisfies Record<string, TypeRow>;

export type FileType = keyof typeof FILE_TYPES;
const TYPE_NAMES = Object.keys(FILE_TYPES) as FileType[];

/** For a file chooser's `accept`. */
export const ACCEPTED_EXTENSIONS = TYPE_NAMES.flatMap((t) => FILE_TYPES[t].extensions.map((e) => `.${e}`));

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

/** Whether a content type is ever shown in the page; everything else is offered as a download. */
export function isShownInline(contentType: string): boolean {
  const type = typeOfContent(contentType);
  return type !== null && FILE_TYPES[type].inline;
}

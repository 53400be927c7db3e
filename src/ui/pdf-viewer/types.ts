import type { ReactNode } from 'react';

/** What the records viewer is given and what it hands back. Field names are those of the wire. */

/** One PDF the reader may open. `url` is on our own origin and answers range requests. */
export interface RecordsFile {
  id: string;
  name: string;
  /** Known page count, shown until the file itself has answered. */
  pages: number | null;
  url: string;
  /** Bates number of the first page, such as `NH000001`. */
  bates_from?: string | null;
}

/** A box on a page as fractions of the page as shown: origin top left, 0 to 1. Independent of zoom. */
export interface PageRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A cited passage. Without `rects` it is found by its quote; an empty quote is an area of a scanned page. */
export interface RecordsMark {
  id: string;
  file_id: string;
  page: number;
  quote: string;
  rects?: readonly PageRect[];
}

/** What the reader has selected: text, or an area of a page without text (`quote` is then empty). */
export interface RecordsSelection {
  file_id: string;
  page: number;
  quote: string;
  rects: readonly PageRect[];
}

export interface RecordsViewerHandle {
  /** Opens the file if need be (through `onFileChange`) and shows the page. */
  goToPage(fileId: string, page: number): void;
  /** Shows the mark wherever it is and lets it stand out for a moment. */
  flashMark(id: string): void;
  /** The live selection; it survives focus moving to an editor beside the viewer. */
  currentSelection(): RecordsSelection | null;
  /** Drops the live selection, for instance once it has been cited. */
  clearSelection(): void;
  /** Opens the search in the file, its field focused as soon as the file is there. */
  search(): void;
}

export interface RecordsViewerProps {
  files: readonly RecordsFile[];
  fileId: string;
  onFileChange(fileId: string): void;
  /** Page to show; a new value moves the viewer. Reported back through `onPageChange` when the reader moves. */
  page?: number;
  onPageChange?(page: number): void;
  marks: readonly RecordsMark[];
  /** What lies across the pages, also where they fill the screen. */
  over?: ReactNode;
  /** Without it the viewer offers no marking, only reading. */
  onMark?(selection: RecordsSelection): void;
  /** Null when the selection is dropped or has just been marked. */
  onSelectionChange?(selection: RecordsSelection | null): void;
}

export type Zoom = { mode: 'fit-width' } | { mode: 'fit-page' } | { mode: 'custom'; scale: number };

/** A page's size in CSS pixels at 100 %. */
export interface PageSize {
  width: number;
  height: number;
}

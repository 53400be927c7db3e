/** A document as text with its order, and its pictures beside it: none is named in the text but by its number. */
export interface WordContent {
  html: string;
  pictures: { type: string; bytes: ArrayBuffer }[];
}

/** What stands where a picture belongs. */
export const PICTURE = 'data-picture';
/** Of each link and note; so that none is taken for a part of the page. */
export const ID_PREFIX = 'word-';

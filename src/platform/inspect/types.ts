import { MOST_PAGES } from '../../core/file-types.ts';
import { grouped } from '../../core/phrases.ts';

/** What the inspector is asked about one stored file. */
export interface InspectRequest {
  /** The name people gave it: what it claims to be. */
  name: string;
  /** Taken while the file was received; without it the file is read once more. */
  sha256?: string | null;
  /** It is to be a recording, and nothing else. */
  audio?: boolean;
}

/** What was found. A failed file keeps its checksum; `failure` is the sentence its owner reads. */
export interface InspectResult {
  sha256: string;
  content_type: string | null;
  pages: number | null;
  /** It has pages, but how many cannot be counted: a person is asked. */
  pages_asked: boolean;
  has_text: boolean | null;
  failure: string | null;
}

/** The file itself is at fault; the message is for its owner and names the remedy. */
export class BadFile extends Error {}
/** It does something by itself when it is opened, or hides whether it does: refused wherever it stands, in an archive, too. */
export class ActiveFile extends BadFile {}

export const TOO_MANY_PAGES = `This file has more than ${grouped(MOST_PAGES)} pages. Split it, then add the parts.`;
export const PASSWORD = 'Protected with a password. Upload it without.';
export const DAMAGED = 'This file is damaged and cannot be opened. Export it again, then upload that.';
export const UNPACKS_TOO_MUCH =
  'This file unpacks to far more than it should. Print it to a new PDF, then upload that.';
export const CANNOT_LOOK =
  'Parts of this PDF are packed or protected in a way that cannot be checked. Print it to a new PDF, then upload that.';

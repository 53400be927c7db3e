import type { Kind } from '../../../core/kinds.ts';
import { KINDS } from '../../../core/kinds.ts';
import { recordPath } from '../../reviews/rules.ts';
import { urlOf } from '../../../core/url-of.ts';
import { type FileView, fileEndpoints } from '../contract.ts';

/** The page that shows a file. */
export const previewPath = (
  file: Pick<FileView, 'id' | 'review_id' | 'content_type'>,
  kind: Kind,
  page?: number,
): string => recordPath(file, kind, page);

/** Where the content is; with `download` it is saved instead of shown. */
export const contentUrl = (fileId: number, download = false): string =>
  urlOf(fileEndpoints.content, { params: { fileId }, query: download ? { download: '1' } : {} });

export const reviewPath = (kind: Kind, id: number): string => `/${KINDS[kind].slug}/${id}`;

/** What the viewers of single files know of theirs. */
export type Opened = Pick<FileView, 'id' | 'name' | 'size_bytes' | 'content_type' | 'pages'>;

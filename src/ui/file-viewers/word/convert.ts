import mammoth from 'mammoth/mammoth.browser.js';
import { codedSize } from '../coded-size.ts';
import { bounded } from './bounded.ts';
import { ID_PREFIX, PICTURE, type WordContent } from './content.ts';

/** What browsers show as pictures, and never as anything else. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp'];
/** Comments are read as notes; what the text is called in the document's own styles does not matter. */
const STYLES = [
  'comment-reference => sup',
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
];

/** A picture of more points exhausts the memory of a browser, however small its file. */
const MOST_POINTS = 100_000_000;

/**
 * Reads a Word document. Its text is not yet fit to be drawn: links may be anything. Throws where it is damaged, and
 * ShowError where it would unpack to too much.
 */
export async function wordContent(bytes: ArrayBuffer): Promise<WordContent> {
  const pictures: WordContent['pictures'] = [];
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: await bounded(new Uint8Array(bytes)) },
    {
      styleMap: STYLES,
      // a document says nothing of how it becomes a page
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      idPrefix: ID_PREFIX,
      convertImage: mammoth.images.imgElement(async (picture) => {
        if (!SHOWN.includes(picture.contentType)) return { [PICTURE]: 'none' };
        // a copy: what it answers may be a view of the whole archive
        const bytes = new Uint8Array(await picture.readAsArrayBuffer()).buffer;
        const size = codedSize(new Uint8Array(bytes));
        if (size && size.width * size.height > MOST_POINTS) return { [PICTURE]: 'none' };
        pictures.push({ type: picture.contentType, bytes });
        return { [PICTURE]: String(pictures.length - 1) };
      }),
    },
  );
  return { html: value, pictures };
}

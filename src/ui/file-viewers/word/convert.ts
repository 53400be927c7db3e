import mammoth from 'mammoth/mammoth.browser.js';
import { ID_PREFIX, PICTURE, type WordContent } from './content.ts';

/** What browsers show as pictures, and never as anything else. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp'];
/** Comments are read as notes; what the text is called in the document's own styles does not matter. */
const STYLES = [
  'comment-reference => sup',
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
];

/** Reads a Word document. Its text is not yet fit to be drawn: links may be anything. Throws where it is damaged. */
export async function wordContent(bytes: ArrayBuffer): Promise<WordContent> {
  const pictures: WordContent['pictures'] = [];
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: bytes },
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
        pictures.push({ type: picture.contentType, bytes });
        return { [PICTURE]: String(pictures.length - 1) };
      }),
    },
  );
  return { html: value, pictures };
}

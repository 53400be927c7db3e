import { ID_PREFIX, PICTURE, type WordContent } from './content.ts';

const TAGS =
  'a b blockquote br caption dd dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p s span strong sub sup table tbody td tfoot th thead tr u ul';
const ATTRIBUTES = ['colspan', 'rowspan', 'alt', 'href', 'id', PICTURE];
const NO_PICTURE = 'A picture that is not shown here';

/** A part of a document as it is drawn, and how to let go of its pictures. */
export interface Drawn {
  content: DocumentFragment;
  end: () => void;
}

/**
 * A document's text free of everything that acts or loads: of links only those within it lead anywhere, and of the others
 * the address is read; pictures are those of the file.
 */
export async function drawnWord({ html, pictures }: WordContent): Promise<Drawn> {
  const { default: purify } = await import('dompurify');
  const content = purify.sanitize(html, {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  const urls: string[] = [];
  for (const link of content.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    // a place in the document, or a way to one
    if (href.startsWith(`#${ID_PREFIX}`) || (href === '' && link.id !== '')) continue;
    // it leads nowhere: what it would lead to is read behind its words
    if (/^(https?|mailto|tel):/i.test(href) && href !== link.textContent) link.append(` (${href})`);
    link.replaceWith(...link.childNodes);
  }
  for (const image of content.querySelectorAll('img')) {
    const picture = pictures[Number(image.getAttribute(PICTURE) ?? Number.NaN)];
    image.removeAttribute(PICTURE);
    if (picture) {
      const url = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }));
      urls.push(url);
      image.src = url;
      image.alt ||= '';
    } else image.replaceWith(`[${image.alt || NO_PICTURE}]`);
  }
  return {
    content,
    end: () => {
      for (const url of urls) URL.revokeObjectURL(url);
    },
  };
}

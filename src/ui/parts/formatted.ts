/** What formats a text, and nothing that loads, runs, takes input, covers the page or can be reached from outside it. */
const TAGS =
  'a abbr b blockquote br caption code col colgroup dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins li ol p pre s small span strong sub summary sup table tbody td tfoot th thead tr u ul';
const ATTRIBUTES = 'colspan dir href lang open reversed rowspan scope start title';

/** A text with its formatting, free of everything else: fit to be drawn. Organizations write it. */
export async function formatted(html: string): Promise<TrustedHTML> {
  const { default: purify } = await import('dompurify');
  return purify.sanitize(html, {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: ATTRIBUTES.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  });
}

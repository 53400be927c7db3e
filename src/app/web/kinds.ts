/* oxlint-disable unicorn/no-empty-file -- that nothing stands here is what it says */
/**
 * The kinds of review these pages know besides those of the product: none. Pages that are built for a further kind put
 * another file in this one's place, which installs it before anything else looks at the kinds.
 */

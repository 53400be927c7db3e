/** What the ways in from outside tell the compiler: the shapes in their jsonb columns. */
declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    /** The items of the request that the link asks for. */
    'outside_links.items': { item: number; label: string }[];
  }
}

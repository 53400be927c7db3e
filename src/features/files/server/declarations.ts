/** What files tell the compiler: the shapes in their jsonb columns. */

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'uploads.metadata': Readonly<Record<string, string>>;
  }
}

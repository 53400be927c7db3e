/** What notifications tell the compiler: the shapes in their jsonb columns. */
declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    /** What the mail's template was given, without links and names. */
    'notifications.data': Readonly<Record<string, unknown>>;
  }
}

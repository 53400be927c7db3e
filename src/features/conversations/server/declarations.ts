/** What conversations tell the compiler: the shapes in their jsonb columns. */
import type { StoredAttachment } from './messages.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'messages.attachments': StoredAttachment[];
  }
}

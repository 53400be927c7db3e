/** What the experts tell the compiler: the shapes in their jsonb columns. */
import type { NpiCheckView } from '../contract/applications.ts';
import type { PartData } from '../rules/application.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'application_parts.data': PartData;
    'applications.npi_check': NpiCheckView;
  }
}

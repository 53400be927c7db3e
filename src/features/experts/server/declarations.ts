/** What the experts tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { NpiCheckView } from '../contract/applications.ts';
import type { PartData } from '../rules/application.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'application_parts.data': PartData;
    'applications.npi_check': NpiCheckView;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Events {
    'application.submitted': { application_id: number };
  }
}

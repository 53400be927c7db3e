import type { In } from '../../src/core/endpoint.ts';
import type { hl7Endpoints } from '../../src/features/hl7/contract.ts';

type Written = In<typeof hl7Endpoints.add, 'body'>;

/** How a record system is connected, where a test says nothing else; it leads to a host that is nowhere. */
export const hl7Settings = (more: Partial<Written> = {}): Written => ({
  name: 'Clinic records',
  transport: 'mllps',
  host: 'hl7.invalid',
  port: 2575,
  url: '',
  ca_pem: null,
  message_kind: 'MDM_T02',
  sending_application: 'PERITUS',
  sending_facility: 'REVIEWS',
  receiving_application: 'EHR',
  receiving_facility: 'CLINIC',
  document_type: 'CN',
  observation_code: '11488-4',
  observation_text: 'Consult note',
  observation_system: 'LN',
  processing: 'P',
  charset: 'UNICODE UTF-8',
  version: '2.5.1',
  arrives_from: '',
  ...more,
});

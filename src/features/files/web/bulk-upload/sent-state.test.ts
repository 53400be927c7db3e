import { describe, expect, it } from 'vitest';
import type { PreOrderView } from '../../contract.ts';
import { isAwaited, sentStateOf } from './sent-state.ts';
import type { BulkUploadFile } from './store.ts';

const ARRIVED = 1_000;
const sent = { review_id: 7, chart_key: 'chart_1', upload: 1, arrived: { file_id: 31, at: ARRIVED } };
const preOrder = (...files: PreOrderView['files']): PreOrderView => ({
  review_id: 7,
  number: 'PR-7',
  subject: 'Dr. Pike',
  organization_id: 1,
  subscription: null,
  period: null,
  due_on: null,
  case_number: null,
  provider_name: 'Dr. Pike',
  npi: null,
  license_id: null,
  charts: [],
  files,
});
const file = (status: PreOrderView['files'][number]['status'], failure: string | null = null) => ({
  id: 31,
  name: 'Chart 1.pdf',
  chart_key: 'chart_1',
  status,
  failure,
});

describe('a file that arrived', () => {
  it.each([
    ['listed and being checked', preOrder(file('processing')), ARRIVED + 1, 'checking'],
    ['listed and checked', preOrder(file('ready')), ARRIVED + 1, 'there'],
    ['listed and no file of its kind', preOrder(file('failed', 'This is not a PDF')), ARRIVED + 1, 'unreadable'],
    ['not listed by what was asked for before it arrived', preOrder(), ARRIVED - 1, 'checking'],
    ['not listed by what was asked for after it arrived', preOrder(), ARRIVED + 1, 'removed'],
    ['of a pre-order ordered meanwhile', undefined, ARRIVED + 1, 'there'],
  ] as const)('%s', (_case, to, asked_at, how) => {
    expect(sentStateOf(sent, undefined, to, asked_at).how).toBe(how);
    const gathered = { key: 1, put: null, sent } as unknown as BulkUploadFile;
    expect(isAwaited(gathered, to ? [to] : [], asked_at)).toBe(how === 'checking');
  });
});

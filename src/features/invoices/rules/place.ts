import type { ConsolePlace } from '../../../core/console.ts';
import { keepsInvoices } from './invoice.ts';

export const INVOICES_PLACE: ConsolePlace = {
  group: 'Money',
  label: 'Invoices',
  about: 'Issue what was earned, and record what was paid.',
  path: '/admin/invoices',
  glyph: 'invoices',
  admits: keepsInvoices,
  words: 'bills payments overdue',
};

import { expect, test } from 'vitest';
import { UNDOING } from './undoing.ts';

test('every kind of deadline says whether it can be undone; these cannot', () => {
  const rows = Object.entries(UNDOING);
  const irreversible = rows.filter(([, undo]) => undo !== 'reversible');
  expect(irreversible.map(([kind]) => kind).toSorted()).toEqual([
    'agreement_lapse',
    'closeout',
    'earlier_date_lapse',
    'exam_offer_lapse',
    'interview_lapse',
    'invitation_expiry',
    'invoice_run',
    'offer_lapse',
    'outside_link_expires',
    'purge',
    'subscription_round',
    'unsigned_draft_purge',
    'upload_expires',
  ]);
  // what ends something by its name is among them
  const ending = /(purge|close|closeout|lapse|cancel|expiry|expires|completion)$/;
  for (const [kind, undo] of rows) if (ending.test(kind)) expect(undo, kind).not.toBe('reversible');
  for (const [, undo] of irreversible) if (typeof undo === 'object') expect(undo.irreversible).toMatch(/^[A-Z][^.!]+$/);
});

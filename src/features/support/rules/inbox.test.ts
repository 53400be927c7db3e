import { expect, test } from 'vitest';
import { ACTOR_KINDS } from '../../../core/actor.ts';
import { type InboxAction, MESSAGE_STATES, refusedInInbox, stateAfter, worksInInbox, writeAgainPath } from './inbox.ts';

test('the inbox is for the support desk and admins', () => {
  expect(ACTOR_KINDS.filter(worksInInbox).toSorted()).toEqual(['admin', 'super_admin', 'support_agent']);
});

test('what is closed is neither answered, given away nor closed again; what is open is not reopened', () => {
  const possible = (action: InboxAction) => MESSAGE_STATES.filter((state) => refusedInInbox(state, action) === null);
  expect(possible('answer')).toEqual(['open', 'replied']);
  expect(possible('assign')).toEqual(['open', 'replied']);
  expect(possible('close')).toEqual(['open', 'replied']);
  expect(possible('reopen')).toEqual(['replied', 'closed']);
  expect(stateAfter('open', 'answer')).toBe('replied');
  expect(stateAfter('replied', 'assign')).toBe('replied');
});

test('writing again is prefilled with the reference, as a path a mail may lead to', () => {
  expect(writeAgainPath('7K2-Q9F', 'billing')).toBe('/contact?reason=billing&message=About%207K2-Q9F%3A%20');
});

import { describe, expect, it, test } from 'vitest';
import { ACTOR_KINDS } from '../../../core/actor.ts';
import {
  alertLink,
  alertWords,
  mendsWork,
  readsWork,
  whyNotRetried,
  whyNotSetAside,
  workLabel,
  WORK_STATES,
} from './work.ts';

it('is read by support and admins, and mended by admins', () => {
  expect(ACTOR_KINDS.filter(readsWork)).toEqual(['support_agent', 'admin', 'super_admin']);
  expect(ACTOR_KINDS.filter(mendsWork)).toEqual(['admin', 'super_admin']);
});

test.each([
  ['files.check_upload', 'Files: check upload'],
  ['step_overdue', 'Step overdue'],
  ['a.b.c_d', 'A: b, c d'],
])('%s is called %s', (name, label) => expect(workLabel(name)).toBe(label));

describe('in each state', () => {
  it('what failed or waits for another try can be tried, and nothing else', () => {
    expect(WORK_STATES.filter((state) => whyNotRetried(state, true) === null)).toEqual(['failed', 'retrying']);
    expect(whyNotRetried('failed', false)).toContain('Set it aside');
    expect(whyNotRetried('over', true)).not.toBeNull();
  });

  it('only what is no longer tried can be set aside', () => {
    expect(WORK_STATES.filter((state) => whyNotSetAside(state) === null)).toEqual(['failed']);
    expect(whyNotSetAside('over')).not.toBeNull();
  });
});

test.each([
  [
    { kind: 'delivery_failed', about: 'mails', count: 1 },
    'One e-mail could not be delivered',
    '/admin/outbox?state=failed',
  ],
  [
    { kind: 'delivery_failed', about: 'texts', count: 3 },
    '3 text messages could not be delivered',
    '/admin/outbox?state=failed&of=texts',
  ],
  [{ kind: 'work_stuck', about: 'files.check_upload', count: 2 }, 'Files: check upload is stuck', '/admin/jobs'],
])('an alert says what it is about and leads there: %j', (alert, says, link) => {
  expect(alertWords(alert)).toBe(says);
  expect(alertLink(alert)).toBe(link);
});

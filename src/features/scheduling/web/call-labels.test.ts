import { expect, test } from 'vitest';
import type { ScheduleView } from '../contract.ts';
import { partiesOf } from './call-labels.ts';

const NEW_YORK = 'America/New_York';
const schedule = (city: string | null): Pick<ScheduleView, 'expert' | 'requester'> => ({
  expert: { label: 'Dr. Falkenrath', name: 'Ines Falkenrath', zone: NEW_YORK, city },
  requester: { label: 'Dana Whitlock', zone: 'America/Chicago' },
});
const expert = { zone: NEW_YORK, isRequester: false, isExpert: true };
const requester = { zone: 'America/Chicago', isRequester: true, isExpert: false };

test('where an expert practices is called the same to both sides', () => {
  expect(partiesOf(schedule('Boston'), expert)[0]?.label).toBe('You, Boston');
  expect(partiesOf(schedule('Boston'), requester).at(-1)?.label).toBe('Dr. Falkenrath, Boston');
  expect(partiesOf(schedule(null), expert)[0]?.label).toBe('You, New York');
  expect(partiesOf(schedule(null), requester).at(-1)?.label).toBe('Dr. Falkenrath, New York');
  // who reads in another zone for the moment is told that one
  expect(partiesOf(schedule('Boston'), { ...expert, zone: 'America/Denver' })[0]?.label).toBe('You, Denver');
});

import { describe, expect, it } from 'vitest';
import { handoverFaults } from './handover.ts';

describe('what a handover lacks', () => {
  it.each([
    [{ own: true, agreed: true, handover: 'Read to page 40.' }, 0],
    [{ own: true, agreed: true, handover: ' \n' }, 1],
    [{ own: true, agreed: false, handover: '' }, 0],
    [{ own: true, agreed: false, handover: 'Nothing was begun.' }, 0],
    [{ own: false, agreed: true, handover: '' }, 0],
    [{ own: false, agreed: true, handover: 'It is half done.' }, 1],
  ])('%o: %i', (of, faults) => {
    expect(handoverFaults(of)).toHaveLength(faults);
  });
});

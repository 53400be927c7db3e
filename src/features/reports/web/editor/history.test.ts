import { describe, expect, it } from 'vitest';
import { History, type Moment } from './history.ts';

const at = (flat: string): Moment => ({
  doc: { flat, ids: [] },
  span: { anchor: flat.length, focus: flat.length },
});

describe('undo in an editor', () => {
  it('undoes a run of typing in one step and brings it back', () => {
    const history = new History();
    history.keep(at(''), 'type', 0);
    history.keep(at('a'), 'type', 100);
    history.keep(at('ab'), 'type', 200);
    expect(history.undo(at('abc'))).toEqual(at(''));
    expect(history.undo(at(''))).toBeNull();
    expect(history.redo(at(''))).toEqual(at('abc'));
    expect(history.redo(at('abc'))).toBeNull();
  });

  it.each([
    ['another kind', 'delete', 100, false],
    ['a long rest', 'type', 5000, false],
    ['a blank before', 'type', 100, true],
  ])('begins a new step after %s', (_, kind, time, pause) => {
    const history = new History();
    history.keep(at(''), 'type', 0, pause);
    history.keep(at('a'), kind, time);
    expect(history.undo(at('ab'))).toEqual(at('a'));
    expect(history.undo(at('a'))).toEqual(at(''));
  });

  it('forgets what could be redone once something new is written', () => {
    const history = new History();
    history.keep(at(''), 'type', 0);
    history.undo(at('a'));
    history.keep(at(''), 'type', 10);
    expect(history.redo(at('b'))).toBeNull();
  });
});

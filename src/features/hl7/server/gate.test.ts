import { expect, it } from 'vitest';
import { createGate } from './gate.ts';

it('one source has so many connections, all together so many, and each that ends makes room', () => {
  const gate = createGate({ sockets: 3, sockets_of_one: 2, bytes: 0, bytes_of_one: 0 });
  const one = [gate.enter('10.0.0.1'), gate.enter('10.0.0.1'), gate.enter('10.0.0.1')];
  expect(one.map((leave) => leave !== null)).toEqual([true, true, false]);
  const two = gate.enter('10.0.0.2');
  expect([two !== null, gate.enter('10.0.0.3')]).toEqual([true, null]);
  one[0]?.();
  expect(gate.enter('10.0.0.3')).not.toBeNull();
  expect(gate.enter('10.0.0.1')).toBeNull();
});

it('bytes in hand are bounded over all connections, and of one source, until they are let go', () => {
  const gate = createGate({ sockets: 0, sockets_of_one: 0, bytes: 100, bytes_of_one: 60 });
  const [first, second, other] = [gate.holder('10.0.0.1'), gate.holder('10.0.0.1'), gate.holder('10.0.0.2')];
  expect([first(40), second(20), second(21), other(40), other(41)]).toEqual([true, true, false, true, false]);
  expect([first(0), second(60), second(61)]).toEqual([true, true, false]);
  expect([second(0), other(60), first(40), first(41)]).toEqual([true, true, true, false]);
});

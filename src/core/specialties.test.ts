import { expect, it } from 'vitest';
import { ownSpecialties, pricedBy, priceFaults, storedPrices, wirePrices } from './specialties.ts';

const PRICES = {
  price_modifier: 1.25,
  report_cost: 1200.5,
  report_overage_cost: 2,
  price_modifier_limited: 1,
  price_modifier_standard: 1.0001,
};

it('prices are cents inside and dollars on the wire, and go both ways', () => {
  expect(storedPrices(PRICES).report_cost_cents).toBe(120_050);
  expect(wirePrices(storedPrices(PRICES))).toEqual(PRICES);
  expect(priceFaults(PRICES)).toEqual([]);
});

it('a fault stands at its field', () => {
  const faults = priceFaults({ ...PRICES, price_modifier: -1, report_cost: 1.005 }, 'prices.0.');
  expect(faults.map(({ path }) => path)).toEqual(['prices.0.price_modifier', 'prices.0.report_cost']);
});

it('the nearest database of the path holds, and the platform’s prices where it has none', () => {
  const own = (name: string) => ({ specialty_database: { name, prices: { 7: storedPrices(PRICES) } } });
  const none = { specialty_database: null };
  expect(ownSpecialties([none, own('Near'), own('Far')])?.name).toBe('Near');
  expect(ownSpecialties([none])).toBeNull();
  const platform = { ...storedPrices(PRICES), price_modifier: 3 };
  const found = ownSpecialties([own('Near')]);
  expect(pricedBy(found, 7, platform).price_modifier).toBe(1.25);
  expect(pricedBy(found, 8, platform).price_modifier).toBe(3);
});

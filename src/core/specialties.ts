/** A sub-specialty's prices as they are stored: cents and factors. */
export interface SpecialtyPrices {
  price_modifier: number;
  report_cost_cents: number;
  report_overage_cost_cents: number;
  price_modifier_limited: number;
  price_modifier_standard: number;
}

/** Some of them. */
export type SaidPrices = { [K in keyof SpecialtyPrices]?: SpecialtyPrices[K] | undefined };

/** The same without what is undefined. */
export const onlySaid = (prices: SaidPrices): Partial<SpecialtyPrices> =>
  Object.fromEntries(Object.entries(prices).filter(([, value]) => value !== undefined));

/** A sub-specialty with its prices. */
export interface SubSpecialtyRow extends SpecialtyPrices {
  id: number;
  name: string;
  specialty_id: number;
}

/** An organization's own specialty database: what it is called, and its prices by the number of the sub-specialty. */
export interface OwnSpecialties {
  name: string;
  prices: Readonly<Record<string, SpecialtyPrices>>;
}

/** What the specialty database of those without one is called. */
export const PLATFORM_DATABASE = 'Peritus';

/** The specialty database that holds for an organization: its own, else the nearest parent's; null: the platform's. */
export function ownSpecialties(path: readonly { specialty_database: OwnSpecialties | null }[]): OwnSpecialties | null {
  return path.find((step) => step.specialty_database !== null)?.specialty_database ?? null;
}

/** A sub-specialty with the prices that hold: what a price book says of it, else the database where it has any, else the platform. */
export const pricedBy = <T extends SpecialtyPrices>(
  own: OwnSpecialties | null,
  id: number,
  sub: T,
  booked: SaidPrices = {},
): T => ({ ...sub, ...own?.prices[id], ...onlySaid(booked) });

/** Specialties with their sub-specialties as the wire has them: prices in dollars. The order of both is kept. */
export const specialtyTree = (
  specialties: readonly { id: number; name: string }[],
  subSpecialties: readonly SubSpecialtyRow[],
  own: OwnSpecialties | null,
) =>
  specialties.map(({ id, name }) => ({
    id,
    name,
    sub_specialties: subSpecialties
      .filter((sub) => sub.specialty_id === id)
      .map((row) => {
        const sub = pricedBy(own, row.id, row);
        return {
          id: sub.id,
          name: sub.name,
          price_modifier: sub.price_modifier,
          report_cost: sub.report_cost_cents / 100,
          report_overage_cost: sub.report_overage_cost_cents / 100,
          price_modifier_limited: sub.price_modifier_limited,
          price_modifier_standard: sub.price_modifier_standard,
        };
      }),
  }));

/** The longest name of a specialty, a sub-specialty or a specialty database. */
export const SPECIALTY_NAME_MAX = 120;
const FACTOR_MAX = 100;
const DOLLARS_MAX = 1_000_000;

/** Prices as the wire has them: dollars and factors. */
export interface WirePrices {
  price_modifier: number;
  report_cost: number;
  report_overage_cost: number;
  price_modifier_limited: number;
  price_modifier_standard: number;
}

const atMost = (value: number, decimals: number): boolean =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;

/** What is wrong with prices, each fault under `path`. */
export function priceFaults(prices: WirePrices, path = ''): { path: string; message: string }[] {
  const factors = ['price_modifier', 'price_modifier_limited', 'price_modifier_standard'] as const;
  const amounts = ['report_cost', 'report_overage_cost'] as const;
  return [
    ...factors.flatMap((name) =>
      prices[name] >= 0 && prices[name] <= FACTOR_MAX && atMost(prices[name], 4)
        ? []
        : [{ path: `${path}${name}`, message: 'A factor is between 0 and 100, with at most four decimals.' }],
    ),
    ...amounts.flatMap((name) =>
      prices[name] >= 0 && prices[name] <= DOLLARS_MAX && atMost(prices[name], 2)
        ? []
        : [{ path: `${path}${name}`, message: 'An amount is not below 0, in dollars and cents.' }],
    ),
  ];
}

/** Prices of the wire as they are stored. */
export const storedPrices = (prices: WirePrices): SpecialtyPrices => ({
  price_modifier: prices.price_modifier,
  report_cost_cents: Math.round(prices.report_cost * 100),
  report_overage_cost_cents: Math.round(prices.report_overage_cost * 100),
  price_modifier_limited: prices.price_modifier_limited,
  price_modifier_standard: prices.price_modifier_standard,
});

/** Stored prices as the wire has them. */
export const wirePrices = (prices: SpecialtyPrices): WirePrices => ({
  price_modifier: prices.price_modifier,
  report_cost: prices.report_cost_cents / 100,
  report_overage_cost: prices.report_overage_cost_cents / 100,
  price_modifier_limited: prices.price_modifier_limited,
  price_modifier_standard: prices.price_modifier_standard,
});

/** A sub-specialty with its price as it is stored: cents and factors. */
export interface SubSpecialtyRow {
  id: number;
  name: string;
  specialty_id: number;
  price_modifier: number;
  report_cost_cents: number;
  report_overage_cost_cents: number;
  price_modifier_limited: number;
  price_modifier_standard: number;
}

/** Specialties with their sub-specialties as the wire has them: prices in dollars. The order of both is kept. */
export const specialtyTree = (
  specialties: readonly { id: number; name: string }[],
  subSpecialties: readonly SubSpecialtyRow[],
) =>
  specialties.map(({ id, name }) => ({
    id,
    name,
    sub_specialties: subSpecialties
      .filter((sub) => sub.specialty_id === id)
      .map((sub) => ({
        id: sub.id,
        name: sub.name,
        price_modifier: sub.price_modifier,
        report_cost: sub.report_cost_cents / 100,
        report_overage_cost: sub.report_overage_cost_cents / 100,
        price_modifier_limited: sub.price_modifier_limited,
        price_modifier_standard: sub.price_modifier_standard,
      })),
  }));

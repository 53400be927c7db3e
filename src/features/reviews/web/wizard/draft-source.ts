/** What the address of step one names a draft to begin with. */
export interface DraftSource {
  seat_id?: number;
  organization_id?: number;
  force_one_off?: boolean;
}

const idIn = (value: unknown): number | undefined =>
  /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : undefined;

/** The seat and the organization an address names; null where it names neither. */
export function draftSourceOf(search: Readonly<Record<string, unknown>>): DraftSource | null {
  const seat = idIn(search['seatId']);
  const organization = idIn(search['organizationId']);
  if (seat === undefined && organization === undefined) return null;
  const apart = String(search['forceOneOff']) === 'true';
  return {
    ...(seat === undefined ? {} : { seat_id: seat, force_one_off: apart }),
    ...(organization === undefined ? {} : { organization_id: organization }),
  };
}

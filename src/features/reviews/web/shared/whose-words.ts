/** Whose word something is that ships with Peritus and can be said anew: "Set by Peritus for every organization." */
export const whoseWords = (
  { of, organization }: { of: 'shipped' | 'platform' | 'organization'; organization: { name: string } | null },
  done: 'Set' | 'Written',
): string =>
  of === 'shipped'
    ? 'Comes with Peritus.'
    : of === 'platform'
      ? `${done} by Peritus for every organization.`
      : `${done} by ${organization?.name ?? 'an organization'}.`;

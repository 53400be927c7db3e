/** Whose a place is: a site of an examiner's, or one whose rooms are rented. */
export const SITES_OF = ['examiner', 'rented'] as const;
export type SiteOf = (typeof SITES_OF)[number];

/** Which site a place is; one that was written down before rooms were rented is an examiner's. */
export const siteOfPlace = ({ site_of, site_id }: { site_of?: SiteOf | undefined; site_id: number }) => ({
  of: site_of ?? 'examiner',
  id: site_id,
});

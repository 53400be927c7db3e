/** Whose a place is: a site of an examiner's, one whose rooms are rented, or none, where the exam is held by video. */
export const SITES_OF = ['examiner', 'rented', 'video'] as const;
export type SiteOf = (typeof SITES_OF)[number];

/** Which site a place is; one that was written down before rooms were rented is an examiner's. */
export const siteOfPlace = ({ site_of, site_id }: { site_of?: SiteOf | undefined; site_id: number }) => ({
  of: site_of ?? 'examiner',
  id: site_id,
});

/** Whether an exam is held by video: the examinee is where they are, and no room is taken. */
export const isByVideo = ({ site_of }: { site_of?: SiteOf | undefined }): boolean => site_of === 'video';

/** What is wrong with the address of a video call; null: nothing. */
export function linkFault(link: string): string | null {
  if (link === '') return 'Enter the address of the call.';
  const url = URL.parse(link);
  return url === null || url.protocol !== 'https:' || url.username !== '' || !url.hostname.includes('.')
    ? 'Enter an address that begins with https://.'
    : null;
}

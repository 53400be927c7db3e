import type { ReviewSlots } from '../../ui/slots.tsx';

/** What people outside send, where it stands on pages; named here so that no list page carries the names of its parts. */
export const OUTSIDE_SLOTS = {
  CustodianLinks: async () => (await import('../../features/outside/web/custodian-links.tsx')).CustodianLinks,
  CustodianBrief: async () => (await import('../../features/outside/web/custodian-brief.tsx')).CustodianBrief,
  LinkUpload: async () => (await import('../../features/files/web/link-upload.tsx')).LinkUpload,
} satisfies { [N in keyof ReviewSlots]?: () => Promise<ReviewSlots[N]> };

import type { ComponentType } from 'react';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ReviewSlots } from '../../ui/slots.tsx';
import type { EagerSlot, LazySlot } from './lazy-slots.tsx';

/** What most pages of a review have, and whatever else was wanted since. */
const KNOWN: Pick<ReviewSlots, EagerSlot> & Partial<ReviewSlots> = {
  RecordsUpload: lazyPart(async () => ({
    default: (await import('../../features/files/web/records-upload.tsx')).RecordsUpload,
  })),
  ConversationPanel: lazyPart(async () => ({
    default: (await import('../../features/conversations/web/conversation-panel.tsx')).ConversationPanel,
  })),
  FileList: lazyPart(async () => ({ default: (await import('../../features/files/web/file-list.tsx')).FileList })),
  ReportCard: lazyPart(async () => ({
    default: (await import('../../features/reports/web/report-card.tsx')).ReportCard,
  })),
  CallCard: lazyPart(async () => ({ default: (await import('../../features/scheduling/web/call-card.tsx')).CallCard })),
};

/** Any other, by its name. Every list page carries what is written here: the names are in lazy-slots.tsx alone. */
const lazySlot = (name: LazySlot): ComponentType<object> =>
  lazyPart(async () => ({
    default: (await (await import('./lazy-slots.tsx')).LAZY_SLOTS[name]()) as ComponentType<object>,
  }));

/** What each feature contributes to a review's pages, loaded where it first stands. */
export const SLOTS: Partial<ReviewSlots> = new Proxy(KNOWN, {
  get: (known, name) => {
    if (!(name in known)) Object.assign(known, { [name]: lazySlot(name as LazySlot) });
    return known[name as LazySlot];
  },
});

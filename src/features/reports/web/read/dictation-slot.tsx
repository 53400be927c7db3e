import { Suspense } from 'react';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import type { ReportView } from '../../contract.ts';

const Dictation = lazyPart(async () => ({ default: (await import('../dictation/dictation.tsx')).Dictation }));

/** The dictation of a report, for those who hear it; its program is loaded for them alone. */
export const DictationSlot = ({ view }: { view: ReportView }) =>
  view.can.hear ? (
    <Suspense fallback={null}>
      <Dictation view={view} />
    </Suspense>
  ) : null;

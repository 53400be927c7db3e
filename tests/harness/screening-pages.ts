/** Stands in the place of `src/app/web/kinds.ts` where the pages are built for a fifth kind. */
import { installOnPages } from '../../src/features/reviews/kinds/install-pages.ts';
import { REVIEW_KINDS } from '../../src/features/reviews/kinds/index.ts';
import { SCREENING } from './screening.ts';

installOnPages({ ...REVIEW_KINDS, Screening: SCREENING });

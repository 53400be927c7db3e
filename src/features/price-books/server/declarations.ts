/** What price books tell the compiler: the shapes in their jsonb columns. */
import type { BookTerms, ExpertTerms } from '../../../core/price-books.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'price_books.expert_terms': ExpertTerms;
    'price_books.terms': BookTerms;
  }
}

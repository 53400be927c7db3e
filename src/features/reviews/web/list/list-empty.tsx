import type { ReactNode } from 'react';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { EmptyState, FilteredEmpty } from '../../../../ui/parts/empty.tsx';
import { filterNames, type ListSearch } from './search.ts';

const WORDS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  active: ['No cases under way', 'A case stands here from the day it is ordered until it is closed.'],
  yours: ['Nothing waits on you', 'When a case needs you, it stands here and you get a mail.'],
  calls: ['No calls ahead', 'Calls appear here once a time is chosen.'],
  needs_information: ['No records asked for', 'When something is missing, the case stands here until it is sent.'],
  drafts: ['No drafts', 'An order you have begun is kept here until you send it.'],
  completed: ['Nothing completed yet', 'Closed, transferred and cancelled cases are kept here.'],
  inactive: [
    'Nothing rests',
    'Drafts untouched for 30 days, questions unanswered for 14, what is on hold and what was cancelled stand here.',
  ],
  attention: ['Nothing needs attention', 'Cases that got stuck stand here with the reason.'],
  on_hold: ['Nothing on hold', 'Cases on hold stand here with the reason and who can lift it.'],
};

/** What will stand here, or which words and filters hide it. */
export function ListEmpty({
  kind,
  search,
  onClear,
  icon,
}: {
  kind: Kind;
  search: ListSearch;
  onClear: () => void;
  icon: ReactNode;
}) {
  const filters = filterNames(search);
  if (filters.length > 0 || search.q) {
    return (
      <FilteredEmpty
        what={kind === 'Case' ? 'case' : KINDS[kind].singular}
        query={search.q || undefined}
        filters={filters}
        onClear={onClear}
      />
    );
  }
  const [title, text] = WORDS[search.tab] ?? ['Nothing here', 'Cases stand here as soon as there are some.'];
  return (
    <EmptyState icon={icon} title={title}>
      {text}
    </EmptyState>
  );
}

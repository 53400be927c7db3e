import type { ReactNode } from 'react';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { EmptyPlace } from '../shared/states.tsx';
import { filtersOn, type ListSearch } from './search.ts';

const WORDS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  active: ['No cases under way', 'A case stands here from the day it is ordered until it is closed.'],
  yours: ['Nothing waits on you', 'When a case needs you, it stands here and you get a mail.'],
  calls: ['No calls ahead', 'Calls appear here once a time is chosen.'],
  needs_information: ['No records asked for', 'When something is missing, the case stands here until it is sent.'],
  drafts: ['No drafts', 'An order you have begun is kept here until you send it.'],
  completed: ['Nothing completed yet', 'Closed, transferred and cancelled cases are kept here.'],
  attention: ['Nothing needs attention', 'Cases that got stuck stand here with the reason.'],
  on_hold: ['Nothing on hold', 'Cases on hold stand here with the reason and who can lift it.'],
};
const numbers = ['No filter is on.', 'One filter is on.', 'Two filters are on.', 'Three filters are on.'];

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
  const on = filtersOn(search);
  const thing = kind === 'Case' ? 'case' : KINDS[kind].singular;
  if (on > 0 || search.q) {
    return (
      <EmptyPlace
        title={search.q ? `No ${thing} matches “${search.q}”` : `No ${thing} matches`}
        text={on > 0 ? (numbers[on] ?? `${on} filters are on.`) : 'The search looks at names, numbers and experts.'}
      >
        <Button onClick={onClear}>
          {search.q && on > 0 ? 'Clear search and filters' : on > 0 ? 'Clear filters' : 'Clear the search'}
        </Button>
      </EmptyPlace>
    );
  }
  const [title, text] = WORDS[search.tab] ?? ['Nothing here', 'Cases stand here as soon as there are some.'];
  return <EmptyPlace icon={icon} title={title} text={text} />;
}

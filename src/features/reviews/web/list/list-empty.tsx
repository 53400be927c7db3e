import { IconFolderOpen } from '@tabler/icons-react';
import { KINDS } from '../../../../core/kinds.ts';
import { EmptyState, FilteredEmpty } from '../../../../ui/parts/empty.tsx';
import { HowItGoes } from '../../../../ui/parts/how-it-goes.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { ListScope } from './list-source.ts';
import { filterNames, type ListSearch } from './search.ts';
import styles from './list.module.css';

const WORDS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  active: ['Nothing under way', 'Reviews appear here from the day they are ordered until they are closed.'],
  yours: ['Nothing needs you', 'When a review needs you, it appears here and you get an e-mail.'],
  calls: ['No calls ahead', 'Calls appear here once a time is chosen.'],
  needs_information: ['No records asked for', 'When something is missing, the review is listed here until it is sent.'],
  drafts: ['No drafts', 'An order you have begun is kept here until you send it.'],
  pre_orders: [
    'Nothing ordered ahead',
    'When a period of a subscription opens, its reviews are listed here until their charts are there.',
  ],
  completed: ['Nothing completed yet', 'Closed, transferred and canceled reviews are kept here.'],
  inactive: [
    'Nothing inactive',
    'Drafts untouched for 30 days, questions unanswered for 14, reviews on hold and canceled reviews are listed here.',
  ],
  attention: ['Nothing needs attention', 'Reviews that got stuck are listed here with the reason.'],
  on_hold: ['Nothing on hold', 'Reviews on hold are listed here with the reason and who can lift the hold.'],
};

/** What will stand here, or which words and filters hide it. */
export default function ListEmpty({
  place,
  search,
  onClear,
}: {
  place: ListScope;
  search: ListSearch;
  onClear: () => void;
}) {
  const viewer = useViewer();
  const filters = filterNames(search);
  if (filters.length > 0 || search.q) {
    return (
      <FilteredEmpty
        what={place.kind ? KINDS[place.kind].one : 'review'}
        query={search.q || undefined}
        filters={filters}
        onClear={onClear}
      />
    );
  }
  if (search.tab === 'active' && viewer.side === 'requester') {
    return (
      <EmptyState icon={<IconFolderOpen />} title="Nothing under way">
        <p className={styles.begin}>Every review takes three steps, and you always see whose move it is.</p>
        <HowItGoes />
      </EmptyState>
    );
  }
  const [title, text] = WORDS[search.tab] ?? ['Nothing here', 'Reviews appear here as soon as there are some.'];
  return (
    <EmptyState icon={<IconFolderOpen />} title={title}>
      {text}
    </EmptyState>
  );
}

import type { Kind } from '../../../../core/kinds.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { Chips } from './filters.tsx';
import { cleared, type ListSearch } from './search.ts';
import styles from './list.module.css';

/** Every filter on a phone, in a sheet from the bottom. */
export default function FilterSheet({
  search,
  onChange,
  onClose,
  ...more
}: {
  search: ListSearch;
  completed: boolean;
  kind: Kind | null;
  onChange: (search: ListSearch) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Filters" closeLabel="Close filters" place="bottom" onClose={onClose}>
      <div className={styles.sheet}>
        <Chips {...more} search={search} onChange={onChange} all />
        <Button kind="quiet" onClick={() => onChange(cleared(search))}>
          Clear all
        </Button>
      </div>
    </Dialog>
  );
}

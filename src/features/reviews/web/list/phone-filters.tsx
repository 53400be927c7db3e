import { IconFilter } from '@tabler/icons-react';
import { type ComponentProps, startTransition, Suspense, useEffect, useState } from 'react';
import { Button } from '../../../../ui/parts/button.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { useMedia } from '../../../../ui/parts/use-media.ts';
import { PHONE } from './filters.tsx';
import { filtersOn } from './search.ts';
import styles from './list.module.css';

const load = () => import('./filter-sheet.tsx');
const FilterSheet = lazyPart(load, 'edge');

/** The button that opens every filter in a sheet, on a phone. What it opens is there before it is pressed. */
export function PhoneFilters(props: Omit<ComponentProps<typeof FilterSheet>, 'onClose'>) {
  const [open, setOpen] = useState(false);
  const phone = useMedia(PHONE);
  useEffect(() => {
    if (!phone) return undefined;
    const soon = setTimeout(() => void load().catch(() => undefined), 500);
    return () => clearTimeout(soon);
  }, [phone]);
  const on = filtersOn(props.search);
  return (
    <>
      <div className={styles.phoneFilters}>
        <Button icon={<IconFilter stroke={1.75} />} onClick={() => setOpen(true)}>
          {on > 0 ? `Filters ${on}` : 'Filters'}
        </Button>
      </div>
      {open ? (
        <Suspense fallback={null}>
          <FilterSheet {...props} onClose={() => startTransition(() => setOpen(false))} />
        </Suspense>
      ) : null}
    </>
  );
}

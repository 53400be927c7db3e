import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { Failure } from './failure.tsx';
import type { usePages } from './pages.ts';
import styles from './list-rows.module.css';

/** The rows of a list with what stands in their place, and "Show more" under them. */
export function ListRows({
  list,
  what,
  loading,
  empty,
  size = 'md',
  children,
}: {
  list: Pick<
    ReturnType<typeof usePages>,
    'rows' | 'isLoading' | 'error' | 'retry' | 'hasMore' | 'isLoadingMore' | 'more'
  >;
  /** Where it fails: 'The directory could not be loaded.' */
  what: string;
  /** In the shape of the rows. */
  loading: ReactNode;
  /** Where there is none. */
  empty: ReactNode;
  size?: 'sm' | 'md';
  /** All rows; not drawn while there is none. */
  children: ReactNode;
}) {
  const isKnown = !list.isLoading && (list.rows.length > 0 || list.error === null);
  return (
    <>
      {list.isLoading ? loading : null}
      {isKnown ? (list.rows.length > 0 ? children : empty) : null}
      <Failure error={list.error} what={what} onRetry={list.retry} />
      {list.hasMore && !list.error ? (
        <div className={styles.more}>
          <Button size={size} busy={list.isLoadingMore} onClick={list.more}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

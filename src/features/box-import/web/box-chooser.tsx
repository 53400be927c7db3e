import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Tick } from '../../../ui/form/tick.tsx';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { sizeText } from '../../files/rules/names.ts';
import { type BoxFolderView, type BoxMeasureView, boxImportEndpoints } from '../contract.ts';
import { MOST_CHOSEN } from '../rules.ts';
import styles from './box-import.module.css';

const e = boxImportEndpoints;
type Item = BoxFolderView['data'][number];

/** Chooses files and folders in Box, says how much they bring, and begins the import. */
export default function BoxChooser({
  kind,
  reviewId,
  onClose,
}: Pick<ReviewSlotProps, 'kind' | 'reviewId'> & { onClose: () => void }) {
  const [folder, setFolder] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  const params = { id: reviewId };
  const items = [...chosen.values()].map(({ type, id }) => ({ type, id }));
  const measure = useCommand(e.measure);
  const begin = useCommand(e.begin, {
    refresh: [e.list],
    onSuccess: () => {
      toastDone('The import has begun. It continues when you leave this page.');
      onClose();
    },
  });
  const choose = (item: Item, on: boolean): void => {
    const next = new Map(chosen);
    if (on) next.set(`${item.type} ${item.id}`, item);
    else next.delete(`${item.type} ${item.id}`);
    setChosen(next);
  };
  return (
    <Dialog title="Import from Box" onClose={onClose}>
      {measure.data ? (
        <Measured measured={measure.data} />
      ) : (
        <Browse folder={folder} onFolder={setFolder} chosen={chosen} onChoose={choose} />
      )}
      <Failure error={measure.error ?? begin.error} what="Nothing was imported." />
      <div className={styles.foot}>
        {measure.data ? (
          <>
            <Button kind="quiet" onClick={() => measure.reset()}>
              Choose others
            </Button>
            <Button
              kind="primary"
              busy={begin.isPending}
              disabled={measure.data.files === 0 || measure.data.too_much !== null}
              onClick={() => begin.mutate({ kind, params, body: { items } })}
            >
              {`Import ${plural(measure.data.files, 'file')}`}
            </Button>
          </>
        ) : (
          <>
            <span className={styles.size} role="status">
              {items.length === 0 ? 'Nothing chosen yet' : `${items.length} chosen`}
            </span>
            <Button
              kind="primary"
              busy={measure.isPending}
              disabled={items.length === 0 || items.length > MOST_CHOSEN}
              onClick={() => measure.mutate({ kind, params, body: { items } })}
            >
              Next
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** How much comes, and what stays where it is. */
function Measured({ measured }: { measured: BoxMeasureView }) {
  const { files, size_bytes, left_out, too_much } = measured;
  return (
    <>
      <p className={styles.line}>
        {too_much ??
          (files === 0
            ? 'Nothing of this can be imported.'
            : `${plural(files, 'file')}, ${sizeText(size_bytes)}, with the folders they lie in.`)}
      </p>
      {left_out.length > 0 ? (
        <>
          <p className={styles.line}>{`Left out: ${plural(left_out.length, 'file')}.`}</p>
          <ul className={styles.items} aria-label="Left out" tabIndex={-1}>
            {left_out.map(({ name, why }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- names come more than once, in a fixed order
              <li key={index} className={styles.name}>
                {name} <span className={styles.why}>{why}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** One folder, or those that were opened. */
function Browse({
  folder,
  onFolder,
  chosen,
  onChoose,
}: {
  folder: string | null;
  onFolder: (id: string | null) => void;
  chosen: ReadonlyMap<string, Item>;
  onChoose: (item: Item, on: boolean) => void;
}) {
  const list = useInfiniteQuery<BoxFolderView, ApiError, { pages: BoxFolderView[] }, readonly unknown[], string | null>(
    {
      queryKey: [e.browse.id, folder],
      queryFn: ({ pageParam, signal }) =>
        call(e.browse, {
          query: {
            ...(folder === null ? {} : { folder_id: folder }),
            ...(pageParam === null ? {} : { marker: pageParam }),
          },
          signal,
        }),
      initialPageParam: null,
      getNextPageParam: (page) => page.next_marker,
    },
  );
  const first = list.data?.pages[0];
  const rows = (list.data?.pages ?? []).flatMap(({ data }) => data);
  return (
    <>
      {folder === null ? null : (
        <p className={styles.way}>
          <TextButton onClick={() => onFolder(null)}>Folders</TextButton>
          {first?.above.map(({ id, name }) => (
            <span key={id}>
              / <TextButton onClick={() => onFolder(id)}>{name}</TextButton>
            </span>
          ))}
          {first?.folder ? <span>/ {first.folder.name}</span> : null}
        </p>
      )}
      {list.isPending ? <SkeletonRows rows={3} columns={[60, 20]} label="Loading from Box" /> : null}
      <Failure error={list.error} what="Box could not be read." onRetry={() => void list.refetch()} />
      {first && rows.length === 0 ? (
        <p className={styles.line}>
          {folder === null
            ? 'No folder in Box is open to you yet. An admin of your organization opens them, on your page among its people.'
            : 'Nothing is in this folder.'}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <ul className={styles.items} aria-label="In Box" tabIndex={-1}>
          {rows.map((item) => (
            <Row
              key={`${item.type} ${item.id}`}
              item={item}
              on={chosen.has(`${item.type} ${item.id}`)}
              onChoose={onChoose}
              onOpen={() => onFolder(item.id)}
            />
          ))}
          {list.hasNextPage ? (
            <li className={styles.item}>
              <span />
              <TextButton onClick={() => void list.fetchNextPage()}>Show more</TextButton>
            </li>
          ) : null}
        </ul>
      ) : null}
    </>
  );
}

function Row({
  item,
  on,
  onChoose,
  onOpen,
}: {
  item: Item;
  on: boolean;
  onChoose: (item: Item, on: boolean) => void;
  onOpen: () => void;
}) {
  const id = useId();
  return (
    <li className={styles.item}>
      <Tick
        checked={on}
        disabled={item.why_not !== null}
        aria-label={`Choose ${item.name}`}
        aria-describedby={item.why_not === null ? undefined : id}
        onChange={(now) => onChoose(item, now)}
      />
      <span className={styles.name}>
        {item.type === 'folder' ? <TextButton onClick={onOpen}>{item.name}</TextButton> : item.name}
        {item.why_not === null ? null : (
          <span id={id} className={styles.why}>
            {' '}
            {item.why_not}
          </span>
        )}
      </span>
      <span className={styles.size}>{item.size_bytes === null ? 'Folder' : sizeText(item.size_bytes)}</span>
    </li>
  );
}

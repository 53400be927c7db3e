import { readsTrends } from '../../rules/permission.ts';
import { IconBookmark, IconChartBar, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { KINDS } from '../../../../core/kinds.ts';
import { TextButton } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { Menu, MenuItem } from '../../../../ui/parts/menu.tsx';
import { useMedia } from '../../../../ui/parts/use-media.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { ListView } from '../../contract.ts';
import type { ListColumn } from '../../rules.ts';
import { viewAt } from './settings.ts';
import styles from './list.module.css';

const loadDialog = () => import('./view-dialog.tsx');
const ViewDialog = lazyPart(loadDialog, 'edge');

const LINKED = 3;

type Address = Readonly<Record<string, string | number>>;
const hrefOf = (path: string, search: Address): string => {
  const text = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
};

/** The saved views of a list as links, the present one marked, and the way to save or change one. */
export default function Views({
  path,
  list,
  views,
  address,
  columns,
  mayShare,
}: {
  path: string;
  /** The name the list's views are kept under. */
  list: string;
  views: readonly ListView[];
  /** The choices of the list as it stands. */
  address: Address;
  columns: readonly ListColumn[];
  mayShare: boolean;
}) {
  const viewer = useViewer();
  const trends = Object.values(KINDS).find((row) => row.list_path === path)?.trends_path;
  const wide = useMedia('(min-width: 80em)');
  const [open, setOpen] = useState<'new' | ListView | null>(null);
  const current = viewAt(views, address);
  const plain = Object.keys(address).length === 0 && !current;
  const linked = wide ? views.slice(0, LINKED) : [];
  const rest = views.slice(linked.length);
  return (
    <span className={styles.views} role="group" aria-label="Views">
      {wide && (views.length > 0 || !plain) ? <span className={styles.viewsTitle}>Views</span> : null}
      {linked.map((view) => (
        <RouteLink
          key={view.id}
          href={hrefOf(path, view.search)}
          className={cx(styles.view, view === current && styles.viewOn)}
          aria-current={view === current ? 'true' : undefined}
          title={view.by ? `Shared by ${view.by}` : undefined}
        >
          {view === current ? <IconBookmark size={14} stroke={2} aria-hidden /> : null}
          {view.name}
        </RouteLink>
      ))}
      {rest.length > 0 ? (
        <Menu
          label="Saved views"
          renderButton={(button) => (
            <button type="button" className={styles.view} {...button}>
              {linked.length > 0 ? 'More' : (current?.name ?? 'Views')}
              <IconChevronDown size={14} stroke={2} aria-hidden />
            </button>
          )}
        >
          {rest.map((view) => (
            <MenuItem key={view.id} href={hrefOf(path, view.search)}>
              {view.by ? `${view.name}, by ${view.by}` : view.name}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {current?.own ? (
        <TextButton className={styles.view} onClick={() => setOpen(current)}>
          Change view
        </TextButton>
      ) : plain ? null : (
        <button
          type="button"
          className={styles.view}
          onPointerEnter={() => void loadDialog().catch(() => undefined)}
          onFocus={() => void loadDialog().catch(() => undefined)}
          onClick={() => setOpen('new')}
        >
          <IconPlus size={14} stroke={2} aria-hidden />
          Save view
        </button>
      )}
      {trends && readsTrends(viewer.kind) ? (
        <RouteLink href={trends} className={styles.view}>
          <IconChartBar size={14} stroke={2} aria-hidden />
          Trends
        </RouteLink>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <ViewDialog
            list={list}
            view={open === 'new' ? null : open}
            address={address}
            columns={columns}
            mayShare={mayShare}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : null}
    </span>
  );
}

import { Menu } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconLayoutSidebar,
  IconMaximize,
  IconMinimize,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { MAX_SCALE, MIN_SCALE, batesOf } from './layout.ts';
import { ToolButton } from './tool-button.tsx';
import type { RecordsFile, Zoom } from './types.ts';
import { viewerTexts } from './viewer-texts.ts';
import styles from './viewer.module.css';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const CHOSEN = <IconCheck size={14} stroke={2} aria-hidden="true" />;
const OFFERED = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

interface ToolbarProps {
  files: readonly RecordsFile[];
  file: RecordsFile | null;
  onFile: (id: string) => void;
  rail: boolean;
  onRail: () => void;
  /** Null while no page can be shown; the controls then rest. */
  pages: number | null;
  current: number;
  onGo: (page: number) => void;
  scale: number;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onStep: (direction: 1 | -1) => void;
  searchOpen: boolean;
  onSearch: () => void;
  searchButton: RefObject<HTMLButtonElement | null>;
  /** Null where the browser has no full screen for elements. */
  fullscreen: boolean | null;
  onFullscreen: () => void;
}

/** Page number one can type; keeps what is being typed until Enter or leaving, and refuses what is no page. */
function PageField({
  pages,
  current,
  onGo,
  bates,
}: {
  pages: number;
  current: number;
  onGo: (page: number) => void;
  bates: string | null;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = (): void => {
    const page = Number.parseInt(typed ?? '', 10);
    if (Number.isFinite(page)) onGo(Math.min(pages, Math.max(1, page)));
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go();
    else if (event.key === 'Escape') setTyped(null);
    else if (event.key === 'ArrowUp') onGo(Math.max(1, current - 1));
    else if (event.key === 'ArrowDown') onGo(Math.min(pages, current + 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      className={styles.pageField}
      aria-label={viewerTexts.pageNumber}
      title={bates ?? undefined}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(current)}
      style={{ width: `${Math.max(3, String(pages).length) + 2.4}ch` }}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        if (typed !== null) go();
      }}
      onKeyDown={onKeyDown}
    />
  );
}

export function Toolbar(props: ToolbarProps) {
  const { files, file, pages, current, onGo, scale, zoom, onZoom, onStep, rail, searchButton, searchOpen, fullscreen } =
    props;
  const total = pages ?? file?.pages ?? null;
  const rest = pages === null;
  const percent = Math.round(scale * 100);
  return (
    <div className={styles.toolbar}>
      <div className={styles.tools}>
        <ToolButton label={rail ? viewerTexts.railHide : viewerTexts.railShow} pressed={rail} onClick={props.onRail}>
          <IconLayoutSidebar {...ICON} />
        </ToolButton>
        <Menu withInitialFocusPlaceholder={false} withinPortal={false} position="bottom-start">
          <Menu.Target>
            <button
              type="button"
              className={styles.fileButton}
              aria-label={file ? viewerTexts.file(file.name) : viewerTexts.files}
            >
              <span>{file?.name ?? viewerTexts.files}</span>
              <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
            </button>
          </Menu.Target>
          <Menu.Dropdown className={styles.fileMenu}>
            <Menu.RadioGroup value={file?.id ?? null} onChange={props.onFile}>
              {files.map((item) => (
                <Menu.RadioItem
                  key={item.id}
                  value={item.id}
                  closeMenuOnClick
                  checkIcon={CHOSEN}
                  rightSection={
                    item.pages === null ? null : (
                      <span className={styles.menuMeta}>{viewerTexts.filePages(item.pages)}</span>
                    )
                  }
                >
                  {item.name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      </div>
      {total === null ? null : (
        <div className={styles.pager}>
          <ToolButton
            label={viewerTexts.pagePrevious}
            disabled={rest || current <= 1}
            onClick={() => onGo(current - 1)}
          >
            <IconChevronUp {...ICON} />
          </ToolButton>
          <PageField pages={total} current={current} onGo={onGo} bates={batesOf(file?.bates_from, current)} />
          <span className={styles.total}>{viewerTexts.pageTotal(total)}</span>
          <ToolButton
            label={viewerTexts.pageNext}
            disabled={rest || current >= pages}
            onClick={() => onGo(current + 1)}
          >
            <IconChevronDown {...ICON} />
          </ToolButton>
        </div>
      )}
      <div className={styles.right}>
        <div className={styles.zoom}>
          <ToolButton
            label={viewerTexts.zoomOut}
            shortcut="-"
            disabled={rest || scale <= MIN_SCALE}
            onClick={() => onStep(-1)}
          >
            <IconZoomOut {...ICON} />
          </ToolButton>
          <Menu withInitialFocusPlaceholder={false} withinPortal={false} position="bottom-end">
            <Menu.Target>
              <button type="button" className={styles.percent} aria-label={viewerTexts.zoom(percent)} disabled={rest}>
                {viewerTexts.percent(percent)}
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.RadioGroup
                value={zoom.mode === 'custom' ? String(zoom.scale) : zoom.mode}
                onChange={(value) =>
                  onZoom(
                    value === 'fit-width' || value === 'fit-page'
                      ? { mode: value }
                      : { mode: 'custom', scale: Number(value) },
                  )
                }
              >
                <Menu.RadioItem value="fit-width" closeMenuOnClick checkIcon={CHOSEN}>
                  {viewerTexts.fitWidth}
                </Menu.RadioItem>
                <Menu.RadioItem value="fit-page" closeMenuOnClick checkIcon={CHOSEN}>
                  {viewerTexts.fitPage}
                </Menu.RadioItem>
                <Menu.Divider />
                {OFFERED.map((offered) => (
                  <Menu.RadioItem key={offered} value={String(offered)} closeMenuOnClick checkIcon={CHOSEN}>
                    {viewerTexts.percent(offered * 100)}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Dropdown>
          </Menu>
          <ToolButton
            label={viewerTexts.zoomIn}
            shortcut="+"
            disabled={rest || scale >= MAX_SCALE}
            onClick={() => onStep(1)}
          >
            <IconZoomIn {...ICON} />
          </ToolButton>
        </div>
        <div className={styles.tools} data-end="">
          <ToolButton
            ref={searchButton}
            label={viewerTexts.search}
            shortcut="Control+F"
            pressed={searchOpen}
            disabled={rest}
            onClick={props.onSearch}
          >
            <IconSearch {...ICON} />
          </ToolButton>
          {fullscreen === null ? null : (
            <ToolButton
              label={fullscreen ? viewerTexts.fullscreenLeave : viewerTexts.fullscreen}
              onClick={props.onFullscreen}
            >
              {fullscreen ? <IconMinimize {...ICON} /> : <IconMaximize {...ICON} />}
            </ToolButton>
          )}
        </div>
      </div>
    </div>
  );
}

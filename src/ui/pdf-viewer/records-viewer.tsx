import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { Themed } from '../theme/themed.tsx';
import { clampScale, stepScale } from './layout.ts';
import { FileFailed, FileLocked, PaperSkeleton, ScanNotice } from './notices.tsx';
import { PageList } from './page-list.tsx';
import type { PageListHandle } from './page-list.tsx';
import { SearchBar } from './search-bar.tsx';
import { loadSettings, saveSettings } from './settings.ts';
import { ThumbnailStore } from './thumbnail-store.ts';
import { Thumbnails } from './thumbnails.tsx';
import { Toolbar } from './toolbar.tsx';
import type { PageRect, RecordsSelection, RecordsViewerHandle, RecordsViewerProps, Zoom } from './types.ts';
import { useDocument } from './use-document.ts';
import { useFullscreen, useNarrow } from './use-frame.ts';
import { useScan } from './use-scan.ts';
import { useSearch } from './use-search.ts';
import { useSelection } from './use-selection.ts';
import { viewerTexts } from './viewer-texts.ts';
import styles from './viewer.module.css';

const WHOLE_PAGE: PageRect = { x: 0, y: 0, width: 1, height: 1 };
const FLASH_FOR = 1600;
/** The page is reported once the reader rests on it, not for every page that flies past. */
const REPORT_AFTER = 120;

/**
 * Reads the PDF records of a matter: pages, thumbnails, search, and passages to mark and cite. Fills its container.
 * The PDF engine loads with the first file.
 */
export function RecordsViewer(props: RecordsViewerProps & { ref?: Ref<RecordsViewerHandle> }) {
  const {
    files,
    fileId,
    onFileChange,
    page: wantedPage,
    onPageChange,
    marks,
    over,
    onMark,
    onSelectionChange,
    ref,
  } = props;
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<PageListHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const searchButton = useRef<HTMLButtonElement>(null);

  const file = files.find((item) => item.id === fileId) ?? null;
  const [opened, retry] = useDocument(file?.url ?? null);
  const pdf = opened.status === 'ready' ? opened.pdf : null;

  const [settings, setSettings] = useState(loadSettings);
  useEffect(() => saveSettings(settings), [settings]);
  const setZoom = useCallback((zoom: Zoom) => setSettings((old) => ({ ...old, zoom })), []);
  const [scale, setScale] = useState(1);

  const narrow = useNarrow(root);
  const [drawer, setDrawer] = useState(false);
  const rail = narrow ? drawer : settings.rail;
  const toggleRail = (): void => {
    if (narrow) setDrawer(!drawer);
    else setSettings({ ...settings, rail: !settings.rail });
  };
  const [fullscreen, toggleFullscreen] = useFullscreen(root);

  // The page per file, so that coming back to a file finds the place again.
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(() => new Map([[fileId, wantedPage ?? 1]]));
  const current = Math.max(1, places.get(fileId) ?? 1);
  const setCurrent = useCallback(
    (page: number) => setPlaces((old) => (old.get(fileId) === page ? old : new Map(old).set(fileId, page))),
    [fileId],
  );
  const go = useCallback(
    (page: number, rect?: PageRect) => {
      setCurrent(page);
      list.current?.goTo(page, rect);
    },
    [setCurrent],
  );

  const reported = useRef(wantedPage);
  useEffect(() => {
    if (!pdf) return undefined;
    const timer = setTimeout(() => {
      if (reported.current === current) return;
      reported.current = current;
      onPageChange?.(current);
    }, REPORT_AFTER);
    return () => clearTimeout(timer);
  }, [pdf, current, onPageChange]);
  useEffect(() => {
    // Our own report coming back is no wish to move.
    if (wantedPage === undefined || wantedPage === reported.current) return;
    reported.current = wantedPage;
    go(wantedPage);
  }, [wantedPage, go]);

  const { selection, select } = useSelection(root, fileId, onSelectionChange);
  const [drawingWanted, setDrawing] = useState(false);
  const { fileHasText, pageHasText } = useScan(pdf, current);
  /** Null: the whole file is a scan; a number: that page is; undefined: there is text, or it is not known yet. */
  const scan = fileHasText === false ? null : pageHasText === false ? current : undefined;
  const drawing = drawingWanted && scan !== undefined;
  const mark = useMemo(
    () =>
      onMark &&
      ((chosen: RecordsSelection) => {
        onMark(chosen);
        select(null);
        list.current?.focus();
      }),
    [onMark, select],
  );
  const markWholePage = (): void => {
    setDrawing(false);
    select({ file_id: fileId, page: current, quote: '', rects: [WHOLE_PAGE] });
    list.current?.goTo(current);
    // The action appears with the selection; the keyboard goes on from there.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-keyshortcuts="M"]')?.focus());
  };

  const [searchOpen, setSearchOpen] = useState(false);
  const pageRead = useCallback(() => list.current?.pageNow() ?? 1, []);
  const search = useSearch(pdf, searchOpen, pageRead);
  const [asked, setAsked] = useState(0);
  const openSearch = useCallback((): void => {
    setSearchOpen(true);
    setAsked((times) => times + 1);
  }, []);
  // the field comes with the file, once for each time it is asked for
  const answered = useRef(0);
  useEffect(() => {
    if (!pdf || asked === answered.current) return;
    answered.current = asked;
    searchField.current?.select();
  }, [pdf, asked]);
  const closeSearch = (): void => {
    setSearchOpen(false);
    searchButton.current?.focus();
  };
  const { active } = search;
  useEffect(() => {
    if (active) list.current?.showHit(active, false);
  }, [active]);

  const selectHit = (): void => {
    if (active) list.current?.showHit(active, true);
  };

  const [flashId, setFlashId] = useState<string | null>(null);
  useEffect(() => {
    if (flashId === null || !pdf) return undefined;
    const timer = setTimeout(() => setFlashId(null), FLASH_FOR);
    return () => clearTimeout(timer);
  }, [flashId, pdf]);

  const goToPage = useCallback(
    (id: string, page: number, rect?: PageRect) => {
      if (id === fileId) {
        go(page, rect);
        return;
      }
      setPlaces((old) => new Map(old).set(id, page));
      onFileChange(id);
    },
    [fileId, go, onFileChange],
  );
  useImperativeHandle(
    ref,
    () => ({
      goToPage: (id, page) => goToPage(id, page),
      flashMark(id) {
        const found = marks.find((item) => item.id === id);
        if (!found) return;
        setFlashId(id);
        goToPage(found.file_id, found.page, found.rects?.[0]);
      },
      currentSelection: () => selection,
      clearSelection: () => select(null),
      search: openSearch,
    }),
    [goToPage, marks, selection, select, openSearch],
  );

  const store = useMemo(() => (pdf ? new ThumbnailStore(pdf, window.devicePixelRatio) : null), [pdf]);
  const onDrawn = useCallback((page: number, canvas: HTMLCanvasElement) => store?.offer(page, canvas), [store]);
  const ownMarks = useMemo(() => marks.filter((item) => item.file_id === fileId), [marks, fileId]);
  const step = (direction: 1 | -1): void => setZoom({ mode: 'custom', scale: clampScale(stepScale(scale, direction)) });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const typing = event.target instanceof HTMLInputElement;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      openSearch();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && drawing) setDrawing(false);
    else if (event.key === 'Escape' && selection) select(null);
    else if (event.key === 'Escape' && narrow && drawer) setDrawer(false);
    else if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key.toLowerCase() === 'm' && selection && mark) mark(selection);
    else return;
    event.preventDefault();
  };

  return (
    <Themed>
      {/* Keys bubble up here from the controls inside; the frame itself takes no focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={root} className={styles.viewer} data-narrow={narrow || undefined} onKeyDown={onKeyDown}>
        <Toolbar
          files={files}
          file={file}
          onFile={(id) => {
            if (id !== fileId) onFileChange(id);
          }}
          rail={rail}
          onRail={toggleRail}
          pages={pdf?.pages ?? null}
          current={current}
          onGo={go}
          scale={scale}
          zoom={settings.zoom}
          onZoom={setZoom}
          onStep={step}
          searchOpen={searchOpen}
          onSearch={searchOpen ? closeSearch : openSearch}
          searchButton={searchButton}
          fullscreen={fullscreen}
          onFullscreen={toggleFullscreen}
        />
        {searchOpen && pdf ? (
          <SearchBar
            search={search}
            pages={pdf.pages}
            scan={fileHasText === false}
            field={searchField}
            onSelect={onMark && active ? selectHit : null}
            onClose={closeSearch}
          />
        ) : null}
        {scan === undefined || !pdf ? null : (
          <ScanNotice
            page={scan}
            drawing={drawing}
            onDraw={onMark ? () => setDrawing(!drawing) : null}
            onWholePage={markWholePage}
          />
        )}
        <div className={styles.body}>
          {file === null ? <p className={styles.message}>{viewerTexts.noFile}</p> : null}
          {file && opened.status === 'loading' ? <PaperSkeleton name={file.name} rail={rail && !narrow} /> : null}
          {file && opened.status === 'failed' ? (
            <FileFailed name={file.name} kind={opened.kind} onRetry={retry} />
          ) : null}
          {file && opened.status === 'locked' ? (
            <FileLocked name={file.name} wrong={opened.wrong} onUnlock={opened.unlock} />
          ) : null}
          {file && pdf && store ? (
            <>
              {rail ? (
                <>
                  {narrow ? <div className={styles.scrim} aria-hidden="true" onClick={() => setDrawer(false)} /> : null}
                  <div className={styles.rail}>
                    <Thumbnails
                      key={file.id}
                      store={store}
                      file={file}
                      pages={pdf.pages}
                      current={Math.min(current, pdf.pages)}
                      marks={ownMarks}
                      onGo={go}
                      onPicked={() => setDrawer(false)}
                    />
                  </div>
                </>
              ) : null}
              <PageList
                key={file.id}
                ref={list}
                pdf={pdf}
                file={file}
                zoom={settings.zoom}
                onZoom={setZoom}
                onScale={setScale}
                firstPage={current}
                onCurrent={setCurrent}
                marks={ownMarks}
                hits={search.hits}
                activeHit={active}
                selection={selection}
                onSelect={select}
                onMark={mark}
                flashId={flashId}
                drawing={drawing}
                onDrawn={onDrawn}
                onRetry={retry}
              />
              {over}
            </>
          ) : null}
        </div>
      </div>
    </Themed>
  );
}

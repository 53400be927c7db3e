import { IconChevronDown, IconChevronUp, IconSearch, IconTextScan2, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { ToolButton } from './tool-button.tsx';
import type { Search } from './use-search.ts';
import { viewerTexts } from './viewer-texts.ts';
import styles from './viewer.module.css';

interface SearchBarProps {
  search: Search;
  pages: number;
  /** The whole file has no text. */
  scan: boolean;
  field: RefObject<HTMLInputElement | null>;
  onSelect: (() => void) | null;
  onClose: () => void;
}

function countOf(search: Search, scan: boolean): string {
  if (search.tooShort) return viewerTexts.searchShort;
  if (search.query.trim() === '') return '';
  if (search.hits.length > 0) return viewerTexts.searchCount(search.position, search.hits.length);
  if (search.running) return viewerTexts.searchNoneYet;
  return scan ? viewerTexts.searchScan : viewerTexts.searchNone;
}

/** Search across the file: count, way through the hits, and how far the search has come. */
export function SearchBar({ search, pages, scan, field, onSelect, onClose }: SearchBarProps) {
  const none = search.hits.length === 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const progress = search.running
    ? viewerTexts.searchProgress(search.searched, pages)
    : search.unread > 0
      ? viewerTexts.searchUnread(search.unread)
      : '';
  return (
    <search className={styles.search}>
      <div className={styles.searchField}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={viewerTexts.searchField}
          placeholder={viewerTexts.searchField}
          value={search.query}
          onChange={(event) => search.setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <output className={styles.count}>{countOf(search, scan)}</output>
      </div>
      {progress ? <span className={styles.progress}>{progress}</span> : null}
      <div className={styles.searchTools}>
        <ToolButton
          label={viewerTexts.hitPrevious}
          shortcut="Shift+Enter"
          disabled={none}
          onClick={() => search.step(-1)}
        >
          <IconChevronUp size={18} stroke={1.75} aria-hidden="true" />
        </ToolButton>
        <ToolButton label={viewerTexts.hitNext} shortcut="Enter" disabled={none} onClick={() => search.step(1)}>
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </ToolButton>
        {onSelect ? (
          <ToolButton label={viewerTexts.searchSelect} disabled={none} onClick={onSelect}>
            <IconTextScan2 size={18} stroke={1.75} aria-hidden="true" />
          </ToolButton>
        ) : null}
        <ToolButton label={viewerTexts.searchClose} shortcut="Escape" onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      </div>
      {search.running ? (
        <div className={styles.track} aria-hidden="true">
          <div style={{ transform: `scaleX(${search.searched / Math.max(1, pages)})` }} />
        </div>
      ) : null}
    </search>
  );
}

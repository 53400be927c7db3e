import { IconAlertTriangle } from '@tabler/icons-react';
import { cx } from '../../../../ui/parts/common.ts';
import type { SectionProgress as Progress } from '../../rules.ts';
import styles from './write.module.css';

/** All sections as bars that fill; pressing one goes there. */
export function SectionProgress({
  sections,
  current,
  returned,
  onGo,
}: {
  sections: readonly Progress[];
  current: string;
  /** Sections the check came back with notes on. */
  returned: ReadonlySet<string>;
  onGo: (key: string) => void;
}) {
  return (
    <nav aria-label="Sections of the report" className={styles.progress}>
      {sections.map((section) => {
        const done = section.left === 0;
        const share = section.total === 0 ? (done ? 1 : 0) : section.answered / section.total;
        const state = section.total === 0 ? '' : `, ${section.answered} of ${section.total} answered`;
        const note = returned.has(section.key) ? ', returned with a note' : '';
        // what stands on it is part of what it is called, so that it can be pressed by voice
        const named = section.title.toLowerCase().includes(section.short_title.toLowerCase())
          ? section.title
          : `${section.short_title}, ${section.title}`;
        return (
          <button
            key={section.key}
            type="button"
            className={cx(styles.bar, section.key === current && styles.current, note && styles.noted)}
            aria-current={section.key === current ? 'step' : undefined}
            aria-label={`${named}${state}${note}`}
            title={`${section.title}${state}${note}`}
            onClick={() => onGo(section.key)}
          >
            <span className={styles.track}>
              <span className={styles.filled} style={{ transform: `scaleX(${share})` }} />
            </span>
            <span className={styles.barWords}>
              {note ? <IconAlertTriangle className={styles.noteMark} size={13} stroke={2} aria-hidden /> : null}
              {section.short_title}
            </span>
          </button>
        );
      })}
    </nav>
  );
}

import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { capital, spelledPlural } from '../../../core/phrases.ts';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import styles from './console.module.css';
import { byGroup, useConsole, Waiting } from './frame.tsx';
import { GLYPHS } from './glyphs.ts';

/** Where the console begins: what waits for this person, and every place there is. */
export function ConsolePage({
  children,
}: {
  /** What comes before the places. */
  children?: ReactNode;
}) {
  const { places, waiting } = useConsole();
  const count = Object.values(waiting ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    <Page width="wide">
      <PageHeader
        title="Admin"
        lead={
          waiting === undefined
            ? 'What waits for you, and where things are kept.'
            : count === 0
              ? 'Nothing waits for you here.'
              : `${capital(spelledPlural(count, 'thing waits', 'things wait'))} for you.`
        }
      />
      {children}
      <div className={styles.overview}>
        {byGroup(places).map(({ group, places: own }) => (
          <section key={group} aria-labelledby={`console-${group}`}>
            <SectionHead title={group} id={`console-${group}`} />
            <ul className={styles.rows}>
              {own.map(({ path, label, about, glyph }) => {
                const Glyph = GLYPHS[glyph];
                return (
                  <li key={path} className={styles.row}>
                    <Glyph size={18} stroke={1.75} aria-hidden />
                    <div className={styles.words}>
                      <h3>
                        <RouteLink href={path} className={styles.way}>
                          {label}
                        </RouteLink>
                      </h3>
                      <p>{about}</p>
                    </div>
                    <Waiting count={waiting?.[path]} />
                    <IconChevronRight size={16} stroke={2} aria-hidden />
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}

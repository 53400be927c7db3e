import { useEffect, useRef, useState } from 'react';
import { callBytes } from '../../../ui/api/bytes.ts';
import { visitEndpoints, type VisitView } from '../contract.ts';
import type { Say } from './visit-words.ts';
import styles from './visit.module.css';

/** The map of the way there. It is fetched when the reader comes near, with the link in the body as everything here. */
export function VisitMap({
  width,
  height,
  view: { place },
  say,
  token,
}: {
  /** Pixels: its room is kept free before it is there. */
  width: number;
  height: number;
  view: VisitView;
  say: Say;
  token: string;
}) {
  const frame = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    let url: string | null = null;
    let left = false;
    const load = async (): Promise<void> => {
      try {
        const bytes = await callBytes(visitEndpoints.map, { token });
        if (left) return;
        url = URL.createObjectURL(bytes);
        setShown(url);
      } catch {
        setFailed(true);
      }
    };
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        void load();
      },
      { rootMargin: '300px' },
    );
    near.observe(current);
    return () => {
      left = true;
      near.disconnect();
      if (url) URL.revokeObjectURL(url);
    };
  }, [token]);
  if (failed)
    return (
      <p role="status" className={styles.failed}>
        {say('map_failed')}
      </p>
    );
  return (
    <figure ref={frame} className={styles.map}>
      <figcaption>{say('map_title')}</figcaption>
      <span
        className={styles.mapPaper}
        style={{
          aspectRatio: `${width} / ${height}`,
          maxWidth: `min(${width}px, ${Math.round((80 * width) / height)}svh)`,
        }}
      >
        {shown ? (
          <img
            src={shown}
            width={width}
            height={height}
            alt={say('map_alt', { name: place.name, address: place.lines.join(', ') })}
          />
        ) : null}
      </span>
    </figure>
  );
}

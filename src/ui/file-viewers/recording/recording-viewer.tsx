import { useRef, useState } from 'react';
import frame from '../frame.module.css';
import { NotYet } from '../frame.tsx';
import styles from './recording.module.css';

const say = {
  audio: 'Recording',
  video: 'Video',
  fault: 'Your browser cannot play this recording, or it is not there now. Download it, or try again.',
  captions: 'This recording has no captions.',
  keys: 'The space bar plays and stops it, the arrows move in it, once it has the focus.',
} as const;

/**
 * A recording with the browser's own controls. It is fetched in parts as it plays, and nothing plays by itself. `onPlayed`:
 * it was begun.
 */
export function RecordingViewer({
  url,
  name,
  type,
  onPlayed,
}: {
  url: string;
  name: string;
  type: 'audio' | 'video';
  onPlayed: () => void;
}) {
  const [isFaulty, setFaulty] = useState(false);
  const told = useRef(false);
  // it may have failed before the page could hear of it
  const look = (player: HTMLMediaElement | null): void => {
    if (player?.error) setFaulty(true);
  };
  const shown = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': `${say[type]} ${name}`,
    onError: () => setFaulty(true),
    onPlay: () => {
      if (told.current) return;
      told.current = true;
      onPlayed();
    },
  } as const;
  if (isFaulty) return <NotYet fault={{ words: say.fault, lasts: false }} onRetry={() => setFaulty(false)} />;
  return (
    <section className={frame.viewer} aria-label={say[type]}>
      <div className={styles.desk}>
        {type === 'audio' ? (
          // what is uploaded brings no captions, and below that is said
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <audio ref={look} {...shown} className={styles.audio} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video ref={look} {...shown} className={styles.video} playsInline />
        )}
      </div>
      <p className={frame.foot}>
        {say.captions} {say.keys}
      </p>
    </section>
  );
}

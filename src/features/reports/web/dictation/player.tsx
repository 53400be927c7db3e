import { useEffect, useRef } from 'react';
import styles from './dictation.module.css';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The browser's own player, at the speed that is chosen for all. */
export function Player({ label, src, speed }: { label: string; src: string; speed: number }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (!audio.current) return;
    audio.current.defaultPlaybackRate = speed;
    audio.current.playbackRate = speed;
  }, [speed]);
  return (
    // what is spoken here is what gets written beside it: there are no captions yet
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio
      ref={audio}
      className={styles.player}
      controls
      preload="metadata"
      src={src}
      aria-label={label}
      onLoadedMetadata={({ currentTarget }) => {
        // browsers record without saying how long it is: its end is looked for once
        if (Number.isFinite(currentTarget.duration)) return;
        currentTarget.addEventListener('durationchange', () => (currentTarget.currentTime = 0), { once: true });
        currentTarget.currentTime = Number.MAX_SAFE_INTEGER;
      }}
    />
  );
}

/** How fast recordings are played. */
export function SpeedChoice({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) {
  return (
    <label className={styles.speed}>
      Speed
      <select value={String(speed)} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
        {SPEEDS.map((one) => (
          <option key={one} value={String(one)}>
            {one}×
          </option>
        ))}
      </select>
    </label>
  );
}

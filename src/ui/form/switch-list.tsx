import { type ReactNode, useRef, useState } from 'react';
import type { ApiError } from '../api/client.ts';
import { Failure } from '../api/failure.tsx';
import { SwitchField } from './choice.tsx';
import styles from './switch-list.module.css';

/**
 * Choices that hold at once: what was just chosen stands over what is stored until the last of them has been answered.
 * They are sent one after the other, so that the last choice is the last to be kept; a refused one gives way to what is
 * stored. `children` stand above them.
 */
export function SwitchList<K extends string>({
  choices,
  stored,
  save,
  error,
  children,
}: {
  choices: readonly { value: K; label: string; about: string }[];
  stored: Readonly<Record<K, boolean>>;
  /** Sends the changed one, or all choices as they then stand. */
  save: (changed: K, then: Readonly<Record<K, boolean>>) => Promise<unknown>;
  error: ApiError | null;
  children?: ReactNode;
}) {
  const [chosen, setChosen] = useState<Partial<Record<K, boolean>>>({});
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const now: Record<K, boolean> = { ...stored, ...chosen };
  const choose = (name: K, value: boolean): void => {
    const then = { ...now, [name]: value };
    setChosen((before): Partial<Record<K, boolean>> => ({ ...before, [name]: value }));
    const sent = last.current.then(() => save(name, then)).catch(() => undefined);
    last.current = sent;
    void sent.finally(() => {
      if (last.current === sent) setChosen({});
    });
  };
  return (
    <div className={styles.list}>
      {children}
      <Failure error={error} what="Your choice could not be saved" />
      {choices.map(({ value, label, about }) => (
        <SwitchField
          key={value}
          path={value}
          label={label}
          help={about}
          value={now[value]}
          onChange={(on) => choose(value, on)}
        />
      ))}
    </div>
  );
}

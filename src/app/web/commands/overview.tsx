import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SwitchField } from '../../../ui/form/choice.tsx';
import { IconButton } from '../../../ui/parts/button.tsx';
import { Kbd } from '../../../ui/parts/chips.tsx';
import { useModal } from '../../../ui/parts/use-modal.ts';
import styles from './commands.module.css';
import { onMac, setSingleKeys, singleKeysOn } from './keys.ts';
import { SHORTCUTS } from './shortcuts.ts';

const HELD = ['mod', 'Alt', 'Shift'];
/** What stands between the keys of a line: nothing between those held together. */
const joint = ({ keys, or }: { keys: readonly string[]; or?: true }): string =>
  or ? 'or' : HELD.includes(keys[0] ?? '') ? '' : 'then';

/** What the keys do, and the switch for those who do not want single letters to do anything. */
export function ShortcutOverview({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [single, setSingle] = useState(singleKeysOn);
  useModal(dialog);
  useEffect(() => {
    // at its beginning, not at the switch below all keys
    dialog.current?.querySelector('h2')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles.overview}`}
      aria-labelledby="shortcuts"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.overviewHead}>
        <h2 id="shortcuts" tabIndex={-1}>
          Keyboard shortcuts
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <IconX stroke={1.75} />
        </IconButton>
      </div>
      <div className={styles.overviewBody}>
        <div className={styles.places}>
          {SHORTCUTS.map(({ where, keys }) => (
            <section key={where} aria-label={where}>
              <h3>{where}</h3>
              <dl className={styles.keys}>
                {keys.map((one) => (
                  <div key={one.keys.join(' ') + one.does}>
                    <dt>
                      {one.keys.map((key, i) => (
                        <span key={key}>
                          {i === 0 ? ' ' : <span className={styles.then}> {joint(one)} </span>}
                          <Kbd>{key === 'mod' ? (onMac() ? '⌘' : 'Ctrl') : key}</Kbd>
                        </span>
                      ))}
                    </dt>
                    <dd>{one.does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <SwitchField
          path="single_keys"
          label="Single-letter shortcuts"
          help="Turn this off if you press letters by accident, for example while you dictate."
          value={single}
          onChange={(on) => {
            setSingle(on);
            setSingleKeys(on);
          }}
        />
      </div>
    </dialog>
  );
}

import { SectionHead } from '../../../ui/parts/page-header.tsx';
import type { Health } from '../contract/health.ts';
import styles from './health.module.css';

type Setting = NonNullable<Health['settings']>[number];

/** What a setting is, without any secret. */
const valueOf = ({ value, secret, set }: Setting): string =>
  secret ? (set ? 'Set, not shown' : 'Not set') : (value ?? 'Not set');

/** Every setting as the process read it at its start. */
export function Settings({ settings }: { settings: readonly Setting[] }) {
  return (
    <section className={styles.section} aria-labelledby="settings">
      <SectionHead title="Settings as read" id="settings" />
      <p className={styles.quiet}>Environment variables, read once at the start. Values of secrets are never shown.</p>
      <dl className={styles.settings}>
        {settings.map((setting) => (
          <div key={setting.name} className={styles.setting}>
            <dt>
              <code>{setting.name}</code>
            </dt>
            <dd>
              <span className={styles.value}>{valueOf(setting)}</span>
              {setting.by_default && setting.set ? <span className={styles.quiet}> by default</span> : null}
              <p className={styles.quiet}>{setting.about}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { KINDS } from '../../core/kinds.ts';
import styles from './web.module.css';

/** Stands above the footer of every page whose path names a kind with a statement of its own, and where a provider under review is heard. */
export function ConfidentialityBanner({ path }: { path: string }) {
  const told = Object.values(KINDS).find(
    ({ confidential, slug, hears_provider }) =>
      confidential !== null && (path.includes(slug) || (hears_provider && path.startsWith('/provider-statement'))),
  );
  if (!told) return null;
  return (
    <div className={styles.confidential} role="note">
      {told.confidential}
    </div>
  );
}

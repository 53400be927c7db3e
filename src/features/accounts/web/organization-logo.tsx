import { useState } from 'react';
import styles from './entry.module.css';

/** An organization's logo; nothing where it has none or it cannot be shown: the title names it anyway. */
export function OrganizationLogo({ name, logo }: { name: string; logo: string | null }) {
  const [broken, setBroken] = useState(false);
  if (logo === null || broken) return null;
  return (
    <span className={styles.orgLogo}>
      <img src={logo} alt={`Logo of ${name}`} onError={() => setBroken(true)} />
    </span>
  );
}

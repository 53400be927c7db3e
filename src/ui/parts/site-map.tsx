import styles from './site-map.module.css';

/** A map of the way to a site, as examinees have it. */
export const SiteMap = ({ src, alt }: { src: string; alt: string }) => (
  <img className={styles.map} src={src} alt={alt} loading="lazy" />
);

import styles from './purpose-letter.module.css';

/** A letter as it reads on paper. */
export const LetterPaper = ({ text }: { text: string }) => <div className={styles.paper}>{text}</div>;

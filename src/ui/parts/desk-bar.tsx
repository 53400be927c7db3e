import type { ReactNode } from 'react';
import styles from './desk-bar.module.css';

/** The line of search and choices above a list of the console. */
export const DeskBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>;
export const DeskSearch = ({ children }: { children: ReactNode }) => <div className={styles.search}>{children}</div>;
export const DeskChoice = ({ children }: { children: ReactNode }) => <div className={styles.choice}>{children}</div>;

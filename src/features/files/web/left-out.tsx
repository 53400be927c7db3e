import { RouteLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import type { LeftOutProps } from '../../../ui/slots.tsx';
import { fileTexts } from './file-texts.ts';
import styles from './records.module.css';
import { useUploads } from './upload/use-uploads.ts';

/**
 * What was chosen for an order and is no part of it, before it is ordered without it: what the server could not take,
 * and what was not sent at all; or that there is nothing yet. Nothing where all arrived.
 */
export function LeftOut({ reviewId, failed, without, records }: LeftOutProps) {
  const sent = useUploads(reviewId, undefined);
  const moving = sent.filter(({ state }) => state === 'refused' || state === 'failed');
  const files = [
    ...failed.map(({ id, name, failure }) => ({ key: `f${id}`, name, failure })),
    ...moving.map(({ key, name, failure }) => ({ key: `u${key}`, name, failure })),
  ];
  if (files.length === 0 && (!without || sent.length > 0)) return null;
  if (files.length === 0)
    return (
      <div className={styles.leftOut}>
        <InlineNotice kind="info" title={fileTexts.orderedWithout}>
          {fileTexts.orderedWithoutHelp} <RouteLink href={records}>{fileTexts.addRecords}</RouteLink>
        </InlineNotice>
      </div>
    );
  return (
    <div className={styles.leftOut}>
      <InlineNotice kind="warn" title={fileTexts.leftOut(files.length)}>
        <ul className={styles.leftOutFiles}>
          {files.map(({ key, name, failure }) => (
            <li key={key}>
              <b>{name}</b>: {failure}
            </li>
          ))}
        </ul>
        <RouteLink href={records}>{fileTexts.leftOutRemedy(files.length)}</RouteLink>
      </InlineNotice>
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { Slot } from '../../../ui/slots.tsx';
import type { PresentedCandidate } from '../contract.ts';
import { expertName } from '../rules.ts';
import { cvWords } from './expert-cards.tsx';
import styles from './experts.module.css';

/** A presented expert's CV, read in the page; downloaded only where the organization has that. */
export function CandidateCv({ candidate, onClose }: { candidate: PresentedCandidate; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { cv } = candidate;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [candidate.id]);
  if (!cv) return null;
  const words = cvWords(cv);
  const title = `${words.replace(/^r/, 'R')} of ${expertName(candidate)}`;
  return (
    <section className={styles.cv} aria-label={title}>
      <div className={styles.cvHead}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={styles.acts}>
          {cv.download_url ? (
            <TextLink href={cv.download_url} download>
              Download
            </TextLink>
          ) : null}
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
      <div className={styles.cvPages}>
        <Slot
          name="RecordsViewer"
          key={cv.url}
          files={[{ id: 'cv', name: title, pages: cv.pages, url: cv.url }]}
          fileId="cv"
          onFileChange={() => undefined}
          marks={[]}
        />
      </div>
    </section>
  );
}

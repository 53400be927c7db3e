import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import styles from './read/read.module.css';
import { Certificates, ChoosePdf } from './signature-check.tsx';

/** Public: whether a PDF at hand is still what this installation signed. */
export function SignedPdfPage() {
  return (
    <Page width="form">
      <PageHeader
        title="Check a signed PDF"
        lead="See whether an agreement, a report or another signed PDF is unchanged, and whose signature it carries."
      />
      <div className={styles.checks}>
        <section className={styles.panel} aria-labelledby="local-check">
          <h2 id="local-check">Check your file</h2>
          <p>Choose the PDF. Its signature is checked on this device; the file is not sent anywhere.</p>
          <ChoosePdf />
        </section>
        <Certificates />
      </div>
    </Page>
  );
}

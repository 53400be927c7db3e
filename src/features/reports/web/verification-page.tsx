import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Out } from '../../../core/endpoint.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { useOptionalViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { reportEndpoints } from '../contract.ts';
import { mayBeCode } from '../rules/verification.ts';
import styles from './read/read.module.css';
import { Certificates, ChoosePdf } from './signature-check.tsx';

const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Verification = Out<typeof reportEndpoints.verification>;

/** Public: what a verification code stands for, and whether a PDF at hand is the one that was signed. */
export function ReportVerificationPage() {
  const { code = '' } = useParams({ strict: false }) as { code?: string };
  // what cannot be a code is not asked about
  const isCode = mayBeCode(code);
  const { data, error, isLoading, refetch } = useQuery({
    ...query(reportEndpoints.verification, { params: { code } }),
    enabled: isCode,
  });
  return (
    <Page width="form">
      <PageHeader
        title="Check a report"
        lead="See whether a report in your hands is the one that was signed. Nothing of its content is shown here."
      />
      <div className={styles.checks}>
        {isLoading ? (
          <SkeletonRows rows={4} columns={[20, 60]} height={28} label="Loading the report’s details" />
        ) : null}
        {!isCode || error?.status === 404 ? (
          <InlineNotice kind="bad" title="There is no report with this code." live>
            Compare it with the code at the foot of the report’s pages. Capital and small letters differ.
          </InlineNotice>
        ) : error && !data ? (
          <Failure error={error} what="The report could not be looked up." onRetry={() => void refetch()} />
        ) : null}
        {data ? <Known verification={data} code={code} /> : null}
      </div>
    </Page>
  );
}

function Known({ verification, code }: { verification: Verification; code: string }) {
  const zone = useOptionalViewer()?.time_zone ?? deviceZone();
  const now = useNow(60_000);
  const { number, version, signed_at, sha256, pages, signature, superseded } = verification;
  return (
    <>
      {superseded ? (
        <InlineNotice kind="warn" title="A newer version of this report was delivered.">
          Ask the person who gave it to you for the newest one.
        </InlineNotice>
      ) : null}
      <section className={styles.panel} aria-label="The report">
        <h2>
          {number}, version {version}
        </h2>
        <dl className={styles.facts}>
          <div className={styles.fact}>
            <dt>Signed</dt>
            <dd>{formatInstant(signed_at, { zone, now })}</dd>
          </div>
          <div className={styles.fact}>
            <dt>Pages</dt>
            <dd>{pages ?? 'Being counted'}</dd>
          </div>
          <div className={styles.fact}>
            <dt>Code</dt>
            <dd className={styles.code}>{code}</dd>
          </div>
          <div className={styles.fact}>
            <dt>SHA-256</dt>
            <dd className={styles.code}>{sha256 ?? 'The PDF is being made. Look again in a minute.'}</dd>
          </div>
          {sha256 === null ? null : (
            <div className={styles.fact}>
              <dt>Its own signature</dt>
              <dd>
                {signature === null ? (
                  'None: it was made before PDFs were signed here.'
                ) : (
                  <>
                    {signature.name}, certificate <span className={styles.code}>{signature.fingerprint}</span>
                  </>
                )}
              </dd>
            </div>
          )}
        </dl>
      </section>
      {sha256 ? <LocalCheck sha256={sha256} version={version} /> : null}
      {signature ? <Certificates /> : null}
    </>
  );
}

/** Compares a file on this device with the signed one, without sending it anywhere, and checks its own signature. */
function LocalCheck({ sha256, version }: { sha256: string; version: number }) {
  return (
    <section className={styles.panel} aria-labelledby="local-check">
      <h2 id="local-check">Check your file</h2>
      <p>
        Choose the PDF. Its fingerprint is computed on this device and compared, its own signature checked; the file is
        not sent anywhere.
      </p>
      <ChoosePdf>
        {({ name, sha256: own }) =>
          own === sha256 ? (
            <InlineNotice kind="ok" title="This is the file that was signed.">
              {name} matches version {version} byte for byte.
            </InlineNotice>
          ) : (
            <InlineNotice kind="bad" title="This file was changed, or it is not this version.">
              {name} has another fingerprint: <span className={styles.code}>{own}</span>
            </InlineNotice>
          )
        }
      </ChoosePdf>
    </section>
  );
}

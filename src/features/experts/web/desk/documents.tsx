import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { plural } from '../../../../core/phrases.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationDeskView } from '../../contract/application-desk.ts';
import type { ApplicationDocumentView, ApplicationRequestView } from '../../contract/applications.ts';
import { isOpenApplication } from '../../rules/application-states.ts';
import { useFresh } from './fresh.ts';
import styles from './desk.module.css';

/** CVs, and what was asked for with what came of it. */
export function Documents({ application }: { application: ApplicationDeskView }) {
  const { cv, requests } = application;
  const mayReplace = application.may_act && isOpenApplication(application.status);
  return (
    <section className={styles.section}>
      <SectionHead title="Documents" />
      <ul className={styles.rows}>
        <li className={styles.check}>
          <div className={styles.checkWords}>
            <span className={styles.checkHead}>CV</span>
            {cv.full ? <Pdf document={cv.full} /> : <span className={styles.quiet}>None was sent.</span>}
          </div>
        </li>
        <li className={styles.check}>
          <div className={styles.checkWords}>
            <span className={styles.checkHead}>Redacted CV</span>
            {cv.redacted ? (
              <Pdf document={cv.redacted} />
            ) : (
              <span className={styles.quiet}>
                Without names of people and places. Organizations that choose without names read it.
              </span>
            )}
          </div>
          {mayReplace ? <RedactedCv application={application} /> : null}
        </li>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

/** A PDF that opens in a tab of its own. */
export function Pdf({ document }: { document: ApplicationDocumentView }) {
  return (
    <a className={styles.files} href={document.url} target="_blank" rel="noreferrer">
      <IconFileTypePdf size={16} stroke={1.75} aria-hidden />
      {document.name}
      <span className={styles.quiet}>
        {document.pages === null ? 'opens in a new tab' : `${plural(document.pages, 'page')}, opens in a new tab`}
      </span>
    </a>
  );
}

function Request({ request }: { request: ApplicationRequestView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { answered_at, dropped_at } = request;
  return (
    <li className={styles.check}>
      <div className={styles.checkWords}>
        <span className={styles.checkHead}>{request.what}</span>
        {request.why ? <span className={styles.quiet}>{request.why}</span> : null}
        {request.answer ? <p className={styles.said}>{request.answer}</p> : null}
        {request.document ? <Pdf document={request.document} /> : null}
      </div>
      <span className={styles.quiet}>
        {answered_at
          ? `Answered ${formatInstant(answered_at, { zone, now })}`
          : dropped_at
            ? 'No longer waited for'
            : `Asked ${formatInstant(request.asked_at, { zone, now })}`}
      </span>
    </li>
  );
}

function RedactedCv({ application }: { application: ApplicationDeskView }) {
  const file = useRef<HTMLInputElement>(null);
  const fresh = useFresh();
  const save = useCommand(expertEndpoints.saveRedactedCv, { onSuccess: fresh });
  return (
    <div className={styles.form}>
      <input
        ref={file}
        type="file"
        accept="application/pdf,.pdf"
        aria-label="File of the redacted CV"
        className={styles.hidden}
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen)
            save.mutate({
              params: { applicationId: application.id },
              query: { name: chosen.name.slice(0, 200) || 'CV.pdf' },
              content: chosen,
            });
        }}
      />
      <Button icon={<IconUpload stroke={1.75} />} busy={save.isPending} onClick={() => file.current?.click()}>
        {application.cv.redacted ? 'Send another' : 'Send the redacted CV'}
      </Button>
      {save.error ? (
        <InlineNotice kind="bad" live>
          {save.error.errors[0]?.message ?? save.error.message}
        </InlineNotice>
      ) : null}
    </div>
  );
}

import { useViewer } from '../../../../ui/session/viewer.tsx';
import { type PresentedReport, withoutEmpty } from '../../rules.ts';
import { ReportDocument } from './document.tsx';

/** A report as it is read elsewhere: without a signature, its citations as words. */
export function ReportPaper({ report, title, meta }: { report: object; title: string; meta: readonly string[] }) {
  const { time_zone } = useViewer();
  return (
    <ReportDocument
      report={withoutEmpty(report as PresentedReport)}
      title={title}
      meta={meta}
      signature={null}
      zone={time_zone}
    />
  );
}

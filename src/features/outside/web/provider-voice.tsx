import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import type { ReviewSlotProps } from '../../../ui/slots.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type OutsideLinksView, outsideEndpoints, type ProviderVoiceView } from '../contract.ts';
import { LinkRows } from './link-rows.tsx';
import { ReleaseForm, StatementForm } from './provider-forms.tsx';
import styles from './links.module.css';

/** The provider under review, heard before and after: what was said, the links, and what can be done now. */
export function ProviderVoice({ kind, reviewId }: ReviewSlotProps) {
  const { side: seat } = useViewer();
  const voice = useQuery(query(outsideEndpoints.providerVoice, { kind, params: { id: reviewId } }));
  const links = useQuery({
    ...query(outsideEndpoints.list, { kind, params: { id: reviewId } }),
    enabled: seat !== 'expert',
  });
  if (!voice.data) return null;
  const own = (links.data?.data ?? []).filter((link) => link.purpose !== 'records');
  const can = links.data?.abilities;
  const acts = (can?.ask_statement.allowed ?? false) || (can?.release_findings.allowed ?? false);
  const { statement, response, own_statement } = voice.data;
  if (!statement && !response && own.length === 0 && !acts && !(own_statement && seat === 'expert')) return null;
  return (
    <section aria-labelledby="provider">
      <SectionHead id="provider" title="The provider under review" />
      <p className={styles.sub}>{standing(voice.data, links.data)}</p>
      <Said kind={kind} voice={voice.data} />
      {own.length > 0 ? (
        <div className={styles.part}>
          <LinkRows kind={kind} reviewId={reviewId} links={own} />
        </div>
      ) : null}
      {can ? <Acts kind={kind} reviewId={reviewId} can={can} /> : null}
    </section>
  );
}

/** One sentence on where hearing the provider stands, and what to do about it. */
function standing(
  { statement, response, own_statement }: ProviderVoiceView,
  links: OutsideLinksView | undefined,
): string {
  const of = (purpose: string) => links?.data.find((link) => link.purpose === purpose);
  if (response) return 'The response is kept with the report but is not part of it.';
  const asked = of('response');
  if (asked?.state === 'open') return 'Findings are released. You’ll be notified when the response arrives.';
  if (asked?.state === 'expired') return 'The link for the response expired. Renew it, or continue without a response.';
  if (links?.abilities.release_findings.allowed)
    return 'The report is delivered. You can release findings for a response; nothing is shown before you do.';
  if (statement) return 'A statement was given. The reviewer reads it with the charts.';
  const invited = of('statement');
  if (invited?.state === 'open') return 'A statement was requested. The review continues in the meantime.';
  if (invited?.state === 'expired') return 'The link for the statement expired. Renew it, or continue without one.';
  if (own_statement) return 'The order includes the provider’s own statement.';
  return links?.abilities.ask_statement.allowed
    ? 'No statement yet. A statement is optional. If you have one already, add it to the files as “Provider’s statement”.'
    : 'No statement.';
}

function Said({ kind, voice }: { kind: string; voice: ProviderVoiceView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { statement, response } = voice;
  return (
    <>
      {statement ? (
        <p className={styles.sub}>
          Statement by {statement.signature_name}, {formatInstant(statement.given_at, { zone, now })}.{' '}
          {statement.file_id === null ? (
            'It is being put with the records.'
          ) : (
            <RouteLink className={styles.read} href={`/file-link/${statement.file_id}?reviewProductType=${kind}`}>
              Read the statement
            </RouteLink>
          )}
        </p>
      ) : null}
      {response ? (
        <blockquote className={styles.response}>
          <p className={styles.text}>{response.text}</p>
          <footer className={styles.sub}>
            Response by {response.signature_name}, {formatInstant(response.given_at, { zone, now })}
          </footer>
        </blockquote>
      ) : null}
    </>
  );
}

function Acts({
  kind,
  reviewId,
  can,
}: Pick<ReviewSlotProps, 'kind' | 'reviewId'> & { can: OutsideLinksView['abilities'] }) {
  const [open, setOpen] = useState<'statement' | 'release' | null>(null);
  const close = () => setOpen(null);
  if (open === 'statement' && can.ask_statement.allowed)
    return <StatementForm kind={kind} reviewId={reviewId} onClose={close} />;
  if (open === 'release' && can.release_findings.allowed)
    return <ReleaseForm kind={kind} reviewId={reviewId} onClose={close} />;
  if (!can.ask_statement.allowed && !can.release_findings.allowed) return null;
  return (
    <div className={styles.offers}>
      {can.ask_statement.allowed ? <Button onClick={() => setOpen('statement')}>Ask for a statement</Button> : null}
      {can.release_findings.allowed ? <Button onClick={() => setOpen('release')}>Release findings</Button> : null}
    </div>
  );
}

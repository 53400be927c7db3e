import { plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Fold } from '../../../ui/parts/fold.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf, formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { disclosureEndpoints } from '../contract.ts';
import type { OfDisclosure } from './touched.ts';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import styles from './disclosure.module.css';

/** The packets that were signed, the newest first, with their index and their file. */
export function Packets({ kind, view }: OfDisclosure) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <RuledList label="Packets">
      {view.packets.map((one) => (
        <RuledRow
          key={one.version}
          title={`${one.supplements ? 'Supplement' : 'Disclosure'}, version ${one.version}`}
          status={
            <div className={styles.element}>
              <Quiet>
                Signed{one.signed_by === null ? '' : ` by ${one.signed_by}`}
                {one.left_at === null ? '' : `, who left on ${formatDateOf(one.left_at, { zone })}`},{' '}
                {formatInstant(one.signed_at, { zone, now })}
              </Quiet>
              <Quiet>
                {one.failed_at !== null
                  ? one.left_at === null
                    ? 'Its file could not be made: something it was signed from is gone. The expert can sign another.'
                    : 'Its file could not be made: something it was signed from is gone.'
                  : one.made_at === null
                    ? 'Its file is being made. This takes up to a minute.'
                    : `${plural(one.pages ?? 0, 'page')}, ${one.numbers}`}
              </Quiet>
              {one.parts.length > 0 ? (
                <Fold title="Index and fingerprint">
                  <ul className={styles.lines}>
                    {one.parts.map((part) => (
                      <li key={part.title}>
                        {part.title}: {part.numbers}
                      </li>
                    ))}
                    <li className={styles.hash}>SHA-256: {one.sha256}</li>
                    {one.certificate ? (
                      <li className={styles.hash}>
                        Its own signature: {one.certificate.name}, certificate {one.certificate.fingerprint}.{' '}
                        <TextLink href="/signed-pdf">Check a signed PDF</TextLink>
                      </li>
                    ) : (
                      <li>The file carries no signature of its own: it was made before PDFs were signed here.</li>
                    )}
                  </ul>
                </Fold>
              ) : null}
            </div>
          }
          actions={
            one.has_file && view.can.download ? (
              <TextLink
                href={urlOf(disclosureEndpoints.packet, {
                  kind,
                  params: { id: view.review_id, version: one.version },
                })}
                target="_blank"
                rel="noreferrer noopener"
                aria-label={`Open as PDF: disclosure, version ${one.version}`}
              >
                Open as PDF
              </TextLink>
            ) : undefined
          }
        />
      ))}
    </RuledList>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { disclosureEndpoints } from '../contract.ts';
import { ElementRow } from './element-row.tsx';
import { MeritSection } from './merit-section.tsx';
import { Packets } from './packets.tsx';
import { PrefixForm } from './prefix-form.tsx';
import { ReturnsSection } from './returns-section.tsx';
import { SignForm } from './sign-form.tsx';
import { type OfDisclosure, TOUCHED } from './touched.ts';
import styles from './disclosure.module.css';

/** The expert’s disclosure of a matter, certificates and affidavits beside it, and what became of the records in the end. */
export const DisclosureCard = (of: { kind: Kind; reviewId: number }) => (
  <>
    <DisclosureSection {...of} />
    <MeritSection {...of} />
    <ReturnsSection {...of} />
  </>
);

/** The expert’s disclosure: each of the six elements with what it lacks and whose move that is, the signature, and the packets made. */
function DisclosureSection({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const {
    data: view,
    error,
    refetch,
  } = useQuery({ ...query(disclosureEndpoints.read, { kind, params: { id: reviewId } }), refetchOnWindowFocus: true });
  const id = useId();
  // nobody who has not cleared the names is told of any
  if (error && !view && (error.status === 404 || error.status === 403)) return null;
  if (!view && !error) return null;
  // before an expert is engaged, and to who only looks in, there is nothing to say
  if (view && !view.open && view.packets.length === 0) return null;
  return (
    <section id="disclosure" tabIndex={-1} aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Expert disclosure" />
      {view ? (
        <Disclosure kind={kind} view={view} />
      ) : (
        <Failure error={error} what="The disclosure could not be loaded." onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Disclosure({ kind, view }: OfDisclosure) {
  const [doing, setDoing] = useState<'sign' | 'prefix' | null>(null);
  const close = () => setDoing(null);
  const ask = useCommand(disclosureEndpoints.ask, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Asked for. The expert is told.'),
  });
  const { can, packets, changes } = view;
  if (view.no_packet !== null && packets.length === 0) return <Quiet>{view.no_packet}</Quiet>;
  // one that could not be made reached nobody
  const last = packets.find(({ failed_at, left_at }) => failed_at === null && left_at === null);
  const lacking = view.elements.filter(({ ready }) => !ready).length;
  return (
    <>
      {packets.length > 0 ? <Packets kind={kind} view={view} /> : null}
      {view.no_packet === null && view.open ? (
        <>
          <Quiet>
            {lacking > 0
              ? `${6 - lacking} of the six parts that Fed. R. Civ. P. 26(a)(2)(B) asks for ${lacking === 5 ? 'is' : 'are'} ready.`
              : 'All six parts that Fed. R. Civ. P. 26(a)(2)(B) asks for are ready.'}
            {view.cover_note === null ? '' : ` ${view.cover_note}`}
          </Quiet>
          {changes && changes.length > 0 ? (
            <div>
              <Quiet>
                Since version {last?.version} something changed. A supplement under Fed. R. Civ. P. 26(e) would say:
              </Quiet>
              <ul className={styles.lines}>
                {changes.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </div>
          ) : null}
          {changes && changes.length === 0 ? <Quiet>Nothing changed since version {last?.version}.</Quiet> : null}
          <RuledList label="Parts of the disclosure">
            {view.elements.map((element) => (
              <ElementRow key={element.name} kind={kind} view={view} element={element} />
            ))}
          </RuledList>
          {doing === 'sign' ? <SignForm kind={kind} view={view} onDone={close} /> : null}
          {doing === 'prefix' ? <PrefixForm kind={kind} view={view} onDone={close} /> : null}
          <Failure error={ask.error} what="It could not be asked for." />
          {doing === null ? (
            <Acts>
              {can.sign ? (
                <Button kind="primary" onClick={() => setDoing('sign')}>
                  {last ? 'Sign a supplement' : 'Sign the disclosure'}
                </Button>
              ) : null}
              {can.ask ? (
                <Button
                  busy={ask.isPending}
                  onClick={() => ask.mutate({ kind, params: { id: view.review_id }, body: {} })}
                >
                  Ask the expert for it
                </Button>
              ) : null}
              {can.set_prefix ? (
                <Button kind="quiet" onClick={() => setDoing('prefix')}>
                  Pages are numbered {view.prefix}…
                </Button>
              ) : null}
            </Acts>
          ) : null}
        </>
      ) : null}
    </>
  );
}

import { type FormEvent, useEffect, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { ErrorSummary } from '../../../ui/form/error-summary.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { engagementEndpoints, type EngagementView } from '../contract.ts';
import {
  agreementText,
  amendmentFaults,
  type EngagementTerms,
  ROLE_CHANGE,
  roleChange,
  termChanges,
  termFaults,
} from '../rules.ts';
import { Changes, Document } from './document.tsx';
import { type Signature, UNSIGNED } from '../../../ui/form/sign-fields.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { SignAgreementFields } from './sign-fields.tsx';
import { TermsForm } from './terms-form.tsx';
import { TOUCHED } from './use-engagement.ts';
import styles from './engagements.module.css';

/** Terms to propose, with the document they make, signed as they are sent. What is written is kept on this device. */
export function ProposeAgreement({
  kind,
  engagement,
  start,
  onClose,
}: {
  kind: Kind;
  engagement: EngagementView;
  start: EngagementTerms;
  /** Where it answers the other side's: back to what they proposed. */
  onClose?: () => void;
}) {
  const { user_id } = useViewer();
  const last = engagement.versions?.[0];
  const held = engagement.versions?.find(({ status }) => status === 'signed');
  const open = last?.status === 'open' ? last : undefined;
  // what it answers is what was read when the form was opened
  const [answers] = useState(open?.version ?? null);
  const [written, write, forget] = useKept<{ terms: EngagementTerms; note: string }>(
    // what changes what both signed is kept while that holds, whatever is proposed meanwhile
    `${user_id}:agreement:${engagement.review_id}:${held ? `change-${held.version}` : `${last?.version ?? 0}:${last?.status ?? 'none'}`}`,
    { terms: start, note: '' },
  );
  // a term that came since is as it begins
  const terms = { ...start, ...written.terms };
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const [tried, setTried] = useState(false);
  // who comes here from another's proposal pressed a button that is gone
  const isReply = onClose !== undefined;
  useEffect(() => {
    if (isReply) focusPath('role');
  }, [isReply]);
  const onSuccess = () => {
    toastDone('Proposed. The other side reads it and signs, or proposes other terms.');
    forget();
    onClose?.();
  };
  const propose = useCommand(engagementEndpoints.propose, { refresh: TOUCHED, onSuccess });
  const amend = useCommand(engagementEndpoints.amend, { refresh: TOUCHED, onSuccess });
  const faultsOf = () => (held ? amendmentFaults(held.terms, terms) : termFaults(terms));
  const { error, isPending } = held ? amend : propose;
  const found = tried ? faultsOf() : [];
  const refused = (error?.errors ?? []).map(({ path, message }) => ({
    path: path.replace(/^terms\./, ''),
    message,
  }));
  const faults = found.length > 0 ? found : refused;
  const errors = Object.fromEntries(faults.map(({ path, message }) => [path, message]));
  const before = held ?? open;
  const changes = before ? termChanges(before.terms, terms) : [];
  const role = held ? roleChange(held.terms, terms) : null;
  const { text, headings } = agreementText(terms, engagement.facts);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || faultsOf().length > 0 || signature.name.trim() === '' || !signature.consents) return;
    const to = { kind, params: { id: engagement.review_id } };
    const body = { terms, note: written.note, name: signature.name, consents: true as const };
    if (held) amend.mutate({ ...to, body: { ...body, amends: held.version, answers } });
    else propose.mutate({ ...to, body: { ...body, lock_version: engagement.lock_version } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Propose terms">
      {held && answers !== (open?.version ?? null) ? (
        <InlineNotice kind="conflict">
          Another change was proposed or ended meanwhile. Go back and read it; what you wrote is kept.
        </InlineNotice>
      ) : null}
      <ErrorSummary errors={faults} />
      <TermsForm terms={terms} errors={errors} onChange={(next) => write({ ...written, terms: next })} />
      <TextArea
        path="note"
        label="A word to the other side"
        help="It goes with the proposal and is no part of the agreement."
        rows={2}
        max={2000}
        counted={false}
        value={written.note}
        onChange={(note) => write({ terms, note })}
      />
      {changes.length > 0 ? <Changes of={changes} /> : null}
      <Fold title="Read the agreement these terms make">
        <Document text={text} headings={headings} />
      </Fold>
      <div className={styles.sign}>
        {role ? <InlineNotice kind="warn">{ROLE_CHANGE[role]}</InlineNotice> : null}
        <SignAgreementFields
          value={signature}
          own={engagement.own_name}
          errors={errors}
          tried={tried}
          onChange={setSignature}
        />
        <InlineEnds
          error={error}
          placed
          what="It could not be proposed."
          busy={isPending}
          primary
          leave={held ? 'Back to the agreement' : 'Back to what was proposed'}
          onLeave={onClose}
        >
          Sign and propose
        </InlineEnds>
      </div>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type AgreementVersionView, engagementEndpoints, type EngagementView } from '../contract.ts';
import { ROLE_CHANGE, roleChange } from '../rules.ts';
import { type Signature, UNSIGNED } from '../../../ui/form/sign-fields.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { SignAgreementFields } from './sign-fields.tsx';
import { TOUCHED } from './use-engagement.ts';
import styles from './engagements.module.css';

/** Signs what the other side proposed, or goes to other terms. */
export function SignAgreement({
  kind,
  engagement,
  version,
  onOther,
}: {
  kind: Kind;
  engagement: EngagementView;
  version: AgreementVersionView;
  onOther: () => void;
}) {
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const [tried, setTried] = useState(false);
  const isChange = version.amends !== null;
  const role = engagement.facts.replaces ? roleChange(engagement.facts.replaces, version.terms) : null;
  const sign = useCommand(isChange ? engagementEndpoints.signAmendment : engagementEndpoints.sign, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Signed. Both sides have been notified.'),
  });
  const errors = Object.fromEntries((sign.error?.errors ?? []).map(({ path, message }) => [path, message]));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sign.isPending || signature.name.trim() === '' || !signature.consents) return;
    sign.mutate({
      kind,
      params: { id: engagement.review_id },
      body: { version: version.version, sha256: version.sha256, name: signature.name, consents: true },
    });
  };
  return (
    <form
      className={styles.sign}
      onSubmit={send}
      noValidate
      aria-label={isChange ? 'Sign the change' : 'Sign the agreement'}
    >
      {isChange && role ? <InlineNotice kind="warn">{ROLE_CHANGE[role]}</InlineNotice> : null}
      <SignAgreementFields
        value={signature}
        own={engagement.own_name}
        errors={errors}
        tried={tried}
        onChange={setSignature}
      />
      <InlineEnds
        error={sign.error}
        placed={errors['name'] !== undefined}
        what="It could not be signed."
        busy={sign.isPending}
        primary
        also={
          engagement.can.propose || engagement.can.amend ? <Button onClick={onOther}>Propose other terms</Button> : null
        }
      >
        {isChange ? 'Sign the change' : 'Sign the agreement'}
      </InlineEnds>
    </form>
  );
}

import { SignFields, type Signature } from '../../../ui/form/sign-fields.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';

/** How an agreement is signed. `own`: the name of the account, which is the one that is typed. */
export function SignAgreementFields(asked: {
  value: Signature;
  own: string;
  errors: Readonly<Record<string, string>>;
  /** Whether it was sent once: what is missing is said only then. */
  tried: boolean;
  onChange: (value: Signature) => void;
}) {
  return (
    <>
      <SignFields
        {...asked}
        consent="I sign this agreement electronically, and agree to keep its records electronically"
        help="Typing your name has the effect of a signature by hand. You can ask for paper, or take this consent back for what is still to be signed, by writing to the other side."
      />
      <Quiet>
        Your name, the time, your address on the network and the fingerprint of this document are kept with it.
      </Quiet>
    </>
  );
}

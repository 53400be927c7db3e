import { useQuery } from '@tanstack/react-query';
import { IconFileSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type SignatureFound, signaturesOf } from '../../../core/pdf-signature.ts';
import { urlOf } from '../../../core/url-of.ts';
import { query } from '../../../ui/api/hooks.ts';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { certificateEndpoints } from '../contract/certificates.ts';
import { sha256Of } from './local-check.ts';
import { signatureWords, validity, type Whose } from './signature-words.ts';
import styles from './read/read.module.css';

/** What was found in a file on this device. */
export interface LookedInto {
  name: string;
  sha256: string;
  signatures: readonly SignatureFound[];
}

type Result = { name: string; state: 'reading' | 'failed' } | { name: string; state: 'done'; found: LookedInto };

/** A PDF is chosen and looked into on this device; nothing is sent. `children` says what else is told of it. */
export function ChoosePdf({ children }: { children?: (found: LookedInto) => ReactNode }) {
  const [result, setResult] = useState<Result | null>(null);
  const check = async (file: File) => {
    const name = file.name;
    setResult({ name, state: 'reading' });
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const found = { name, sha256: await sha256Of(file), signatures: await signaturesOf(bytes) };
      setResult({ name, state: 'done', found });
    } catch {
      setResult({ name, state: 'failed' });
    }
  };
  return (
    <>
      <label className={styles.file}>
        <IconFileSearch size={18} stroke={1.75} aria-hidden />
        Choose the PDF
        <input
          type="file"
          accept="application/pdf,.pdf"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void check(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <div aria-live="polite" className={styles.result}>
        {result?.state === 'reading' ? <p>Reading {result.name}</p> : null}
        {result?.state === 'failed' ? (
          <InlineError title={`${result.name} could not be read.`}>Choose it again, from this device.</InlineError>
        ) : null}
        {result?.state === 'done' ? (
          <>
            {children?.(result.found)}
            <SignaturesSay {...result.found} />
          </>
        ) : null}
      </div>
    </>
  );
}

/** Every signature of a file, in the order they were made in. */
function SignaturesSay({ name, signatures }: LookedInto) {
  const { data, isError } = useQuery(query(certificateEndpoints.list, {}));
  const [only, ...more] = signatures;
  if (!only)
    return (
      <InlineNotice title="It carries no signature of its own.">
        {name} was made before PDFs were signed here, or elsewhere.
      </InlineNotice>
    );
  if (!data && !isError) return null;
  const ours = isError ? null : new Set(data?.certificates.map(({ fingerprint }) => fingerprint));
  const whose = ({ by }: SignatureFound): Whose =>
    by === null || ours === null ? 'unknown' : ours.has(by.fingerprint) ? 'ours' : 'other';
  if (more.length === 0) return <SignatureSays file={name} signature={only} whose={whose(only)} />;
  return (
    <>
      <p>
        {name} carries {signatures.length} signatures, in this order:
      </p>
      <ol className={styles.certificates}>
        {signatures.map((signature, at) => (
          <li key={at}>
            <SignatureSays
              file={name}
              signature={signature}
              whose={whose(signature)}
              place={`${at + 1} of ${signatures.length}`}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function SignatureSays({
  file,
  signature,
  whose,
  place,
}: {
  file: string;
  signature: SignatureFound;
  whose: Whose;
  /** "1 of 2", where there are several. */
  place?: string;
}) {
  const said = signatureWords(signature, whose, file);
  const { by } = signature;
  return (
    <InlineNotice kind={said.kind} title={place === undefined ? said.title : `${place}. ${said.title}`}>
      {said.text}
      {by ? (
        <>
          {' '}
          By {by.name}, {validity(by, new Date())}: <span className={styles.code}>{by.fingerprint}</span>
        </>
      ) : null}
    </InlineNotice>
  );
}

/** The certificates PDFs are signed by, each as a file to be trusted in other programs. */
export function Certificates() {
  const { data } = useQuery(query(certificateEndpoints.list, {}));
  if (!data || data.certificates.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="certificates">
      <h2 id="certificates">Certificates of this installation</h2>
      <p>Add one to what your PDF program trusts, and it says by itself that a signature is valid.</p>
      <ul className={styles.certificates}>
        {data.certificates.map(({ fingerprint, name }) => (
          <li key={fingerprint}>
            <TextLink href={urlOf(certificateEndpoints.file, { params: { fingerprint } })} download>
              {name}
            </TextLink>
            <div className={styles.code}>{fingerprint}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { IconFileSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type SignatureFound, signatureOf } from '../../../core/pdf-signature.ts';
import { urlOf } from '../../../core/url-of.ts';
import { query } from '../../../ui/api/hooks.ts';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { certificateEndpoints } from '../contract/certificates.ts';
import { sha256Of } from './local-check.ts';
import styles from './read/read.module.css';

/** What was found in a file on this device. */
export interface LookedInto {
  name: string;
  sha256: string;
  signature: SignatureFound;
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
      const found = { name, sha256: await sha256Of(file), signature: await signatureOf(bytes) };
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
            <SignatureSays {...result.found} />
          </>
        ) : null}
      </div>
    </>
  );
}

function SignatureSays({ name, signature }: LookedInto) {
  const { data, isError } = useQuery(query(certificateEndpoints.list, {}));
  switch (signature.state) {
    case 'none':
      return (
        <InlineNotice title="It carries no signature of its own.">
          {name} was made before PDFs were signed here, or elsewhere.
        </InlineNotice>
      );
    case 'unreadable':
      return (
        <InlineNotice kind="warn" title="Its signature cannot be read here.">
          Open {name} in a program that checks signatures.
        </InlineNotice>
      );
    case 'changed':
      return (
        <InlineNotice kind="bad" title="It was changed after it was signed.">
          Its signature is not of what {name} holds now.
        </InlineNotice>
      );
    case 'added':
      return (
        <InlineNotice kind="bad" title="Something was added after it was signed.">
          What was signed still stands in {name}, by {signature.name}; what was put behind it may show something else.
        </InlineNotice>
      );
    case 'valid': {
      if (!data && !isError) return null;
      const isOurs = data?.certificates.some(({ fingerprint }) => fingerprint === signature.fingerprint) ?? false;
      return (
        <InlineNotice
          kind={isOurs ? 'ok' : 'warn'}
          title={
            isOurs
              ? 'Its signature is valid, and this installation’s.'
              : isError
                ? 'Its signature is valid. Whose it is could not be looked up.'
                : 'Its signature is valid, and not this installation’s.'
          }
        >
          {isOurs ? 'Nothing was changed since. ' : ''}
          By {signature.name}, certificate <span className={styles.code}>{signature.fingerprint}</span>
        </InlineNotice>
      );
    }
  }
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

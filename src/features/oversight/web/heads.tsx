import { type FormEvent, useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { Refused } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { oversightEndpoints } from '../contract.ts';
import { headIn } from '../rules.ts';
import styles from './oversight.module.css';

/** Heads of the chain: saving where it ends now, and looking for one from earlier. */
export function Heads() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const [none, setNone] = useState(false);
  const check = useCommand(oversightEndpoints.checkHead);
  const save = useCommand(oversightEndpoints.head, {
    onSuccess: ({ head }) => {
      setNone(head === null);
      if (head) saveFile(`audit-head-${head.seal_id}.json`, JSON.stringify(head, null, 2));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const head = headIn(text);
    setWrong(head === null ? 'Paste a head as it was saved: its seal and its code.' : undefined);
    if (head) check.mutate({ body: head });
  };
  const found = check.data;
  return (
    <section className={styles.section}>
      <SectionHead title="Heads kept outside" />
      <p className={styles.quiet}>
        A head says where the log ended. Kept elsewhere, it later shows without any key that the end was not cut off and
        nothing was made anew.
      </p>
      <div className={styles.acts}>
        <Button busy={save.isPending} onClick={() => save.mutate({})}>
          Save the head
        </Button>
        <Refused error={save.error} />
        {none ? <p className={styles.quiet}>Nothing was sealed yet.</p> : null}
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextArea
          path="head"
          label="A head from earlier"
          rows={5}
          max={1_000}
          value={text}
          error={wrong}
          onChange={setText}
        />
        {found && !check.isPending ? (
          <InlineNotice
            kind={found.present && found.linked ? 'ok' : 'bad'}
            title={
              found.present ? 'The head is in the log.' : 'The head is not in the log: it was cut off or made anew.'
            }
          >
            {found.present ? `${plural(found.seals_since, 'seal')} came after it. ` : ''}
            {found.linked ? 'Every seal follows the one before it.' : 'A seal was removed, put in or moved.'}
          </InlineNotice>
        ) : null}
        <div className={styles.acts}>
          <Button type="submit" busy={check.isPending}>
            Check the head
          </Button>
          <Refused error={check.error} />
        </div>
      </form>
    </section>
  );
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // the browser reads it after the press
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

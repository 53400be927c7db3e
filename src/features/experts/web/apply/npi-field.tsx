import { useQuery } from '@tanstack/react-query';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import type { FieldProps } from '../../../../ui/form/field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { NpiCheckView } from '../../contract/applications.ts';
import { npiFault } from '../../rules/application.ts';
import styles from './apply.module.css';

/** The provider number, with what the national registry says of it where this installation asks it. */
export function NpiField({
  value,
  onChange,
  ...field
}: FieldProps & { value: string; onChange: (value: string) => void }) {
  const application = useQuery(query(expertEndpoints.application, {}));
  const check = useCommand(expertEndpoints.checkNpi);
  const npi = value.trim();
  const isNumber = npiFault(npi) === null;
  const last = check.data ?? application.data?.npi_check ?? null;
  const answer = last?.npi === npi ? last : null;
  return (
    <div className={styles.npi}>
      <TextField
        {...field}
        error={field.error ?? (npi.length >= 10 && !isNumber ? npiFault(npi) : null)}
        inputMode="numeric"
        maxLength={10}
        value={value}
        onChange={onChange}
      />
      {isNumber && answer === null ? (
        <div>
          <Button busy={check.isPending} onClick={() => check.mutate({ body: { npi } })}>
            Look it up
          </Button>
        </div>
      ) : null}
      {check.isError ? (
        <InlineNotice kind="bad" live>
          {check.error.code === 'throttled'
            ? 'That was looked up as often as one hour allows. Continue; we’ll check it later.'
            : 'It could not be looked up. Continue; we’ll check it later.'}
        </InlineNotice>
      ) : null}
      {isNumber && answer ? <Answer answer={answer} /> : null}
    </div>
  );
}

function Answer({ answer }: { answer: NpiCheckView }) {
  switch (answer.outcome) {
    case 'found':
      return (
        <InlineNotice kind={answer.active ? 'ok' : 'warn'}>
          The registry has {[answer.name, answer.credential].filter(Boolean).join(', ')} under this number
          {answer.fields && answer.fields.length > 0 ? `: ${answer.fields.join(', ')}` : ''}.
          {answer.active ? '' : ' It is not active there.'}
        </InlineNotice>
      );
    case 'not_found':
      return (
        <InlineNotice kind="warn">
          The registry does not know this number. Compare it with your NPI letter.
        </InlineNotice>
      );
    case 'unavailable':
      return <InlineNotice>The registry is not answering right now. Continue; we’ll check it later.</InlineNotice>;
    case 'not_asked':
      return (
        <InlineNotice>
          The number is well formed. We compare it with the registry when we read your application.
        </InlineNotice>
      );
  }
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKey, useCommand } from '../../../../ui/api/hooks.ts';
import { Refused } from '../../../../ui/api/failure.tsx';
import { ErrorSummary, errorAt } from '../../../../ui/form/error-summary.tsx';
import { FormStack } from '../../../../ui/form/form-layout.tsx';
import { RepeatableRows } from '../../../../ui/form/repeatable-rows.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationRow } from '../../contract/application-desk.ts';
import { type DeskAction, DESK_STATES, moveFor } from '../../rules/application-states.ts';
import styles from './desk.module.css';

type Moved = Pick<ApplicationRow, 'id' | 'name' | 'number' | 'status' | 'lock_version' | 'acts'>;

const CONSEQUENCES: Partial<Record<DeskAction, string>> = {
  approve:
    'The applicant becomes an expert at once and can be invited. The credentials that passed go into the directory.',
  reject: 'The applicant is told with your message and may apply again half a year from now.',
  waitlist: 'The application rests until somebody takes it up again. The applicant is told.',
  go_on_without: 'What was not answered is no longer waited for. The application goes back to where it was.',
  interview:
    'Say when and how. The applicant reads it on the application’s page; the e-mail only says that there is something to read.',
  request_documents: 'The applicant reads each request on the application’s page and answers there.',
};

/** Moves an application, at once where nothing has to be said; keeps the pages that show it fresh. */
export function useMove() {
  const client = useQueryClient();
  return useCommand(expertEndpoints.moveApplication, {
    refresh: [expertEndpoints.applications],
    onSuccess: (fresh) => {
      client.setQueryData(queryKey(expertEndpoints.applicationAtDesk, { params: { applicationId: fresh.id } }), fresh);
      toastDone(`${fresh.number} is now: ${DESK_STATES[fresh.status].label}.`);
    },
    onError: (error) => {
      if (error.status === 409)
        void client.invalidateQueries({ queryKey: queryKey(expertEndpoints.applicationAtDesk) });
    },
  });
}

let rows = 0;
const newRow = () => ({ id: `request${(rows += 1)}`, what: '', why: '' });

/** The words a move needs, and what it brings about. */
export function MoveDialog({
  application,
  action,
  onClose,
}: {
  application: Moved;
  action: DeskAction;
  onClose: () => void;
}) {
  const move = moveFor(application.status, action);
  const [reason, setReason] = useState('');
  const [message, setMessage] = useState('');
  const [requests, setRequests] = useState(() => [newRow()]);
  const command = useMove();
  const errors = command.error?.errors ?? [];
  if (!move) return null;
  const send = () =>
    command.mutate(
      {
        params: { applicationId: application.id },
        body: {
          action,
          lock_version: application.lock_version,
          ...(move.reason ? { reason } : {}),
          ...(move.message ? { message } : {}),
          ...(action === 'request_documents' ? { requests: requests.map(({ what, why }) => ({ what, why })) } : {}),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={`${move.label}: ${application.name}`} onClose={onClose}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p className={styles.quiet}>{CONSEQUENCES[action]}</p>
        {errors.length > 0 ? <ErrorSummary errors={errors} /> : null}
        {errors.length === 0 ? <Refused error={command.error} /> : null}
        <FormStack>
          {action === 'request_documents' ? (
            <RepeatableRows
              path="requests"
              label="What is needed"
              rows={requests}
              onChange={setRequests}
              newRow={newRow}
              max={20}
              min={1}
              ordered={false}
              addLabel="Add another"
              rowName="request"
              error={errorAt(errors, 'requests')}
            >
              {(row, at, update) => (
                <div className={styles.request}>
                  <TextField
                    path={`requests.${at}.what`}
                    label="What"
                    required
                    maxLength={200}
                    placeholder="NPDB self-query as a PDF"
                    value={row.what}
                    onChange={(what) => update({ ...row, what })}
                    error={errorAt(errors, `requests.${at}.what`)}
                  />
                  <TextField
                    path={`requests.${at}.why`}
                    label="Why, or how to get it"
                    optional
                    maxLength={1000}
                    value={row.why}
                    onChange={(why) => update({ ...row, why })}
                  />
                </div>
              )}
            </RepeatableRows>
          ) : null}
          {move.message ? (
            <TextArea
              path="message"
              label="To the applicant"
              note="Stands on the application’s page."
              {...(move.message === 'required' ? { required: true } : { optional: true })}
              max={4000}
              rows={3}
              value={message}
              onChange={setMessage}
              error={errorAt(errors, 'message')}
            />
          ) : null}
          {move.reason ? (
            <TextArea
              path="reason"
              label="Reason, for the file"
              note="Only Peritus reads it."
              required={move.reason === 'required'}
              max={2000}
              rows={2}
              value={reason}
              onChange={setReason}
              error={errorAt(errors, 'reason')}
            />
          ) : null}
        </FormStack>
        <div className={styles.buttons}>
          <Button kind="quiet" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" kind={action === 'reject' ? 'danger' : 'primary'} busy={command.isPending}>
            {move.label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

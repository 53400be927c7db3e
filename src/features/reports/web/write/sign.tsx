import { plural } from '../../../../core/phrases.ts';
import { IconCircleCheck, IconLock, IconSignature } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../../../ui/api/client.ts';
import { query, queryKey } from '../../../../ui/api/hooks.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { Button, TextButton } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Slot } from '../../../../ui/slots.tsx';
import { formatTime } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { securityEndpoints } from '../../../accounts/contract/security.ts';
import { reportEndpoints, type ReportView } from '../../contract.ts';
import type { RequiredLeft } from '../../rules.ts';
import styles from './write.module.css';

/** What stands between the expert and signing; each line goes there. */
export function LeftToAnswer({
  left,
  titles,
  onGo,
}: {
  left: readonly RequiredLeft[];
  titles: ReadonlyMap<string, string>;
  onGo: (item: RequiredLeft) => void;
}) {
  if (left.length === 0)
    return (
      <p className={styles.complete}>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden /> Everything required is answered.
      </p>
    );
  return (
    <section className={styles.left} aria-labelledby="left-to-answer">
      <h3 id="left-to-answer">{plural(left.length, 'thing')} left before signing</h3>
      <ul>
        {left.map((item, at) => (
          // One question may lack several things; the list is drawn anew with every answer.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${item.section}.${item.key}.${at}`}>
            <TextButton onClick={() => onGo(item)}>{item.label}</TextButton>
            <span className={styles.leftWhat}>
              {titles.get(item.section)}: {item.message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the address of the page one comes back to from signing in again. */
const SIGNING = 'sign';
export const comesToSign = (): boolean => new URLSearchParams(location.search).has(SIGNING);

/** The signature: the expert's, after showing again who they are. Others see whose it is. */
export function SignPanel({
  view,
  complete,
  expertName,
  flush,
}: {
  view: ReportView;
  complete: boolean;
  expertName: string;
  /** Sends everything unsent; answers whether it arrived. */
  flush: () => Promise<boolean>;
}) {
  const [asking, setAsking] = useState(() => complete && view.can.sign && comesToSign());
  const [unsent, setUnsent] = useState(false);
  useEffect(() => {
    // opened once: the address is the report's again
    if (comesToSign()) history.replaceState(history.state, '', location.pathname);
  }, []);
  if (!view.can.sign)
    return (
      <InlineNotice icon={<IconLock size={16} stroke={1.75} aria-hidden />}>
        Only {expertName} can sign. You can prepare the draft.
      </InlineNotice>
    );
  const ask = async () => {
    const sent = await flush();
    setUnsent(!sent);
    setAsking(sent);
  };
  return (
    <div className={styles.sign}>
      {unsent ? (
        <InlineNotice kind="warn" title="Not everything is saved yet." live>
          Your words are kept on this device. Sign once the line at the top says that they are saved.
        </InlineNotice>
      ) : null}
      <Button
        kind={complete ? 'primary' : 'default'}
        size="lg"
        icon={<IconSignature size={18} stroke={1.75} aria-hidden />}
        disabled={!complete}
        onClick={() => void ask()}
      >
        Sign the report
      </Button>
      <p className={styles.help}>
        {complete
          ? `You confirm once more that it is you. Your signature freezes this version; ${view.team_checked ? 'Peritus checks it for completeness, then it is delivered.' : 'it is delivered once it is complete.'}`
          : 'The button opens once everything required is answered.'}
      </p>
      {asking ? <SignDialog view={view} expertName={expertName} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

/**
 * Asks for the signature and how the signer shows that it is them: by the password; or, come by their organization's
 * sign-in service, by having signed in there again a short while ago.
 */
function SignDialog({ view, expertName, onClose }: { view: ReportView; expertName: string; onClose: () => void }) {
  const { time_zone } = useViewer();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const now = useNow(5000);
  const known = useQuery({ ...query(securityEndpoints.security, {}), refetchOnMount: 'always' });
  const { signed_in_by: service = null, recent_until = null, has_password = true } = known.data ?? {};
  const recent = service !== null && recent_until !== null && Date.parse(recent_until) > now;
  const sign = async () => {
    const input = { kind: view.kind, params: { id: view.review_id } };
    try {
      const signed = await call(reportEndpoints.sign, {
        ...input,
        asksItself: true,
        body: { ...(recent ? {} : { password }), time_zone, lock_version: view.lock_version },
      });
      onClose();
      client.setQueryData(query(reportEndpoints.read, input).queryKey, signed);
      await client.invalidateQueries({ predicate: ({ queryKey: [id] }) => String(id).startsWith('reviews.') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'reauthentication_required')
        await client.invalidateQueries({ queryKey: queryKey(securityEndpoints.security) });
      else if (error.status === 409) await client.invalidateQueries({ queryKey: queryKey(reportEndpoints.read) });
      throw new Error(error.errors[0]?.message ?? error.message, { cause: error });
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Sign version ${view.report?.version ?? 1} of this report?`}
      confirmLabel="Sign it"
      cancelLabel="Keep writing"
      danger={false}
      disabled={!recent && password === ''}
      onConfirm={sign}
    >
      <p>
        You sign as {expertName}. What you sign is frozen and cannot be changed; a correction becomes a new version.
        {view.team_checked
          ? ' Peritus checks it next, usually the same day.'
          : ' It is delivered next, as soon as it is complete.'}
      </p>
      {view.certification === null ? null : (
        <p>By signing you declare what is printed above your name: “{view.certification}”</p>
      )}
      {known.isPending ? (
        <SkeletonRows rows={1} columns={[60]} label="Asking how you sign in" />
      ) : (
        <div className={styles.password}>
          {recent ? (
            <InlineNotice kind="ok">
              You signed in with {service} a short while ago. That stands for a password until{' '}
              {formatTime(recent_until, { zone: time_zone })}.
            </InlineNotice>
          ) : (
            <>
              {known.isError ? (
                <Failure
                  error={known.error}
                  what="How you sign in could not be loaded."
                  onRetry={() => void known.refetch()}
                />
              ) : null}
              {has_password ? (
                <TextField
                  path="password"
                  type="password"
                  label="Your password"
                  value={password}
                  onChange={setPassword}
                  autoComplete="current-password"
                  required
                />
              ) : (
                <p>
                  You have no password here. Sign in again with your organization; it brings you back to this signature.
                </p>
              )}
              {service === null ? null : <Slot name="SignInAgain" target={`${location.pathname}?${SIGNING}`} />}
            </>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

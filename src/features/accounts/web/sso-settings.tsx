import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SwitchField } from '../../../ui/form/choice.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { type SsoSettings, ssoEndpoints } from '../contract/sso.ts';
import { SSO_DOMAIN_GRANTERS } from '../rules.ts';
import styles from './sso-settings.module.css';

const { ssoSettings, saveSsoSettings, removeSsoSettings } = ssoEndpoints;

const PROFILES = [
  { value: 'ClaimConsultant', label: 'Claim consultants' },
  { value: 'ReviewManager', label: 'Review managers' },
  { value: 'Attendee', label: 'Attendees' },
];

/** An organization's sign-in service: what it must know of us, and what we must know of it. Its secret is only ever written. */
export function SsoSettingsSection({ id }: { id: number }) {
  const read = useQuery(query(ssoSettings, { params: { id } }));
  return (
    <section aria-labelledby="sso-settings" className={styles.section}>
      <SectionHead
        title="Single sign-on"
        note="People sign in with your own service, by OpenID Connect."
        id="sso-settings"
      />
      {read.isPending ? <SkeletonRows rows={4} columns={[50]} height={48} label="Loading single sign-on" /> : null}
      <Failure error={read.error} what="Single sign-on could not be loaded." onRetry={() => void read.refetch()} />
      {read.data ? <Form id={id} view={read.data} /> : null}
    </section>
  );
}

interface Draft {
  issuer: string;
  client_id: string;
  secret: string;
  domains: string;
  profile: string | null;
  enabled: boolean;
  required: boolean;
}

const draftOf = ({ settings }: SsoSettings): Draft => ({
  issuer: settings?.issuer ?? '',
  client_id: settings?.client_id ?? '',
  secret: '',
  domains: (settings?.email_domains ?? []).join('\n'),
  profile: settings?.is_review_manager ? 'ReviewManager' : (settings?.default_profile_type ?? null),
  enabled: settings?.enabled ?? false,
  required: settings?.required ?? false,
});

function Form({ id, view }: { id: number; view: SsoSettings }) {
  const { kind } = useViewer();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(view));
  const [asking, setAsking] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const key = query(ssoSettings, { params: { id } }).queryKey;
  const save = useCommand(saveSsoSettings, {
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      setDraft(draftOf(saved));
      setIsStale(false);
      toastDone('Single sign-on is saved.');
    },
    onError: (error) => {
      if (!takeOver(error) && error.errors[0]) focusPath(error.errors[0].path);
    },
  });
  const remove = useCommand(removeSsoSettings, {
    onError: (error) => {
      if (takeOver(error)) setAsking(false);
    },
  });
  /** What somebody else saved meanwhile holds; what was written here stays, to be looked at. */
  function takeOver({ code, problem }: ApiError): boolean {
    if (code !== 'stale') return false;
    client.setQueryData(key, problem?.current as SsoSettings);
    setIsStale(true);
    return true;
  }
  const fault = (path: string): string | null =>
    save.error?.errors.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.message ?? null;
  return (
    <>
      <Facts
        labelWidth={150}
        items={[
          { label: 'Redirect address', value: <code>{view.redirect_uri}</code> },
          { label: 'Address after sign-out', value: <code>{view.post_logout_redirect_uri}</code> },
        ]}
      />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (save.isPending) return;
          save.mutate({
            params: { id },
            body: {
              updated_at: view.settings?.updated_at ?? null,
              issuer: draft.issuer,
              client_id: draft.client_id,
              ...(draft.secret === '' ? {} : { client_secret: draft.secret }),
              email_domains: draft.domains
                .split(/[\s,;]+/)
                .map((one) => one.trim())
                .filter(Boolean),
              default_profile_type:
                draft.profile === 'Attendee' ? 'Attendee' : draft.profile === null ? null : 'ClaimConsultant',
              is_review_manager: draft.profile === 'ReviewManager',
              enabled: draft.enabled,
              required: draft.required,
            },
          });
        }}
      >
        <TextField
          path="issuer"
          label="Address of the sign-in service"
          help="Its issuer, as https://login.example.com."
          type="url"
          maxLength={500}
          error={fault('issuer')}
          value={draft.issuer}
          onChange={(issuer) => set({ issuer })}
        />
        <TextField
          path="client_id"
          label="Client ID"
          maxLength={300}
          error={fault('client_id')}
          value={draft.client_id}
          onChange={(client_id) => set({ client_id })}
        />
        <TextField
          path="client_secret"
          label="Client secret"
          help={
            view.settings?.has_client_secret
              ? 'There is one. It is never shown; write a new one to replace it.'
              : undefined
          }
          type="password"
          autoComplete="off"
          maxLength={2000}
          error={fault('client_secret')}
          value={draft.secret}
          onChange={(secret) => set({ secret })}
        />
        <TextArea
          path="email_domains"
          label="E-mail domains"
          help={
            SSO_DOMAIN_GRANTERS.has(kind)
              ? 'Whose addresses sign in there, one on each line. Add one only after you looked whether it is theirs.'
              : 'Whose addresses sign in there, one on each line. Write to us to add one: we look first whether it is yours.'
          }
          error={fault('email_domains')}
          value={draft.domains}
          onChange={(domains) => set({ domains })}
        />
        <SelectField
          path="default_profile_type"
          label="People who come for the first time become"
          clearable
          placeholder="Nobody is added"
          error={fault('default_profile_type') ?? fault('is_review_manager')}
          value={draft.profile}
          options={PROFILES}
          onChange={(profile) => set({ profile })}
        />
        <SwitchField
          path="enabled"
          label="Single sign-on is on"
          help="The service is asked whether it answers before this is saved."
          error={fault('enabled')}
          value={draft.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        <SwitchField
          path="required"
          label="Nobody signs in any other way"
          help="Sessions that began with a password end when this is saved."
          error={fault('required')}
          value={draft.required}
          onChange={(required) => set({ required })}
        />
        {isStale ? (
          <InlineNotice
            kind="conflict"
            title="Someone else changed single sign-on meanwhile."
            live
            actions={[
              {
                label: 'Show what they saved',
                onAct: () => {
                  setDraft(draftOf(view));
                  setIsStale(false);
                  save.reset();
                },
              },
            ]}
          >
            What you wrote is still here and nothing of it was saved. Save again to put it in place of theirs.
          </InlineNotice>
        ) : null}
        {save.error && save.error.code !== 'stale' && save.error.errors.length === 0 ? (
          <InlineError title="Nothing was saved.">{save.error.message}</InlineError>
        ) : null}
        <div className={styles.acts}>
          <Button type="submit" busy={save.isPending}>
            Save single sign-on
          </Button>
          {view.settings ? (
            <Button kind="quiet" onClick={() => setAsking(true)}>
              Take it away
            </Button>
          ) : null}
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Take single sign-on away?"
        confirmLabel="Take it away"
        cancelLabel="Keep it"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id }, query: { updated_at: view.settings?.updated_at ?? '' } });
          setAsking(false);
          const gone = { ...view, settings: null };
          client.setQueryData(key, gone);
          setDraft(draftOf(gone));
          setIsStale(false);
          toastDone('Single sign-on is taken away.');
        }}
      >
        People keep their accounts and sign in with a password, or choose one with “Forgot password”.
      </ConfirmDialog>
    </>
  );
}

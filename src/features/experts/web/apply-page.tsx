import { readSpecialties } from '../contract/specialties.ts';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isExpert, isApplicant } from '../../../core/actor.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import type { AutosaveState } from '../../../ui/form/autosave.ts';
import { SaveState } from '../../../ui/form/save-state.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { ActionBar } from '../../../ui/parts/page-header.tsx';
import { useOptionalViewer, useViewer } from '../../../ui/session/viewer.tsx';
import { Page, WizardGrid } from '../../../ui/shell/layouts.tsx';
import { WizardSteps } from '../../../ui/shell/wizard-steps.tsx';
import { dayOf } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { expertEndpoints } from '../contract.ts';
import type { ApplicationView } from '../contract/applications.ts';
import { APPLICATION, type Part, PARTS } from '../rules/application-fields.ts';
import { PartForm } from './apply/part-form.tsx';
import { Status } from './apply/status.tsx';
import styles from './apply/apply.module.css';

/** Applying as an expert: what it takes for who is not signed in, the application or where it stands for who applies. */
export function ApplyPage() {
  const viewer = useOptionalViewer();
  if (!viewer) return <Introduction />;
  if (isApplicant(viewer.kind)) return <Application />;
  return <OtherRole expert={isExpert(viewer.kind)} />;
}

function Introduction() {
  return (
    <div className={styles.intro}>
      <h1 tabIndex={-1}>Review as a medical expert</h1>
      <p>
        You choose which matters you take, say when you have time, and are paid for every call and report. The
        application has five parts and takes about 20 minutes. It is kept as you write, so you can stop at any point and
        pick it up on another device.
      </p>
      <ol className={styles.parts}>
        {APPLICATION.map(({ key, title, lead }) => (
          <li key={key}>
            <strong>{title}</strong>
            <span>{lead}</span>
          </li>
        ))}
      </ol>
      <p>Have ready: your NPI, your license numbers, and your CV as a PDF. We answer within five business days.</p>
      <div className={styles.bar}>
        <ButtonLink kind="primary" size="lg" href="/register?as=expert" trailing={<IconArrowRight aria-hidden />}>
          Create an account first
        </ButtonLink>
        <ButtonLink size="lg" href="/login?redirectUrl=%2Fapply">
          Continue with mine
        </ButtonLink>
      </div>
    </div>
  );
}

function OtherRole({ expert }: { expert: boolean }) {
  return (
    <div className={styles.intro}>
      <h1 tabIndex={-1}>{expert ? 'You are already a Peritus expert' : 'This account does not apply'}</h1>
      <p>
        {expert
          ? 'Your reviews are in Up next. If something changed since you applied, update your account or write to us.'
          : 'Applications are made from an account of their own. Log out and register with another e-mail, or write to us and we add the role to yours.'}
      </p>
      <div className={styles.bar}>
        {expert ? (
          <ButtonLink kind="primary" href="/up-next">
            Open Up next
          </ButtonLink>
        ) : (
          <ButtonLink href="/contact?reason=expert">Write to us</ButtonLink>
        )}
      </div>
    </div>
  );
}

function Application() {
  const application = useQuery({
    ...query(expertEndpoints.application, {}),
    // what is being written here wins over a copy fetched meanwhile; versions notice another device
    refetchOnWindowFocus: false,
  });
  if (application.isPending)
    return (
      <Page width="form">
        <SkeletonRows rows={6} columns={[50, 0, 30]} height={56} label="Loading your application" />
      </Page>
    );
  if (!application.data)
    return (
      <Page width="form">
        <h1 tabIndex={-1}>Your application</h1>
        <InlineError
          title="It could not be loaded."
          reference={application.error?.reference}
          onRetry={() => void application.refetch()}
        />
      </Page>
    );
  return application.data.abilities.edit ? (
    <Form application={application.data} />
  ) : (
    <Status application={application.data} />
  );
}

const isPart = (value: unknown): value is Part => PARTS.some((part) => part === value);

function Form({ application }: { application: ApplicationView }) {
  const { time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const navigate = useNavigate();
  const client = useQueryClient();
  const search = useSearch({ strict: false }) as { part?: unknown };
  const firstOpen = PARTS.find((one) => application.parts[one].faults.length > 0) ?? 'attestations';
  const [home] = useState<Part>(application.number === null ? 'you' : firstOpen);
  const part = isPart(search.part) ? search.part : home;
  const at = PARTS.indexOf(part);
  const [tried, setTried] = useState<ReadonlySet<Part>>(new Set());
  const [focusOn, setFocusOn] = useState<string | null>(null);
  const [state, setState] = useState<AutosaveState<unknown>>({ kind: 'clean', saved_at: null });
  const handle = useRef<{ flush: () => Promise<void> }>(null);
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });
  const submit = useCommand(expertEndpoints.submitApplication, {
    onSuccess: (sent) => client.setQueryData(query(expertEndpoints.application, {}).queryKey, sent),
    onError: (error) => {
      const [first] = error.errors;
      const faulty = first?.path.split('.')[0];
      if (first && isPart(faulty)) void go(faulty, first.path);
    },
  });

  const go = (to: Part, focus: string | null = null) => {
    setFocusOn(focus);
    return navigate({ to: '/apply', search: { part: to } });
  };
  const next = PARTS[at + 1];
  const before = PARTS[at - 1];

  async function onward() {
    await handle.current?.flush();
    const now = client.getQueryData<ApplicationView>(query(expertEndpoints.application, {}).queryKey) ?? application;
    if (next) {
      setTried(new Set([...tried, part]));
      const [fault] = now.parts[part].faults;
      // once shown, what is missing holds nobody back
      if (fault && !tried.has(part)) setFocusOn(fault.path);
      else await go(next);
      return;
    }
    setTried(new Set(PARTS));
    const open = PARTS.find((one) => now.parts[one].faults.length > 0);
    if (open) await go(open, now.parts[open].faults[0]?.path ?? null);
    else submit.mutate({});
  }

  const steps = APPLICATION.map(({ key, short }) => {
    const { faults, version } = application.parts[key];
    const isDone = faults.length === 0;
    const begun = version > 0 || tried.has(key);
    return {
      label: short,
      note: isDone ? 'Complete' : begun ? `${faults.length} open` : 'Not begun',
      state: key === part ? ('current' as const) : isDone ? ('done' as const) : ('todo' as const),
      missing: begun && !isDone && key !== part,
      href: `/apply?part=${key}`,
    };
  });
  return (
    <WizardGrid
      steps={<WizardSteps title="Expert application" steps={steps} />}
      bar={
        <ActionBar start={<SaveState state={state} zone={time_zone} />}>
          <ButtonLink kind="quiet" href="/up-next">
            Finish later
          </ButtonLink>
          {before ? (
            <Button icon={<IconArrowLeft stroke={1.75} />} onClick={() => void go(before)}>
              Back
            </Button>
          ) : null}
          <Button
            kind="primary"
            busy={submit.isPending}
            trailing={next ? <IconArrowRight stroke={1.75} /> : <IconSend stroke={1.75} />}
            onClick={() => void onward()}
          >
            {next ? 'Continue' : 'Send application'}
          </Button>
        </ActionBar>
      }
    >
      {submit.isError && submit.error.errors.length === 0 ? (
        <InlineNotice kind="bad" live>
          {submit.error.status === 409
            ? submit.error.message
            : 'It could not be sent. Everything is kept; try again in a moment.'}
        </InlineNotice>
      ) : null}
      <PartForm
        key={part}
        part={part}
        stored={application.parts[part]}
        tried={tried.has(part)}
        focusOn={focusOn}
        specialties={specialties.data?.data ?? []}
        today={today}
        onState={setState}
        handle={handle}
      />
    </WizardGrid>
  );
}

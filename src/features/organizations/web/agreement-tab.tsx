import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { formatted } from '../../../ui/parts/formatted.ts';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { DRAFTS } from '../../../ui/session/drafts.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { agreementEndpoints, type OrganizationAgreement } from '../contract/agreement.ts';
import { organizationConsoleEndpoints } from '../contract/console.ts';
import { AGREEMENT_MAX, agreementHtml } from '../rules/agreement.ts';
import styles from './organization.module.css';

/** What everyone of the organization accepts: the text with its preview, the versions, and who accepted which. */
export function AgreementTab({ id }: { id: number }) {
  const read = useQuery(query(agreementEndpoints.read, { params: { id } }));
  if (read.isPending) return <SkeletonRows rows={6} columns={[60]} height={40} label="Loading the agreement" />;
  return (
    <>
      <Failure error={read.error} what="The agreement could not be loaded." onRetry={() => void read.refetch()} />
      {read.data ? <Loaded id={id} view={read.data} /> : null}
    </>
  );
}

function useDraft(key: string): [string | null, (text: string | null) => void] {
  const [text, setText] = useState<string | null>(() => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  });
  return [
    text,
    (next) => {
      setText(next);
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, next);
      } catch {
        // a comfort only
      }
    },
  ];
}

function Loaded({ id, view }: { id: number; view: OrganizationAgreement }) {
  const { user_id, time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const client = useQueryClient();
  const [draft, setDraft] = useDraft(`${DRAFTS}agreement:${user_id}:${id}`);
  const [asking, setAsking] = useState<'publish' | 'remove' | null>(null);
  const [isStale, setIsStale] = useState(false);
  const text = draft ?? view.source;
  const isOwn = view.current !== null && view.current.from === null;
  const key = query(agreementEndpoints.read, { params: { id } }).queryKey;
  const publish = useCommand(agreementEndpoints.publish, {
    refresh: [organizationConsoleEndpoints.settings, organizationConsoleEndpoints.history, agreementEndpoints.accepted],
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      setDraft(null);
      setIsStale(false);
    },
    onError: (error) => {
      if (error.code !== 'stale') return;
      client.setQueryData(key, error.problem?.current as OrganizationAgreement);
      setIsStale(true);
    },
  });
  const send = async (source: string | null): Promise<void> => {
    await publish.mutateAsync({ params: { id }, body: { lock_version: view.lock_version, source } });
    setAsking(null);
    toastDone(source === null ? 'Taken away.' : 'Published. Everyone accepts it before going on.');
  };
  const people = plural(view.people, 'person', 'people');
  return (
    <div className={styles.agreement}>
      <p className={styles.about}>
        {view.current === null
          ? 'There is no agreement. Publish one, and everyone accepts it before working on.'
          : view.current.from
            ? `The agreement of ${view.current.from.name} holds here, too. Publish one to have your own.`
            : `Published ${view.current.published_at ? formatInstant(view.current.published_at, { zone, now }) : 'before versions were kept'}. ${view.accepted} of ${people} accepted it.`}
      </p>
      {isStale ? (
        <InlineNotice kind="conflict" title="Someone else changed this organization meanwhile.">
          What you wrote is still here. Look at the versions below, then publish again.
        </InlineNotice>
      ) : null}
      <div className={styles.sides}>
        <TextArea
          path="source"
          label="Agreement"
          help="A line that begins with # is a heading, with - an item of a list. Words in **two stars** are bold. An empty line ends a paragraph."
          rows={16}
          max={AGREEMENT_MAX}
          counted={false}
          value={text}
          onChange={setDraft}
        />
        <div>
          <p className={styles.legend}>As people see it</p>
          <Shown html={agreementHtml(text)} label="Preview of the agreement" />
        </div>
      </div>
      <div className={styles.acts}>
        {draft === null ? null : (
          <Button kind="quiet" onClick={() => setDraft(null)}>
            Discard
          </Button>
        )}
        {isOwn ? <Button onClick={() => setAsking('remove')}>Take it away</Button> : null}
        <Button
          kind="primary"
          disabled={text.trim() === '' || text.length > AGREEMENT_MAX || (isOwn && text === view.source)}
          onClick={() => setAsking('publish')}
        >
          Publish
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        danger={asking === 'remove'}
        onClose={() => setAsking(null)}
        title={asking === 'remove' ? 'Take the agreement away?' : 'Publish this agreement?'}
        confirmLabel={asking === 'remove' ? 'Take it away' : 'Publish it'}
        cancelLabel="Keep it as it is"
        onConfirm={() => send(asking === 'remove' ? null : text)}
      >
        {asking === 'remove'
          ? 'People of this organization then accept what is set above it, or nothing. The versions stay.'
          : `${people.replace(/^./, (c) => c.toUpperCase())} of this organization must accept it before they work on, also those who are signed in now.`}
      </ConfirmDialog>
      {view.versions.length > 0 ? <Versions view={view} /> : null}
      {isOwn ? <Accepted id={id} /> : null}
    </div>
  );
}

/** A text of an organization with its formatting, through the sanitizer. */
function Shown({ html, label }: { html: string; label: string }) {
  const [clean, setClean] = useState<TrustedHTML | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    let wanted = true;
    void formatted(html).then(
      (text) => (wanted ? setClean(text) : undefined),
      () => (wanted ? setIsBroken(true) : undefined),
    );
    return () => {
      wanted = false;
    };
  }, [html]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text must be reachable by keyboard
    <div className={styles.shown} role="region" aria-label={label} tabIndex={0}>
      {isBroken ? 'The text could not be shown. Reload the page.' : null}
      {/* oxlint-disable-next-line react/no-danger -- sanitized above */}
      {clean === null ? null : <div dangerouslySetInnerHTML={{ __html: clean }} />}
    </div>
  );
}

function Versions({ view }: { view: OrganizationAgreement }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <section aria-labelledby="agreement-versions">
      <SectionHead title="Versions" id="agreement-versions" />
      <ul className={styles.fields}>
        {view.versions.map(({ id, html, published_at, published_by, accepted }) => (
          <li key={id} className={styles.version}>
            <details>
              <summary>
                <b>{formatInstant(published_at, { zone, now })}</b>
                <span>
                  {html === null ? 'Taken away' : 'Published'}
                  {published_by === null ? null : ` by ${published_by}`}
                  {html === null ? null : ` · accepted by ${plural(accepted, 'person', 'people')}`}
                </span>
              </summary>
              {html === null ? (
                <p className={styles.about}>From then on there was no agreement of its own.</p>
              ) : (
                <Shown html={html} label={`Agreement of ${formatInstant(published_at, { zone, now })}`} />
              )}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Accepted({ id }: { id: number }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const list = usePages(agreementEndpoints.accepted, { params: { id }, query: {} });
  return (
    <section aria-labelledby="agreement-people">
      <SectionHead title="Who accepted" id="agreement-people" />
      <ListRows
        list={list}
        what="The people could not be loaded."
        loading={<SkeletonRows rows={4} columns={[40, 0, 30]} height={40} label="Loading the people" />}
        empty={<p className={styles.about}>Nobody is in this organization yet.</p>}
      >
        <ul className={styles.fields}>
          {list.rows.map(({ user_id, name, accepted_at, version_at, is_current }) => (
            <li key={user_id} className={styles.one}>
              <span>{name}</span>
              <span className={styles.about}>
                {accepted_at === null
                  ? 'Not yet'
                  : `${formatInstant(accepted_at, { zone, now })}${
                      is_current
                        ? ''
                        : version_at === null
                          ? ', before the first version'
                          : `, the version of ${formatInstant(version_at, { zone, now })}`
                    }`}
              </span>
            </li>
          ))}
        </ul>
      </ListRows>
    </section>
  );
}

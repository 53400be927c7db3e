import { IconCalendarPlus, IconCircleCheck, IconLinkOff, IconLock, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Button, TextButton } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { Logo } from '../../../ui/parts/logo.tsx';
import { privacyUrl } from '../../../ui/session/site.ts';
import { visitEndpoints, type VisitEnded, type VisitView } from '../contract.ts';
import { dayIn, timeIn } from '../rules/dates.ts';
import type { WordKey } from '../rules/words/words.ts';
import { NeedsForm, OtherDateForm, RemindersForm } from './visit-forms.tsx';
import { VisitMap } from './visit-map.tsx';
import { begunHere, type Say, sayer, tokenHere, zoneHere } from './visit-words.ts';
import styles from './visit.module.css';

/** So long nothing is drawn in place of what has not come yet. */
const SKELETON_AFTER_MS = 200;

/**
 * What the examinee of an exam has by the link of their letter, without an account: when, where and how it is, and what
 * they answer. It stands alone, without the program, and speaks the examinee's language: the words come with the answer.
 */
export function VisitPage() {
  const [token] = useState(tokenHere);
  const [view, setView] = useState<VisitView | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const late = setTimeout(() => setWaits(true), SKELETON_AFTER_MS);
    return () => clearTimeout(late);
  }, []);
  const load = useCallback(
    () =>
      call(visitEndpoints.open, { body: { token }, begun: begunHere() }).then(
        (shown) => {
          setView(shown);
          setError(null);
          return null;
        },
        (failure: unknown) => {
          setError(failure instanceof ApiError ? failure : new ApiError(0, null));
          return null;
        },
      ),
    [token],
  );
  useEffect(() => {
    void load();
  }, [load]);

  const language = view?.languages.find((one) => one.code === code) ?? view?.languages[0];
  useEffect(() => {
    if (!language) return;
    document.documentElement.lang = language.tag;
    document.title = language.texts['page_title'] ?? '';
  }, [language]);

  // an answer that was refused as the link ended shows how, in place of what stood here
  const gone = error?.code === 'gone' ? (error.problem?.current as VisitEnded | undefined) : undefined;
  if (gone) return <Frame>{gone.languages.map((one, at) => endOf(one, at, gone.ended))}</Frame>;
  // the answer is often there already: drawing what stands in its place would only hold it up
  if (!view && !error && !waits) return null;
  if (!view || !language)
    return (
      <Frame>
        {error ? (
          <NotLoaded onRetry={() => void load()} />
        ) : (
          <SkeletonRows rows={5} columns={[70]} height={44} label="Loading · Cargando" />
        )}
      </Frame>
    );
  const say = sayer(language.texts);
  return (
    <Frame
      languages={view.languages}
      chosen={language.code}
      onChoose={setCode}
      label={say('language')}
      foot={
        <>
          <p className={styles.note}>
            <IconLock size={18} stroke={1.75} aria-hidden />
            <span>{say('private')}</span>
          </p>
          <p>
            {say('contact', { email: view.contact })} · <TextLink href={privacyUrl()}>{say('privacy')}</TextLink>
          </p>
        </>
      }
    >
      <Visit view={view} say={say} code={language.code} tag={language.tag} token={token} onChanged={load} />
    </Frame>
  );
}

function endOf(
  { tag, title, text }: VisitEnded['languages'][number],
  at: number,
  ended: VisitEnded['ended'],
): ReactNode {
  return (
    <section key={tag} lang={tag} className={styles.ended}>
      {at > 0 ? null : ended === 'over' ? (
        <IconCircleCheck size={32} stroke={1.5} aria-hidden />
      ) : (
        <IconLinkOff size={32} stroke={1.5} aria-hidden />
      )}
      {at === 0 ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{text}</p>
    </section>
  );
}

/** Where nothing came: whose language nobody knows yet. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <section className={styles.ended} role="alert">
      <h1>The page could not be loaded</h1>
      <p>
        Check the connection and try again. <span lang="es">Compruebe la conexión e inténtelo de nuevo.</span>
      </p>
      <Button size="lg" onClick={onRetry}>
        Try again · Intentar de nuevo
      </Button>
    </section>
  );
}

/** The page itself: the mark, the languages, one column. */
function Frame({
  languages = [],
  chosen,
  onChoose,
  label,
  foot,
  children,
}: {
  languages?: VisitView['languages'];
  chosen?: string;
  onChoose?: (code: string) => void;
  label?: string;
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Logo />
        {languages.length > 1 ? (
          <nav aria-label={label} className={styles.languages}>
            {languages.map((one) => (
              <TextButton
                key={one.code}
                lang={one.tag}
                aria-pressed={one.code === chosen}
                className={styles.language}
                onClick={() => onChoose?.(one.code)}
              >
                {one.name}
              </TextButton>
            ))}
          </nav>
        ) : null}
      </header>
      <main className={styles.main}>{children}</main>
      {foot ? <footer className={styles.footer}>{foot}</footer> : null}
    </div>
  );
}

interface Shown {
  view: VisitView;
  say: Say;
  code: string;
  tag: string;
}

function Visit({ token, onChanged, ...shown }: Shown & { token: string; onChanged: () => Promise<unknown> }) {
  const { view, say } = shown;
  const [whole, setWhole] = useState(false);
  // when, where and the answer first: an old telephone takes its time for the rest
  useEffect(() => startTransition(() => setWhole(true)), []);
  return (
    <>
      <h1 className={styles.title}>{say('page_title')}</h1>
      <p className={styles.lead}>{say('page_lead', { organization: view.organization })}</p>
      <Answer {...shown} token={token} onChanged={onChanged} />
      {whole ? <Rest {...shown} token={token} onChanged={onChanged} /> : <div className={styles.later} />}
    </>
  );
}

/** What to bring, how to get there, who examines, what counts, and what the examinee tells us. */
function Rest({ token, onChanged, ...shown }: Shown & { token: string; onChanged: () => Promise<unknown> }) {
  const { view, say, code } = shown;
  const { answers, place } = view;
  return (
    <>
      <Part title={say('bring')}>
        <ul>
          {(['bring_id', 'bring_medications', 'bring_aids', 'bring_images'] as const).map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
      </Part>
      {place.link === null ? (
        <>
          <Part title={say('directions')}>
            <p>{place.access === '' ? say('directions_ask') : place.access}</p>
            {place.phone === '' ? null : <p>{say('office_phone', { phone: place.phone })}</p>}
            {place.map === null ? null : <VisitMap {...place.map} view={view} say={say} token={token} />}
          </Part>
          <Part title={say('transport_title')}>
            {view.transport.map((line) => (
              <p key={line[code]}>{line[code]}</p>
            ))}
          </Part>
        </>
      ) : null}
      <Part title={say('interpreter_title')}>
        {view.interpreter.map((line) => (
          <p key={line[code]}>{line[code]}</p>
        ))}
      </Part>
      <Part title={say(view.examiners.length > 1 ? 'examiners' : 'examiner')}>
        {view.examiners.map((one) => (
          <p key={one.name}>
            {view.examiners.length > 1 ? `${timeIn(shown.tag, new Date(one.starts_at), place.time_zone)}: ` : ''}
            {[one.name, one.specialty].filter(Boolean).join('. ')}
          </p>
        ))}
        <p>{say('no_treatment')}</p>
      </Part>
      <Part title={say('report_title')}>
        {view.report.map((line) => (
          <p key={line[code]}>{line[code]}</p>
        ))}
      </Part>
      <Part title={say('recording_title')}>
        <p>{say('recording_ask')}</p>
      </Part>
      {view.law ? (
        <Part title={say('law_title', { state: view.law.state })}>
          {view.law.says.length > 0 ? (
            <>
              {code === 'en' ? null : <p>{say('law_english')}</p>}
              <ul lang="en" className={styles.law}>
                {view.law.says.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          ) : null}
          {view.law.call_off_until ? (
            <p>
              {say('law_call_off', {
                day: dayIn(shown.tag, new Date(view.law.call_off_until), place.time_zone),
                time: timeIn(shown.tag, new Date(view.law.call_off_until), place.time_zone),
              })}
            </p>
          ) : null}
          <p className={styles.quiet}>{say('law_source', { source: view.law.source })}</p>
        </Part>
      ) : null}
      <Part title={say('missing_title')}>
        <p>{say('missing')}</p>
        <p>{changeBy(shown)}</p>
      </Part>
      <Part title={say('needs')}>
        {answers.needs_told_at === null ? null : (
          <p className={styles.done}>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            {say('needs_sent', { day: dayHere(shown, answers.needs_told_at) })}
          </p>
        )}
        <NeedsForm say={say} token={token} needs={answers.needs} onChanged={onChanged} />
      </Part>
      <Part title={say('reminders')}>
        <RemindersForm say={say} token={token} view={view} onChanged={onChanged} />
      </Part>
    </>
  );
}

/** When and where, and the answer: the one thing to do on the page. */
function Answer({ token, onChanged, ...shown }: Shown & { token: string; onChanged: () => Promise<unknown> }) {
  const { view, say, tag } = shown;
  const { answers, place } = view;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<WordKey | null>(null);
  const starts = new Date(view.starts_at);
  const own = zoneHere();
  const here = timeIn(tag, starts, own);
  const there = timeIn(tag, starts, place.time_zone);
  const confirm = async () => {
    setBusy(true);
    setFailed(null);
    try {
      await call(visitEndpoints.confirm, { body: { token } });
    } catch (error) {
      setFailed(error instanceof ApiError && error.status === 0 ? 'offline' : 'failed');
    }
    await onChanged();
    setBusy(false);
  };
  const waits = answers.other_date_asked_at !== null && answers.other_date_answer === '';
  return (
    <section className={styles.answer} aria-labelledby="when">
      <h2 id="when" className={styles.label}>
        {say('when')}
      </h2>
      <p className={styles.day}>{dayIn(tag, starts, place.time_zone)}</p>
      <p className={styles.time}>{there}</p>
      <p>
        {say(place.link === null ? 'arrive' : 'video_arrive', {
          time: timeIn(tag, new Date(view.arrive_at), place.time_zone),
        })}{' '}
        {say('lasts', { minutes: view.minutes })}
      </p>
      {here === there ? null : (
        <p className={styles.quiet}>{say('your_time', { time: `${dayIn(tag, starts, own)}, ${here}` })}</p>
      )}
      <h2 className={styles.label}>{say('where')}</h2>
      <address className={styles.place}>
        <b>{place.link === null ? place.name : say('by_video')}</b>
        {place.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {place.link === null ? null : (
        <>
          <p className={styles.call}>
            {say('video_open', { link: '' })}
            <TextLink href={place.link} target="_blank" rel="noreferrer noopener">
              {place.link}
            </TextLink>
          </p>
          <p>{say('video_ready')}</p>
        </>
      )}
      <p className={styles.links}>
        {place.link === null ? (
          <TextLink
            href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place.lines.join(', '))}`}
            target="_blank"
            rel="noreferrer noopener"
          >
            <IconMapPin size={18} stroke={1.75} aria-hidden />
            {say('open_map')}
          </TextLink>
        ) : null}
        <TextButton onClick={() => saveCalendar(view.calendar)}>
          <IconCalendarPlus size={18} stroke={1.75} aria-hidden />
          {say('calendar')}
        </TextButton>
      </p>
      <div role="status">
        {answers.confirmed_at === null ? null : (
          <p className={styles.done}>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            {say('confirmed')}
          </p>
        )}
        {answers.other_date_asked_at === null || answers.confirmed_at !== null ? null : (
          <p className={styles.waits}>
            {say('other_date_sent', { day: dayHere(shown, answers.other_date_asked_at) })}
            {answers.other_date_answer === ''
              ? null
              : ` ${say('other_date_answered', { answer: answers.other_date_answer })}`}
          </p>
        )}
        {failed === null ? null : <p className={styles.failed}>{say(failed)}</p>}
      </div>
      {asking ? (
        <OtherDateForm
          say={say}
          token={token}
          onClose={() => setAsking(false)}
          onChanged={onChanged}
          by={changeBy(shown)}
        />
      ) : (
        <div className={styles.acts}>
          {answers.confirmed_at === null ? (
            <Button kind={waits ? 'default' : 'primary'} size="lg" full busy={busy} onClick={() => void confirm()}>
              {say('confirm')}
            </Button>
          ) : null}
          {waits ? null : (
            <Button size="lg" full onClick={() => setAsking(true)}>
              {say('other_date')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const dayHere = ({ view, tag }: Shown, instant: string): string => dayIn(tag, new Date(instant), view.place.time_zone);

const changeBy = (shown: Shown): string =>
  shown.view.change_by === null
    ? shown.say('change_page_late')
    : shown.say('change_page', { day: dayHere(shown, shown.view.change_by) });

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Hands the appointment to the browser, which offers it to the calendar. */
function saveCalendar(content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/calendar;charset=utf-8' }));
  link.download = 'exam.ics';
  link.click();
  // the browser reads it after the press; a minute is long for that
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

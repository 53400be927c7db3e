import { Navigate, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { isExpert } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import { US_ZONES } from '../../../core/us-zones.ts';
import { plural, spelledPlural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { listCrumb, reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatDay, formatTime } from '../../../ui/time/format.ts';
import { instantAt } from '../../../ui/time/instant-at.ts';
import { examEndpoints, type ExamView } from '../contract.ts';
import {
  type Arrangement,
  ARRANGEMENT_WORDS,
  ARRANGEMENTS,
  GRID_MINUTES,
  linkFault,
  OFFERS_MAX,
  type SiteOf,
  siteOfPlace,
  SITES_OF,
  USUAL_MINUTES,
} from '../rules.ts';
import { OfferWeek } from './offer-week.tsx';
import { RuleNote } from './rule-note.tsx';
import { TOUCHED, useExam } from './use-exam.ts';
import styles from './exams.module.css';

const QUARTERS = Array.from({ length: (24 * 60) / GRID_MINUTES }, (_, i) => ({
  value: String(i * GRID_MINUTES),
  label: formatTime(new Date(i * GRID_MINUTES * 60_000).toISOString(), { zone: 'UTC' }),
}));

interface Row {
  id: string;
  site: string | null;
  day: string | null;
  minute: string | null;
}

/** What is written of an offer, kept on this device until it is sent. */
interface Written {
  rows: Row[];
  minutes: number | null;
  arrangement: Arrangement;
  link: string;
  zone: string | null;
}

type Site = NonNullable<ExamView['sites']>[number];
/** A site as a choice carries it: whose it is, and its number. */
const keyOf = (site: Pick<Site, 'site_of' | 'site_id'>): string => `${siteOfPlace(site).of} ${site.site_id}`;
const siteOf = (key: string | null): { site_of: SiteOf; site_id: number } => {
  const [of = '', id = ''] = (key ?? '').split(' ');
  return { site_of: SITES_OF.find((one) => one === of) ?? 'examiner', site_id: Number(id) };
};
const labelOf = (site: Site): string =>
  [
    site.name,
    siteOfPlace(site).of === 'rented' ? 'rented' : null,
    site.miles === null ? null : plural(site.miles, 'mile'),
  ]
    .filter(Boolean)
    .join(', ');

// what was kept from an earlier visit has other numbers
let made = Date.now();
const newRow = (site: string | null): Row => {
  made += 1;
  return { id: `row-${made}`, site, day: null, minute: null };
};

/** What the page says to whoever hands appointments to the other side. */
const WORDS = {
  offer: {
    crumb: 'Offer appointments',
    title: 'When and where can you examine?',
    lead: 'The requester chooses one of what you offer. Times are those of the site.',
    done: 'Offered. The requester chooses one.',
    failed: 'The appointments could not be offered.',
    verb: 'Offer',
    no_site: {
      title: 'You have no site yet',
      text: 'Exams are held at your own sites. Add one; it can be offered once Peritus has verified it.',
    },
  },
  propose: {
    crumb: 'Propose appointments',
    title: 'When and where would it suit?',
    lead: 'The examiner confirms one of what you propose, or offers others. Times are those of the site.',
    done: 'Proposed. The examiner confirms one, or offers others.',
    failed: 'The appointments could not be proposed.',
    verb: 'Propose',
    no_site: {
      title: 'The examiner has no site yet',
      text: 'You’ll hear by e-mail as soon as there are appointments to choose from.',
    },
  },
} as const;

/** The examiner's side offers appointments for an exam, each at a site; or the requester proposes some. */
export function OfferExamPage({ by }: { by: 'offer' | 'propose' }) {
  const words = WORDS[by];
  const { kind, reviewId } = useReviewRoute();
  const { data: exam, error, refetch } = useExam(kind, reviewId);
  const viewer = useViewer();
  const list = listCrumb(kind, viewer.side);
  if (!exam && (error?.status === 404 || reviewId === 0))
    return (
      <Page width="form">
        <EmptyState
          title="There is no exam to show here"
          action={<ButtonLink href={list.href}>Go to {list.label}</ButtonLink>}
        >
          The review does not exist, or you do not have access to it.
        </EmptyState>
      </Page>
    );
  if (!exam)
    return (
      <Page width="form">
        <div className={styles.page}>
          <PageHeader crumbs={[list, { label: words.crumb }]} title={words.title} lead={words.lead} />
          {error ? (
            <Failure error={error} what="The exam could not be loaded." onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={4} columns={[40, 30, 30]} height={56} label="Loading the exam" />
          )}
        </div>
      </Page>
    );
  // letters and lists lead here whoever is to choose: what is on offer stands on the review's own page
  if (by === 'propose' && !exam.can.propose) return <Navigate to={reviewHref(kind, reviewId)} replace />;
  return (
    <Page width="form">
      <div className={styles.page}>
        <PageHeader
          crumbs={[list, { label: exam.number, href: reviewHref(kind, reviewId) }, { label: words.crumb }]}
          title={words.title}
          lead={words.lead}
        />
        {exam.can[by] && exam.sites ? (
          exam.sites.length > 0 ? (
            <Offering by={by} kind={kind} exam={exam} sites={exam.sites} />
          ) : (
            <EmptyState
              title={words.no_site.title}
              action={
                isExpert(viewer.kind) ? (
                  <ButtonLink kind="primary" href="/account/sites">
                    Add a site
                  </ButtonLink>
                ) : (
                  <ButtonLink href={reviewHref(kind, reviewId)}>Go to {exam.number}</ButtonLink>
                )
              }
            >
              {words.no_site.text}
            </EmptyState>
          )
        ) : (
          <EmptyState
            title="There is nothing to offer now"
            action={<ButtonLink href={reviewHref(kind, reviewId)}>Go to {exam.number}</ButtonLink>}
          >
            Appointments are offered after the invitation is accepted, and before one is chosen.
          </EmptyState>
        )}
      </div>
    </Page>
  );
}

function Offering({
  by,
  kind,
  exam,
  sites,
}: {
  by: keyof typeof WORDS;
  kind: Kind;
  exam: ExamView;
  sites: readonly Site[];
}) {
  const words = WORDS[by];
  const navigate = useNavigate();
  const only = sites.length === 1 && sites[0] ? keyOf(sites[0]) : null;
  const [written, setWritten, forget] = useKept<Written>(`${useViewer().user_id}:${by}:${exam.review_id}`, {
    rows: [newRow(only), newRow(only), newRow(only)],
    minutes: USUAL_MINUTES,
    arrangement: 'one_after_another',
    link: '',
    zone: null,
  });
  const { rows, minutes, arrangement, link, zone } = written;
  const write = (part: Partial<Written>) => setWritten({ ...written, ...part });
  const setRows = (next: Row[]) => write({ rows: next });
  const [tried, setTried] = useState(false);
  const panel = exam.panel?.examiners ?? [];
  const offer = useCommand(examEndpoints[by], {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone(words.done);
      forget();
      void navigate({ to: reviewHref(kind, exam.review_id) });
    },
  });
  const byVideo = rows.some(({ site }) => siteOf(site).site_of === 'video');
  const zoneOf = (site: string | null): string | undefined =>
    siteOf(site).site_of === 'video' ? (zone ?? undefined) : sites.find((one) => keyOf(one) === site)?.time_zone;
  const linkWrong = byVideo && tried ? linkFault(link.trim()) : null;
  const startOf = ({ site, day, minute }: Row): number | null => {
    const zone = zoneOf(site);
    return zone && day && minute !== null ? instantAt(day, Number(minute), zone) : null;
  };
  const touched = rows.filter(({ day, minute }) => day !== null || minute !== null);
  const complete = touched.filter((row) => startOf(row) !== null);
  const faults = new Map(
    (offer.error?.errors ?? []).flatMap(({ path, message }) => {
      const [, index, field] = /^offers\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const row = complete[Number(index)];
      return row ? [[`${row.id}.${field}`, message] as const] : [];
    }),
  );
  const missing = (row: Row): string | undefined => {
    if (!tried) return undefined;
    if (touched.length > 0 && !touched.includes(row)) return undefined;
    return startOf(row) === null ? 'Choose a site, a day and a time.' : undefined;
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (byVideo && (zone === null || linkFault(link.trim()) !== null)) return;
    if (offer.isPending || complete.length === 0 || complete.length < touched.length || minutes === null) return;
    offer.mutate({
      kind,
      params: { id: exam.review_id },
      body: {
        minutes,
        arrangement,
        ...(byVideo && zone !== null ? { video: { link, time_zone: zone } } : {}),
        offers: complete.map((row) => ({
          ...siteOf(row.site),
          starts_at: new Date(startOf(row) ?? 0).toISOString(),
        })),
        lock_version: exam.lock_version,
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <RuleNote rule={exam.rule} />
      {exam.zip_unknown === null ? null : (
        <p className={styles.quiet}>
          The examinee’s ZIP code {exam.zip_unknown} is not in our data, so that no distances are shown.
        </p>
      )}
      <div className={styles.pair}>
        <NumberField
          path="minutes"
          label={panel.length > 1 ? 'Each examiner takes' : 'The exam takes'}
          unit="min"
          value={minutes}
          onChange={(next) => write({ minutes: next })}
        />
        {panel.length > 1 ? (
          <SelectField
            path="arrangement"
            label={`How ${panel.map(({ name }) => name).join(' and ')} examine`}
            options={ARRANGEMENTS.map((value) => ({ value, label: ARRANGEMENT_WORDS[value] }))}
            value={arrangement}
            onChange={(next) => write({ arrangement: ARRANGEMENTS.find((one) => one === next) ?? 'one_after_another' })}
          />
        ) : null}
      </div>
      {byVideo ? (
        <div className={styles.pair}>
          <TextField
            path="video.link"
            label="Address of the call"
            help="Where the examinee opens the call, beginning with https://. It is in their notice and on their page."
            required
            type="url"
            value={link}
            error={linkWrong ?? faultOf(offer.error, 'video.link')}
            onChange={(next) => write({ link: next })}
          />
          <SelectField
            path="video.time_zone"
            label="Time zone of the examinee"
            help="Times of calls are meant there. You need a license in the state they live in."
            required
            options={[...US_ZONES]}
            value={zone}
            error={tried && zone === null ? 'Choose the zone they are in.' : undefined}
            onChange={(next) => write({ zone: next })}
          />
        </div>
      ) : null}
      <OfferWeek
        sites={sites.map((one) => ({ key: keyOf(one), name: one.name, zone: zoneOf(keyOf(one)) ?? one.time_zone }))}
        earliest_on={exam.earliest_on}
        shown={[
          ...exam.offers.map((one) => ({ site: keyOf(one.place), starts_at: one.starts_at, offered: true })),
          ...complete.map((row) => ({
            site: row.site ?? '',
            starts_at: new Date(startOf(row) ?? 0).toISOString(),
            offered: false,
          })),
        ]}
        onAdd={(site, day) => {
          const row = { ...newRow(site), day };
          // the first that is empty is filled, so that none is left over
          const at = rows.findIndex((one) => one.day === null && one.minute === null);
          if (at >= 0) setRows(rows.map((one, n) => (n === at ? { ...row, id: one.id } : one)));
          else if (rows.length < OFFERS_MAX) setRows([...rows, row]);
        }}
      />
      <RepeatableRows<Row>
        path="offers"
        label="Appointments"
        help={`The first day possible is ${formatDay(exam.earliest_on)}. Before it the notice could not be served in time.`}
        rows={rows}
        onChange={setRows}
        newRow={() => newRow(rows.at(-1)?.site ?? only)}
        max={OFFERS_MAX}
        min={1}
        addLabel="Add an appointment"
        rowName="appointment"
        ordered={false}
      >
        {(row, index, update) => (
          <div className={styles.trio}>
            <SelectField
              path={`offers.${index}.site_id`}
              label="Site"
              options={sites.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
              value={row.site}
              onChange={(site) => update({ ...row, site })}
              error={faults.get(`${row.id}.site_id`)}
            />
            <DateField
              path={`offers.${index}.day`}
              label="Day"
              value={row.day}
              min={exam.earliest_on}
              onChange={(day) => update({ ...row, day })}
              error={faults.get(`${row.id}.starts_at`) ?? missing(row)}
            />
            <SelectField
              path={`offers.${index}.time`}
              label="Time"
              options={QUARTERS}
              value={row.minute}
              onChange={(minute) => update({ ...row, minute })}
            />
          </div>
        )}
      </RepeatableRows>
      {offer.error && faults.size === 0 ? <Failure error={offer.error} what={words.failed} /> : null}
      <div className={styles.acts}>
        <Button kind="primary" size="lg" type="submit" busy={offer.isPending}>
          {complete.length > 0
            ? `${words.verb} ${complete.length === 1 ? 'this appointment' : spelledPlural(complete.length, 'appointment')}`
            : words.crumb}
        </Button>
      </div>
    </form>
  );
}

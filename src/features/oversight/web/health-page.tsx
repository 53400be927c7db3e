import { useQuery } from '@tanstack/react-query';
import { grouped, plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatDuration, formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { sizeText } from '../../files/rules/names.ts';
import { type Health, healthEndpoints } from '../contract/health.ts';
import styles from './health.module.css';
import { Settings } from './health-settings.tsx';

const ASK_AGAIN_MS = 15_000;
const LABEL_WIDTH = 150;

/** What is wrong where a check fails. */
const FAULTS: Readonly<Record<string, string>> = {
  database: 'The database does not answer.',
  migrations: 'The database is older than this version.',
  workers: 'Background work does not run.',
  storage: 'Files cannot be written.',
  keys: 'The encryption key is not where it is kept.',
  room: 'The disk is nearly full.',
  queue: 'Background work is behind.',
  scanner: 'The virus scanner does not answer. New files wait.',
};

/** Whether all that the product stands on is in order, which version runs, and with which settings. */
export function HealthPage() {
  const { data, error, refetch } = useQuery({ ...query(healthEndpoints.read, {}), refetchInterval: ASK_AGAIN_MS });
  return (
    <Page width="wide">
      <PageHeader title="Health" lead="What Peritus stands on, looked at again every 15 seconds." />
      {error ? (
        <div className={styles.summary}>
          <Failure error={error} what="The health could not be read." onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data ? (
        <All health={data} />
      ) : error ? null : (
        <div className={styles.summary}>
          <SkeletonRows rows={8} columns={[30, 40]} height={40} label="Loading the health" />
        </div>
      )}
    </Page>
  );
}

function All({ health }: { health: Health }) {
  return (
    <>
      <div className={styles.summary}>
        <Summary health={health} />
      </div>
      <Alerts health={health} />
      <div className={styles.sides}>
        <Requests health={health} />
        <Queues health={health} />
        <Database health={health} />
        <Disk health={health} />
        <Deliveries health={health} />
        <Version health={health} />
      </div>
      {health.settings === null ? null : <Settings settings={health.settings} />}
    </>
  );
}

function Summary({ health: { status, checks, alerts } }: { health: Health }) {
  const faults = Object.entries(checks).flatMap(([name, good]) => (good ? [] : [FAULTS[name] ?? name]));
  const open = alerts.filter(({ closed_at }) => closed_at === null).length;
  if (status === 'ready' && open === 0)
    return (
      <InlineNotice kind="ok" title="Everything is in order.">
        Database, files, keys, disk and background work were checked.
      </InlineNotice>
    );
  return (
    <InlineNotice
      kind={status === 'not_ready' ? 'bad' : 'warn'}
      title={status === 'not_ready' ? 'Something does not work.' : 'It works, but something needs attention.'}
    >
      {[...faults, ...(open > 0 ? [`${plural(open, 'alert is', 'alerts are')} open.`] : [])].join(' ')}
    </InlineNotice>
  );
}

function Alerts({ health: { alerts } }: { health: Health }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const at = (instant: string) => formatInstant(instant, { zone, now });
  return (
    <section className={styles.section} aria-labelledby="alerts">
      <SectionHead title="Alerts" id="alerts" />
      {alerts.length === 0 ? (
        <p className={styles.quiet}>None. Failed deliveries and stuck work are listed here, and admins hear of them.</p>
      ) : (
        <ul className={styles.rows}>
          {alerts.map((alert) => (
            <li key={alert.id} className={styles.row}>
              <StatusText
                {...(alert.closed_at === null
                  ? { label: 'Open', tone: 'bad', share: 0, side: 'attention' }
                  : { label: 'Mended', tone: 'ok', share: 1 })}
              />
              <span className={styles.grow}>
                {alert.closed_at === null ? <TextLink href={alert.link}>{alert.says}</TextLink> : alert.says}
              </span>
              <span className={styles.quiet}>
                {alert.closed_at === null ? `since ${at(alert.opened_at)}` : `mended ${at(alert.closed_at)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Part({ id, title, items }: { id: string; title: string; items: { label: string; value: string | null }[] }) {
  return (
    <section aria-labelledby={id}>
      <SectionHead title={title} id={id} />
      <Facts labelWidth={LABEL_WIDTH} items={items} />
    </section>
  );
}

const within = (ms: number | null): string => (ms === null ? 'none yet' : `${grouped(ms)} ms`);
const share = (errors: number, requests: number): string =>
  requests === 0 ? '0' : `${grouped(errors)} (${((100 * errors) / requests).toFixed(1)}%)`;

function Requests({ health: { requests } }: { health: Health }) {
  const { last_5_minutes: recent, last_hour: hour } = requests;
  return (
    <Part
      id="requests"
      title="Requests"
      items={[
        { label: 'Last 5 minutes', value: `${grouped(recent.requests)}, ${(recent.requests / 5).toFixed(1)} a minute` },
        { label: 'Failed', value: share(recent.errors, recent.requests) },
        { label: 'Half within', value: within(recent.p50_ms) },
        { label: '99 of 100 within', value: within(recent.p99_ms) },
        {
          label: 'Last hour',
          value: `${grouped(hour.requests)}, failed ${share(hour.errors, hour.requests)}, 99 of 100 within ${within(hour.p99_ms)}`,
        },
      ]}
    />
  );
}

const waiting = ({ waiting: n, oldest_s }: { waiting: number; oldest_s: number | null }): string =>
  n === 0 ? 'None' : `${grouped(n)}, the oldest for ${formatDuration((oldest_s ?? 0) * 1_000)}`;

function Queues({ health: { queues, demo } }: { health: Health }) {
  return (
    <Part
      id="queues"
      title="Waiting now"
      items={[
        { label: 'Events', value: waiting(queues.events) },
        { label: 'Jobs', value: waiting(queues.work) },
        { label: 'Deadlines due', value: waiting(queues.times) },
        { label: 'E-mails', value: waiting(queues.mails) },
        { label: 'Texts', value: waiting(queues.texts) },
        // while it is being filled behind its first page
        { label: 'Demo data', value: demo && `${demo.made} of ${demo.of} reviews` },
      ]}
    />
  );
}

function Database({ health: { database } }: { health: Health }) {
  const { used, idle, waiting: line, most } = database.connections;
  return (
    <Part
      id="database"
      title="Database"
      items={[
        { label: 'Answers within', value: `${database.answers_ms} ms` },
        { label: 'Size', value: sizeText(database.size_bytes) },
        { label: 'Connections', value: `${used} in use, ${idle} idle, of ${most}` },
        { label: 'Waiting for one', value: String(line) },
      ]}
    />
  );
}

function Disk({ health: { disk } }: { health: Health }) {
  if (disk === null) return <Part id="disk" title="Disk" items={[{ label: 'Free', value: 'It could not be read.' }]} />;
  const percent = Math.round((100 * disk.free_bytes) / Math.max(1, disk.total_bytes));
  return (
    <Part
      id="disk"
      title="Disk"
      items={[
        { label: 'Free', value: `${sizeText(disk.free_bytes)} of ${sizeText(disk.total_bytes)} (${percent}%)` },
        { label: 'Warned below', value: sizeText(disk.least_bytes) },
      ]}
    />
  );
}

const SORT_LABELS = { mails: 'E-mail', texts: 'Texts' } as const;

function Deliveries({ health: { deliveries } }: { health: Health }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const at = (instant: string | null) => (instant === null ? 'never' : formatInstant(instant, { zone, now }));
  return (
    <Part
      id="deliveries"
      title="E-mail and texts"
      items={deliveries.flatMap(({ sort, sends, last_sent_at, last_failed_at, given_up }) => [
        {
          label: SORT_LABELS[sort],
          value: sends
            ? `delivered last: ${at(last_sent_at)}; failed last: ${at(last_failed_at)}`
            : 'Sending is not set up: they stay in the outbox.',
        },
        {
          label: `${SORT_LABELS[sort]}, given up`,
          value: given_up === 0 ? null : `${plural(given_up, 'message waits', 'messages wait')} in the outbox`,
        },
      ])}
    />
  );
}

function Version({ health: { version } }: { health: Health }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <Part
      id="version"
      title="Version"
      items={[
        { label: 'Peritus', value: version.product },
        { label: 'Node', value: version.node },
        { label: 'Database', value: version.database },
        { label: 'Schema', value: version.migration.replace(/\.sql$/, '') },
        { label: 'Running since', value: formatInstant(version.started_at, { zone, now }) },
      ]}
    />
  );
}

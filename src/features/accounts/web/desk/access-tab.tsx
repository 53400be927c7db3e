import { useQuery } from '@tanstack/react-query';
import { grouped } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { type PersonAccess, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import styles from './desk.module.css';

type Acting = PersonAccess['acting'][number];

const REASONS: Record<Acting['reasons'][number]['reason'], string> = {
  role: 'By their role: all reviews here',
  organization: 'Of their organizations',
  ordered: 'They ordered it',
  followed: 'They follow it',
  assigned: 'They are on it as an expert',
  invited: 'They are invited to it',
  assists: 'The expert they work for is on it',
  call: 'They are invited to its call',
};

const many = ({ count, or_more }: { count: number; or_more: boolean }): string =>
  or_more ? `${grouped(count)}+` : grouped(count);

/** What a person sees, and why: counted on the server by the same rules that let them in. */
export function AccessTab({ id }: { id: number }) {
  const read = useQuery(query(peopleDeskEndpoints.access, { params: { id } }));
  return (
    <>
      <p className={styles.quiet}>Counted by the rules that let them in, at this moment.</p>
      {read.isPending ? <SkeletonRows rows={4} columns={[50, 0, 10]} height={44} label="Counting" /> : null}
      <Failure error={read.error} what="It could not be counted." onRetry={() => void read.refetch()} />
      {read.data?.acting.map((acting) => (
        <ActingAs key={acting.profile_id ?? 'role'} acting={acting} />
      ))}
    </>
  );
}

function ActingAs({ acting }: { acting: Acting }) {
  const id = `as-${acting.profile_id ?? 'role'}`;
  const reads = acting.reads_contents ? 'Reads records, reports and messages' : 'Reads no contents';
  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        title={`As ${acting.label}`}
        note={`${reads}${acting.sees_prices ? ' and sees prices' : ''}.`}
      />
      <ul className={styles.rows}>
        <li className={styles.row}>
          <p className={`${styles.words} ${styles.name}`}>Reviews they see</p>
          <p className={styles.count}>{many(acting.reviews)}</p>
        </li>
        {acting.reasons.map((one) => (
          <li key={one.reason} className={styles.row}>
            <p className={styles.words}>{REASONS[one.reason]}</p>
            <p className={styles.count}>{many(one)}</p>
          </li>
        ))}
        {acting.organizations.map((one) => (
          <li key={one.id} className={styles.row}>
            <p className={`${styles.words} ${styles.quiet}`}>Of {one.name}</p>
            <p className={styles.count}>{many(one)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

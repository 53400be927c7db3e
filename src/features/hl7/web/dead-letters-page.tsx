import { IconMail } from '@tabler/icons-react';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { hl7Endpoints } from '../contract.ts';
import { MessageRow } from './message-row.tsx';
import styles from './hl7.module.css';

/** Results no record system took, of all organizations: why, and sent again from here. */
export function DeadLettersPage() {
  const list = usePages(hl7Endpoints.dead, { query: {} });
  return (
    <Page width="wide">
      <PageHeader
        title="Record systems"
        lead="Results that no record system took: refused, or tried for three days in vain. Nobody gets them until they are sent again."
      />
      <ListRows
        list={list}
        what="The results could not be loaded."
        loading={<SkeletonRows rows={4} columns={[40, 20, 20]} height={56} label="Loading the results" />}
        empty={
          <EmptyState icon={<IconMail size={28} stroke={1.5} />} title="Everything was taken">
            A result that a record system does not take is listed here, with what the system answered.
          </EmptyState>
        }
      >
        <ul className={styles.list}>
          {list.rows.map((one) => (
            <MessageRow
              key={one.id}
              organizationId={one.organization_id}
              one={one}
              about={`${one.organization}, ${one.connection} at ${one.where}`}
            />
          ))}
        </ul>
      </ListRows>
    </Page>
  );
}

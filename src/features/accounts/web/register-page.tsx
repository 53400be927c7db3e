import { useNavigate, useSearch } from '@tanstack/react-router';
import { SegmentedField } from '../../../ui/form/choice.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { RegisterForm } from './register-form.tsx';
import styles from './entry.module.css';

const OPTIONS = [
  { value: 'order', label: 'Order reviews' },
  { value: 'review', label: 'Review as an expert' },
];
const LEADS = {
  order: 'For insurers, hospitals and law firms. You become the admin of your organization and can invite your team.',
  review: 'For physicians and clinicians. After this you tell us about your field, license and CV.',
} as const;

/** Registering without an invitation: to order for a new organization, or to apply as an expert. */
export function RegisterPage() {
  const search = useSearch({ strict: false }) as { as?: unknown };
  const navigate = useNavigate();
  const purpose = search.as === 'expert' ? 'review' : 'order';
  return (
    <EntryLayout title="Register" lead={LEADS[purpose]}>
      <div className={styles.choice}>
        <SegmentedField
          path="purpose"
          label="You want to"
          full
          options={OPTIONS}
          value={purpose}
          onChange={(value) =>
            void navigate({
              to: '/register',
              search: value === 'review' ? { as: 'expert' } : {},
              replace: true,
            })
          }
        />
      </div>
      <RegisterForm purpose={purpose} />
    </EntryLayout>
  );
}

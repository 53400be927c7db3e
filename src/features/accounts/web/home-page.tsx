import { IconArrowRight, IconBuildingHospital, IconScale, IconShieldCheck, IconStethoscope } from '@tabler/icons-react';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { HomeShows } from './home-shows.tsx';
import { HowItGoes } from '../../../ui/parts/how-it-goes.tsx';
import styles from './entry.module.css';

const FOR_WHOM = [
  {
    icon: IconShieldCheck,
    who: 'Insurers',
    what: 'A specialist’s view of a claim before you settle, deny or defend it.',
  },
  {
    icon: IconBuildingHospital,
    who: 'Hospitals',
    what: 'Independent review of care, by someone outside your walls and your region.',
  },
  {
    icon: IconScale,
    who: 'Law firms',
    what: 'An opinion with cited pages, and an expert whose conflicts were checked first.',
  },
  {
    icon: IconStethoscope,
    who: 'Medical experts',
    what: 'Reviews in your field, records in one place, times and fees agreed up front.',
    link: { label: 'Apply as an expert', href: '/apply' },
  },
] as const;

/** The one screen for people who are not signed in: what Peritus does and for whom. */
export function HomePage() {
  return (
    <div className={styles.home}>
      <div className={styles.homeMain}>
        <div className={styles.hero}>
          <div>
            <h1 className={styles.heroTitle} tabIndex={-1}>
              The right physician’s answer, with the pages it rests on.
            </h1>
            <p className={styles.heroLead}>
              Peritus is where expert medical reviews are ordered, matched, discussed and delivered. Everyone sees whose
              move it is, and by when.
            </p>
            <div className={styles.heroActs}>
              <ButtonLink
                kind="primary"
                size="lg"
                href="/register"
                trailing={<IconArrowRight stroke={1.75} aria-hidden />}
              >
                Register your organization
              </ButtonLink>
              <ButtonLink size="lg" href="/login">
                Sign in
              </ButtonLink>
            </div>
          </div>
          <div className={styles.heroAside}>
            <HowItGoes />
          </div>
        </div>
        <h2 className={styles.forWhom}>For whom</h2>
        <ul className={styles.audience}>
          {FOR_WHOM.map(({ icon: Icon, who, what, ...more }) => (
            <li key={who} className={styles.audienceItem}>
              <Icon size={18} stroke={1.75} aria-hidden />
              <strong>{who}</strong>
              <span>{what}</span>
              {'link' in more ? <TextLink href={more.link.href}>{more.link.label}</TextLink> : null}
            </li>
          ))}
        </ul>
        <HomeShows />
      </div>
    </div>
  );
}

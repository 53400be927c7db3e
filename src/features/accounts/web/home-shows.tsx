import { TextLink } from '../../../ui/parts/link.tsx';
import styles from './home-shows.module.css';

/** Taken from the demo by `npm run pictures`: '{scene}-{wide|phone}-{light|dark}'. */
const FILES = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });
const fileOf = (name: string): string | undefined => FILES[`./pictures/${name}.webp`];

const SCENES = [
  {
    scene: 'list',
    title: 'Whose move it is, and by when',
    text: 'Lists are grouped by who acts next, each review with its next step and its due date. What waits for you comes first.',
    alt: 'A list of case reviews. Five are grouped under “Your move”, the next five under “With the expert”.',
  },
  {
    scene: 'experts',
    title: 'An expert who fits and has no conflict',
    text: 'Experts are checked against every name in the matter before they see anything about it. You compare those who fit, without their names, and choose.',
    alt: 'Three experts side by side: specialty, first free time, years in practice, setting.',
  },
  {
    scene: 'times',
    title: 'Calls across time zones',
    text: 'The expert offers times and you pick one. Each of you sees it in your own time zone, and the invitation names nobody.',
    alt: 'Five call times on offer, each in Chicago time and in Boston time.',
  },
  {
    scene: 'report',
    title: 'Reports that cite their pages',
    text: 'The expert writes beside the records, and each finding carries the page it rests on. Anyone who holds a signed report can check that it is genuine.',
    alt: 'A hospital record on the left, the questions of the report on the right.',
  },
] as const;

const SECURITY = [
  {
    title: 'Only the people on a review see it.',
    text: 'To everyone else it does not exist. Experts learn names only after they are cleared, and a peer reviewer stays unknown to the hospital.',
  },
  {
    title: 'Files are encrypted, each with its own key.',
    text: 'When a review is purged its keys are destroyed, and no copy of its files can be opened again.',
  },
  {
    title: 'Signing in takes more than a password.',
    text: 'A code from your phone, or your organization’s own single sign-on. You see where you are signed in and can end it.',
  },
  {
    title: 'Every step is on the record.',
    text: 'Who read, changed or downloaded what is kept in an audit trail. It is sealed, so a later change to it shows.',
  },
] as const;

const MACHINE = [
  {
    title: 'One ordinary server.',
    text: 'Two processor cores, 2 GB of memory, 2 GB of disk, and room for your records.',
  },
  {
    title: 'Linux, nothing else to install.',
    text: 'Node and PostgreSQL come with it, or use a PostgreSQL of your own.',
  },
  {
    title: 'Open source.',
    text: 'Apache 2.0. Your records stay on your machine, and nobody can take the product away from you.',
  },
] as const;

/** The picture of a scene as this screen and color scheme want it; the other scheme's is not loaded. */
function Picture({ scene, alt }: { scene: string; alt: string }) {
  return (['light', 'dark'] as const).map((scheme) => (
    <picture key={scheme} className={styles[scheme]}>
      <source media="(max-width: 44em)" srcSet={fileOf(`${scene}-phone-${scheme}`)} width={390} height={640} />
      <img
        className={styles.picture}
        src={fileOf(`${scene}-wide-${scheme}`)}
        width={1180}
        height={738}
        loading="lazy"
        decoding="async"
        alt={alt}
      />
    </picture>
  ));
}

function Points({ points }: { points: readonly { title: string; text: string }[] }) {
  return (
    <ul className={styles.points}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <strong>{title}</strong> {text}
        </li>
      ))}
    </ul>
  );
}

/** The product in pictures of itself, how it keeps what it is told, and which machine it needs. */
export function HomeShows() {
  return (
    <>
      <section className={styles.scenes} aria-label="What it looks like">
        {SCENES.map(({ scene, title, text, alt }) => (
          <div key={scene} className={styles.scene}>
            <div className={styles.words}>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
            <Picture scene={scene} alt={alt} />
          </div>
        ))}
      </section>
      <div className={styles.facts}>
        <section aria-labelledby="home-security">
          <h2 id="home-security">Security, in plain words</h2>
          <Points points={SECURITY} />
          <p className={styles.after}>
            Found a weakness? <TextLink href="/contact">Tell us</TextLink>, and we will answer.
          </p>
        </section>
        <section aria-labelledby="home-machine">
          <h2 id="home-machine">Runs on a machine of your own</h2>
          <Points points={MACHINE} />
        </section>
      </div>
    </>
  );
}

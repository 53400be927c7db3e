import { type ActorKind, isAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who words the mails. */
export const wordsMails = (kind: ActorKind): boolean => isAdmin(kind);

export const WORDING_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Mail wording',
  about: 'Change what mails say, and see each as its reader will.',
  path: '/admin/wording',
  glyph: 'wording',
  admits: wordsMails,
  words: 'templates e-mail subject text',
};

/** A template's name as people read it: "Report delivered". */
export function templateLabel(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What is said of a variant: "outcome: approved, yours: no"; the one case there is has no words. */
export const variantLabel = (variant: string): string =>
  variant
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', value = ''] = part.split('=');
      const said = value === '' ? 'not said' : value === 'true' ? 'yes' : value === 'false' ? 'no' : value;
      return `${name.replaceAll('_', ' ')}: ${said.replaceAll('_', ' ')}`;
    })
    .join(', ');

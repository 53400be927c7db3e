import {
  type Icon,
  IconBuilding,
  IconCalendarDollar,
  IconCalendarOff,
  IconForms,
  IconHourglass,
  IconListDetails,
  IconId,
  IconLifebuoy,
  IconListCheck,
  IconMail,
  IconSpeakerphone,
  IconStethoscope,
  IconUsers,
  IconTags,
  IconTextCaption,
} from '@tabler/icons-react';
import type { ConsoleGlyph } from '../../../core/console.ts';

/** The sign of each place of the console. */
export const GLYPHS: Record<ConsoleGlyph, Icon> = {
  announcements: IconSpeakerphone,
  applications: IconId,
  experts: IconStethoscope,
  forms: IconForms,
  held: IconHourglass,
  holidays: IconCalendarOff,
  organizations: IconBuilding,
  outbox: IconMail,
  people: IconUsers,
  queues: IconListCheck,
  subscriptions: IconCalendarDollar,
  support: IconLifebuoy,
  types: IconListDetails,
  taxonomy: IconTags,
  wording: IconTextCaption,
};

import {
  type Icon,
  IconBuilding,
  IconCalendarDollar,
  IconHourglass,
  IconId,
  IconMail,
  IconStethoscope,
} from '@tabler/icons-react';
import type { ConsoleGlyph } from '../../../core/console.ts';

/** The sign of each place of the console. */
export const GLYPHS: Record<ConsoleGlyph, Icon> = {
  applications: IconId,
  experts: IconStethoscope,
  held: IconHourglass,
  organizations: IconBuilding,
  outbox: IconMail,
  subscriptions: IconCalendarDollar,
};

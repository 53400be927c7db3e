import { createContext, type ReactNode, useContext } from 'react';
import type { ActorKind, Role, Side } from '../../core/actor.ts';

/** Who looks at the page: the signed-in user with the active profile, as every feature's pages need it. */
export interface Viewer {
  user_id: number;
  first_name: string;
  last_name: string;
  email?: string;
  role: Role;
  kind: ActorKind;
  side: Side | null;
  time_zone: string;
  profile_label: string;
  organization: { id: number; name: string } | null;
  /** First-time hints this person has put away. */
  hints_seen: readonly string[];
  /** May import from Box, where their organization has it. */
  box?: boolean | undefined;
}

const Context = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <Context value={viewer}>{children}</Context>;
}

/** The viewer; only under a page that needs sign-in. */
export function useViewer(): Viewer {
  const viewer = useContext(Context);
  if (!viewer) throw new Error('useViewer outside a signed-in page');
  return viewer;
}

/** The viewer, or null on public pages. */
export function useOptionalViewer(): Viewer | null {
  return useContext(Context);
}

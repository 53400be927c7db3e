import { useState } from 'react';
import { DRAFTS } from '../../../ui/session/drafts.ts';
import type { OrganizationSettingsView } from '../contract/console.ts';

export type Changes = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function stored(key: string): Changes {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Changes) : {};
  } catch {
    return {};
  }
}

/**
 * What somebody changed about an organization and has not saved, by field; null: back to what is inherited. It is kept on this
 * device, so that a closed tab loses nothing. What is set to what holds already is no change.
 */
export function useChanges(id: number, userId: number) {
  const key = `${DRAFTS}organization:${userId}:${id}`;
  const [changes, setChanges] = useState<Changes>(() => stored(key));
  const keep = (next: Changes): void => {
    setChanges(next);
    try {
      if (Object.keys(next).length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // a comfort only
    }
  };
  return {
    changes,
    set: (view: OrganizationSettingsView, name: string, value: unknown): void => {
      const field = view.fields[name];
      const { [name]: _before, ...others } = changes;
      const asItIs = field && (value === null ? !field.is_own : field.is_own && same(value, field.value));
      keep(asItIs ? others : { ...others, [name]: value });
    },
    clear: () => keep({}),
    /** Those that still differ from what holds, once somebody else's changes came in between. */
    against: (view: OrganizationSettingsView): Changes =>
      Object.fromEntries(
        Object.entries(changes).filter(([name, value]) => {
          const field = view.fields[name];
          if (!field?.may_set) return false;
          return value === null ? field.is_own : !field.is_own || !same(value, field.value);
        }),
      ),
  };
}

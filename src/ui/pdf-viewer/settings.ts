import { clampScale } from './layout.ts';
import type { Zoom } from './types.ts';

/** What the viewer remembers on this device. */
export interface ViewerSettings {
  zoom: Zoom;
  rail: boolean;
}

const KEY = 'peritus.records-viewer';

/** Reads what was stored; anything unreadable falls back to fit width with thumbnails. */
export function parseSettings(stored: string | null): ViewerSettings {
  const settings: ViewerSettings = { zoom: { mode: 'fit-width' }, rail: true };
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return settings;
    if ('rail' in value && typeof value.rail === 'boolean') settings.rail = value.rail;
    if ('zoom' in value && typeof value.zoom === 'object' && value.zoom !== null && 'mode' in value.zoom) {
      const zoom = value.zoom;
      if (zoom.mode === 'fit-page') settings.zoom = { mode: 'fit-page' };
      if (zoom.mode === 'custom' && 'scale' in zoom && typeof zoom.scale === 'number' && zoom.scale > 0) {
        settings.zoom = { mode: 'custom', scale: clampScale(zoom.scale) };
      }
    }
  } catch {
    // Someone else's text under our key: the defaults are fine.
  }
  return settings;
}

export function loadSettings(): ViewerSettings {
  try {
    return parseSettings(localStorage.getItem(KEY));
  } catch {
    return parseSettings(null);
  }
}

export function saveSettings(settings: ViewerSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be closed (private window); the viewer then simply forgets.
  }
}

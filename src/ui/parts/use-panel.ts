import { type FocusEvent, type RefObject, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';

const GAP = 6;
const EDGE = 8;

export interface PanelSide {
  /** Above its button rather than under it, where there is room. */
  above?: boolean | undefined;
  /** Its right edge under the button's, as at the right edge of the page. */
  end?: boolean | undefined;
}

/** What the button that opens a panel carries. */
export interface PanelButton {
  popoverTarget: string;
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog' | 'menu';
}

/**
 * A panel over everything that a button opens beside itself. Opening puts the focus on the first of `stops` in it;
 * Escape, a press outside or leaving it closes it, and the focus goes back to the button.
 */
export function usePanel(role: 'dialog' | 'menu', stops: string, { above = false, end = false }: PanelSide) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [node, at] = [panel.current, anchor.current];
    if (!open || !node || !at) return undefined;
    const place = () => placeBeside(node, at.getBoundingClientRect(), above, end);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [open, above, end]);

  const button: PanelButton = { popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': role };
  return {
    open,
    anchor: anchor as RefObject<HTMLSpanElement | null>,
    button,
    close: () => {
      panel.current?.hidePopover();
      // some browsers do not focus a pressed button, and so have nowhere to return to
      if (document.activeElement === document.body)
        anchor.current?.querySelector<HTMLElement>('[popovertarget]')?.focus();
    },
    panel: {
      ref: panel,
      id,
      role,
      popover: 'auto' as const,
      // pressed beside its controls it keeps the focus, which else goes to what lies under it and closes it
      tabIndex: -1,
      onBeforeToggle: (event: ToggleEvent<HTMLDivElement>) => {
        if (event.newState !== 'open' || event.target !== panel.current || !anchor.current) return;
        // placed and filled before it is painted, so that it neither jumps nor blinks
        placeBeside(panel.current, anchor.current.getBoundingClientRect(), above, end);
        setOpen(true);
      },
      onToggle: (event: ToggleEvent<HTMLDivElement>) => {
        if (event.target !== panel.current || !anchor.current) return;
        // emptied only once it is gone, so that the browser still finds the focus in it and gives it back
        setOpen(event.newState === 'open');
        if (event.newState !== 'open') return;
        // now that its width is known
        placeBeside(panel.current, anchor.current.getBoundingClientRect(), above, end);
        // the panel itself while its choices are still on their way
        (panel.current.querySelector<HTMLElement>(stops) ?? panel.current).focus({ preventScroll: true });
      },
      onBlur: (event: FocusEvent<HTMLDivElement>) => {
        const to = event.relatedTarget;
        if (to instanceof Node && !anchor.current?.contains(to)) event.currentTarget.hidePopover();
      },
    },
  };
}

/** On its side of the button where there is room, else on the other; within the window. */
function placeBeside(panel: HTMLElement, at: DOMRect, above: boolean, end: boolean): void {
  const width = document.documentElement.clientWidth;
  const under = window.innerHeight - at.bottom - GAP - EDGE;
  const over = at.top - GAP - EDGE;
  const [wanted, other] = above ? [over, under] : [under, over];
  const isOver = wanted >= 260 || wanted >= other ? above : !above;
  panel.style.top = isOver ? 'auto' : `${at.bottom + GAP}px`;
  panel.style.bottom = isOver ? `${window.innerHeight - at.top + GAP}px` : 'auto';
  panel.style.maxHeight = `${Math.max(120, isOver ? over : under)}px`;
  const wide = Math.min(panel.offsetWidth || 320, width - 2 * EDGE);
  const fromEnd = end && at.right - wide >= EDGE;
  panel.style.right = fromEnd ? `${width - at.right}px` : 'auto';
  panel.style.left = fromEnd ? 'auto' : `${Math.max(EDGE, Math.min(at.left, width - EDGE - wide))}px`;
}

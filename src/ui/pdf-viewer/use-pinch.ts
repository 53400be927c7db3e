import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** A place in the window of the desk that must stay under the fingers while the zoom changes. */
export interface Focal {
  x: number;
  y: number;
}

/** Two fingers, or the wheel with Ctrl (what a trackpad's pinch sends), change the zoom around where they are. */
export function usePinch(
  element: RefObject<HTMLElement | null>,
  scale: number,
  onScale: (scale: number, focal: Focal) => void,
): void {
  const state = useRef({ scale, onScale });
  useEffect(() => {
    state.current = { scale, onScale };
  }, [scale, onScale]);

  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    let start: { apart: number; scale: number } | null = null;
    const place = (x: number, y: number): Focal => {
      const box = target.getBoundingClientRect();
      return { x: x - box.left, y: y - box.top };
    };
    const apart = (touches: TouchList): number => {
      const [a, b] = [touches[0], touches[1]];
      return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
    };
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const step = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 180);
      state.current.onScale(state.current.scale * step, place(event.clientX, event.clientY));
    };
    const onStart = (event: TouchEvent): void => {
      if (event.touches.length === 2) start = { apart: apart(event.touches), scale: state.current.scale };
    };
    const onMove = (event: TouchEvent): void => {
      const [a, b] = [event.touches[0], event.touches[1]];
      if (!start || !a || !b || start.apart === 0) return;
      event.preventDefault();
      const focal = place((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
      state.current.onScale((start.scale * apart(event.touches)) / start.apart, focal);
    };
    const onEnd = (event: TouchEvent): void => {
      if (event.touches.length < 2) start = null;
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    target.addEventListener('touchstart', onStart, { passive: true });
    target.addEventListener('touchmove', onMove, { passive: false });
    target.addEventListener('touchend', onEnd);
    target.addEventListener('touchcancel', onEnd);
    return () => {
      target.removeEventListener('wheel', onWheel);
      target.removeEventListener('touchstart', onStart);
      target.removeEventListener('touchmove', onMove);
      target.removeEventListener('touchend', onEnd);
      target.removeEventListener('touchcancel', onEnd);
    };
  }, [element]);
}

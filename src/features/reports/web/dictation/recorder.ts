import { audioOfContent } from '../../../../core/audio-types.ts';
import { type KeptRecording, keepPiece } from './kept.ts';

/** Each piece is kept on its own; so many milliseconds are the most that can be lost. */
const PIECE_MS = 3000;
/** What browsers record, the best first. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus', 'audio/webm'];

/** Why nothing can be recorded, for the person. */
export class CannotRecord extends Error {}

const REFUSED =
  'This page may not use the microphone. Allow it beside the address of the page, then try again; or upload a recording from another device.';
const NO_MICROPHONE = 'No microphone was found. Connect one and try again, or upload a recording from another device.';
const UNABLE = 'This browser cannot record. Upload a recording from another device.';

/** One recording under way. */
export interface Recording {
  pause(): void;
  resume(): void;
  /** Ends it; resolves once the last piece is kept. Rejects where the browser could not keep it. */
  stop(): Promise<void>;
  seconds(): number;
}

/** Whether this browser can record at all. */
const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && 'mediaDevices' in navigator && typeof indexedDB !== 'undefined';

/** Begins to record, after the person let the page. Throws `CannotRecord` with what to do. */
export async function record(of: { user_id: number; review_id: number }): Promise<Recording> {
  if (!canRecord()) throw new CannotRecord(UNABLE);
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one) && audioOfContent(one) !== null);
  if (type === undefined) throw new CannotRecord(UNABLE);
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : '';
    throw new CannotRecord(name === 'NotFoundError' || name === 'NotReadableError' ? NO_MICROPHONE : REFUSED);
  });
  const recorder = new MediaRecorder(stream, { mimeType: type });
  const kept: KeptRecording = {
    id: crypto.randomUUID(),
    ...of,
    content_type: type,
    started_at: new Date().toISOString(),
    seconds: 0,
  };
  let spoken = 0;
  let since = performance.now();
  const seconds = (): number => (spoken + (recorder.state === 'recording' ? performance.now() - since : 0)) / 1000;
  let count = 0;
  let writing: Promise<void> = Promise.resolve();
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    const at = count;
    count += 1;
    const so_far = { ...kept, seconds: seconds() };
    writing = writing.then(() => keepPiece(so_far, at, data));
    // whoever stops is told; until then nothing is lost that was kept
    writing.catch(() => undefined);
  });
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }));
  recorder.start(PIECE_MS);
  const rest = (): void => {
    if (recorder.state !== 'recording') return;
    spoken += performance.now() - since;
  };
  return {
    seconds,
    pause() {
      rest();
      recorder.pause();
    },
    resume() {
      since = performance.now();
      recorder.resume();
    },
    async stop() {
      rest();
      if (recorder.state !== 'inactive') recorder.stop();
      for (const track of stream.getTracks()) track.stop();
      await ended;
      await writing;
    },
  };
}

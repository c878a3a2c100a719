import type { DocumentSpec } from '@isola/photo-specs/documents';

import type { FaceSearch } from '../../faces/create-face-search.ts';
import { createShutter, type ShutterStep } from '../../shutter/create-shutter.ts';

export interface WatchOptions {
  readonly video: HTMLVideoElement;
  readonly faces: FaceSearch;
  readonly document: DocumentSpec;
  readonly signal: AbortSignal;
  readonly onStep: (step: ShutterStep) => void;
}

/** Longer side to which frames are scaled. A face is then large enough, and a search takes some 30 ms. */
const frameSidePx = 512;
/** Shortest time between two searches, so that the device keeps cool. */
const intervalMs = 80;

/**
 * Measures the frames of a video one after the other, until the picture is due. A page in the background measures
 * nothing.
 * @throws {Error} when faces cannot be measured; the signal's reason.
 */
export async function watchFrames({ video, faces, document, signal, onStep }: WatchOptions): Promise<void> {
  const shutter = createShutter();
  for (;;) {
    await nextFrame(signal);
    if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) continue;
    const startedMs = performance.now();
    const found = await faces.find(video, { search: 'whole', maxSidePx: frameSidePx, signal }).catch(unlessNoFrame);
    if (!found) continue;
    const frame = { faces: found, widthPx: video.videoWidth, heightPx: video.videoHeight };
    const step = shutter.see(frame, document, startedMs);
    onStep(step);
    if (step.isDue) return;
    await pause(Math.max(0, startedMs + intervalMs - performance.now()), signal);
  }
}

/** Ignores that a camera, which has just started or changed its size, has no frame yet. */
function unlessNoFrame(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'InvalidStateError') return undefined;
  throw error;
}

function nextFrame(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    requestAnimationFrame(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
  });
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, durationMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

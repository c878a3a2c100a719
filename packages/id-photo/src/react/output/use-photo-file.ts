import { type Failure, failureOf } from '@isola/editor';
import type { SizedFile } from '@isola/imaging';
import { useEffect, useState } from 'react';

import type { PlacedPhoto } from '../photo-work.ts';
import type { PhotoRenderer } from './create-photo-renderer.ts';

export type PhotoFile =
  | { readonly state: 'none' }
  | { readonly state: 'rendering'; readonly before: ReadyFile | undefined }
  | ReadyFile
  | FailedFile;

export interface FailedFile {
  readonly state: 'failed';
  readonly failure: Failure;
  readonly retry: () => void;
}

export interface ReadyFile {
  readonly state: 'ready';
  readonly photo: PlacedPhoto;
  readonly result: SizedFile;
  /** Object URL for displaying the file. */
  readonly url: string;
}

/** Result of the last rendering that ended. */
interface Outcome {
  readonly renderer: PhotoRenderer;
  readonly photo: PlacedPhoto;
  readonly ended: ReadyFile | Failure;
}

/** Delay before rendering, in ms, so that not every step of a changing angle is rendered. */
const restMs = 150;

/** Renders the photo each time it is placed. */
export function usePhotoFile(renderer: PhotoRenderer | undefined, photo: PlacedPhoto | undefined): PhotoFile {
  const [outcome, setOutcome] = useState<Outcome>();
  const isEnded = outcome !== undefined && outcome.renderer === renderer && outcome.photo === photo;
  useEffect(() => {
    if (!renderer || !photo || isEnded) return undefined;
    const leaving = new AbortController();
    const render = async () => {
      try {
        const result = await renderer.render(photo, leaving.signal);
        if (leaving.signal.aborted) return;
        const url = URL.createObjectURL(result.file);
        setOutcome({ renderer, photo, ended: { state: 'ready', photo, result, url } });
      } catch (error) {
        if (leaving.signal.aborted) return;
        reportError(error);
        setOutcome({ renderer, photo, ended: failureOf(error) });
      }
    };
    const timer = setTimeout(() => void render(), restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [renderer, photo, isEnded]);
  const ready = outcome && 'state' in outcome.ended ? outcome.ended : undefined;
  const url = ready?.url;
  useEffect(() => {
    if (!url) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  if (!renderer || !photo) return { state: 'none' };
  if (!isEnded) return { state: 'rendering', before: outcome?.renderer === renderer ? ready : undefined };
  if ('state' in outcome.ended) return outcome.ended;
  return { state: 'failed', failure: outcome.ended, retry: () => setOutcome(undefined) };
}

/** Returns the file to show: the current photo's, or the previous one while the current photo is rendered. */
export function readyOf(file: PhotoFile): ReadyFile | undefined {
  if (file.state === 'ready') return file;
  return file.state === 'rendering' ? file.before : undefined;
}

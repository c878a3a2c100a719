import type { SizedFile } from '@isola/imaging';
import { useEffect, useState } from 'react';

import type { PlacedPhoto } from '../photo-work.ts';
import type { PhotoRenderer } from './create-photo-renderer.ts';

export type PhotoFile =
  | { readonly state: 'none' }
  | { readonly state: 'rendering'; readonly before: ReadyFile | undefined }
  | ReadyFile
  | { readonly state: 'failed'; readonly retry: () => void };

export interface ReadyFile {
  readonly state: 'ready';
  readonly photo: PlacedPhoto;
  readonly result: SizedFile;
  /** For showing it. */
  readonly url: string;
}

/** What came of the last rendering that ended. */
interface Outcome {
  readonly renderer: PhotoRenderer;
  readonly photo: PlacedPhoto;
  /** Undefined where it failed. */
  readonly ready: ReadyFile | undefined;
}

/** While an angle is set, one need not render each of its steps. */
const restMs = 150;

/** Renders a photo whenever it is placed anew. */
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
        setOutcome({ renderer, photo, ready: { state: 'ready', photo, result, url } });
      } catch (error) {
        if (leaving.signal.aborted) return;
        reportError(error);
        setOutcome({ renderer, photo, ready: undefined });
      }
    };
    const timer = setTimeout(() => void render(), restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [renderer, photo, isEnded]);
  const url = outcome?.ready?.url;
  useEffect(() => {
    if (!url) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  if (!renderer || !photo) return { state: 'none' };
  if (isEnded) return outcome.ready ?? { state: 'failed', retry: () => setOutcome(undefined) };
  return { state: 'rendering', before: outcome?.renderer === renderer ? outcome.ready : undefined };
}

/** The file that is shown: of the photo as it is, or until that is there as it was. */
export function readyOf(file: PhotoFile): ReadyFile | undefined {
  if (file.state === 'ready') return file;
  return file.state === 'rendering' ? file.before : undefined;
}

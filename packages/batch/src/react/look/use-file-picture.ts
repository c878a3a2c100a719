import { type SubjectTone, subjectTone } from '@isola/ui/checkerboard';
import { useEffect, useState } from 'react';

/** A file that the browser has decoded. */
export interface FilePicture {
  /** Object URL, valid while the picture is shown. */
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Tone of the subject, which decides the checkerboard behind it. */
  readonly tone: SubjectTone | undefined;
}

export type PictureState =
  | { readonly state: 'loading' }
  | { readonly state: 'shown'; readonly picture: FilePicture }
  | { readonly state: 'failed' };

const loading: PictureState = { state: 'loading' };

/**
 * Reads an image at full size and decodes it. The previous image is not shown meanwhile.
 * @param load reads the file; undefined when no image is wanted.
 * @param version text that changes whenever the image has to be read again.
 */
export function useFilePicture(load: (() => Promise<Blob>) | undefined, version: string): PictureState {
  const [read, setRead] = useState<{ readonly version: string; readonly result: PictureState }>();
  const isWanted = load !== undefined;
  useEffect(() => {
    if (!load) return undefined;
    let isGone = false;
    const image = new Image();
    const start = async () => {
      try {
        image.src = URL.createObjectURL(await load());
        await image.decode();
        const { src: url, naturalWidth: widthPx, naturalHeight: heightPx } = image;
        const picture = { url, widthPx, heightPx, tone: await subjectTone(image) };
        if (!isGone) setRead({ version, result: { state: 'shown', picture } });
      } catch {
        if (!isGone) setRead({ version, result: { state: 'failed' } });
      }
      if (isGone) URL.revokeObjectURL(image.src);
    };
    void start();
    return () => {
      isGone = true;
      URL.revokeObjectURL(image.src);
    };
    // The caller's function is new with each render. The version says when it reads another image.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [version, isWanted]);
  return read?.version === version ? read.result : loading;
}

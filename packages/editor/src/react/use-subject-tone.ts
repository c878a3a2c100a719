import { type SubjectTone, subjectTone } from '@isola/ui/checkerboard';
import { useEffect, useState } from 'react';

/** Tones that have been measured. A cutout is measured once. */
const measured = new WeakMap<ImageBitmap, SubjectTone | undefined>();

/** @returns the tone of a cutout's subject; undefined until it is measured, and when no checkerboard swallows it. */
export function useSubjectTone(cutout: ImageBitmap | undefined): SubjectTone | undefined {
  const [, setVersion] = useState(0);
  useEffect(() => {
    if (!cutout || measured.has(cutout)) return undefined;
    let isGone = false;
    void subjectTone(cutout).then((tone) => {
      measured.set(cutout, tone);
      if (!isGone) setVersion((version) => version + 1);
    });
    return () => {
      isGone = true;
    };
  }, [cutout]);
  return cutout && measured.get(cutout);
}

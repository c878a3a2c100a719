import { useSessionState } from '@isola/editor/react';
import { createFaceSearch, IdPhotoView } from '@isola/id-photo/react';
import { useEffect, useState } from 'react';

import { ContinueWith } from './continue-with.tsx';
import { SampleRow } from './sample-row.tsx';
import { manifestUrl } from './site-segmenter.ts';

export interface IdPhotoToolProps {
  /** Called with true once an image is open, and with false when it is closed. */
  onFilled: (isFilled: boolean) => void;
}

/** ID photo tool with the site's one open image. */
export function IdPhotoTool({ onFilled }: IdPhotoToolProps) {
  const isFilled = useSessionState().state !== 'empty';
  const [faces] = useState(() => createFaceSearch({ manifestUrl }));
  useEffect(() => onFilled(isFilled), [isFilled, onFilled]);
  useEffect(() => () => faces.close(), [faces]);
  return (
    <IdPhotoView
      faces={faces}
      samples={
        <>
          <ContinueWith className="mt-4" />
          <SampleRow ids={['figure']} className="flex-col pb-5 text-center" />
        </>
      }
    />
  );
}

import { useSessionState } from '@isola/editor/react';
import { IdPhotoView } from '@isola/id-photo/react';
import { useEffect } from 'react';

import { ContinueWith } from './continue-with.tsx';
import { SampleRow } from './sample-row.tsx';

export interface IdPhotoToolProps {
  /** Called with true once an image is open, and with false when it is closed. */
  onFilled: (isFilled: boolean) => void;
}

/** ID photo tool with the site's one open image. */
export function IdPhotoTool({ onFilled }: IdPhotoToolProps) {
  const isFilled = useSessionState().state !== 'empty';
  useEffect(() => onFilled(isFilled), [isFilled, onFilled]);
  return (
    <IdPhotoView
      samples={
        <>
          <ContinueWith className="mt-4" />
          <SampleRow ids={['figure']} className="flex-col pb-5 text-center" />
        </>
      }
    />
  );
}

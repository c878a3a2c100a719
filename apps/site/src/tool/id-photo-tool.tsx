import { useSessionState } from '@isola/editor/react';
import { IdPhotoView } from '@isola/id-photo/react';
import { useEffect } from 'react';

import { SampleRow } from './sample-row.tsx';
import { useReopenLast } from './use-reopen-last.ts';

export interface IdPhotoToolProps {
  /** Told once there is an image, and when there is none any more. */
  onFilled: (isFilled: boolean) => void;
}

/** The whole ID photo tool, with the site's one open image in it. */
export function IdPhotoTool({ onFilled }: IdPhotoToolProps) {
  useReopenLast();
  const isFilled = useSessionState().state !== 'empty';
  useEffect(() => onFilled(isFilled), [isFilled, onFilled]);
  return <IdPhotoView samples={<SampleRow ids={['figure']} className="flex-col pb-5 text-center" />} />;
}

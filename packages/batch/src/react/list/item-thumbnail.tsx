import { Thumbnail, type ThumbnailProps } from '@isola/ui/thumbnail';

import type { BatchItem } from '../../batch.ts';
import { useThumbnail } from './use-thumbnail.ts';

/** Thumbnail of an item on the transparency grid. It has no text alternative, because name and state are next to it. */
export function ItemThumbnail({ item, ...props }: { item: BatchItem } & Pick<ThumbnailProps, 'size' | 'className'>) {
  const src = useThumbnail(item);
  const isFailed = item.state === 'processed' && item.outcome === 'failed';
  return (
    <Thumbnail
      {...props}
      {...(src && { src })}
      alt=""
      stateLabel=""
      state={isFailed ? 'failed' : item.state}
      {...(item.state === 'processing' && { progress: item.share })}
    />
  );
}

import { type Matte, type ObjectEdit, objectEditOf } from '@isola/imaging';
import type { Segmenter } from '@isola/segmenter';

import type { ObjectClick } from '../edits/object.ts';
import type { SourceImage } from '../model/source-image.ts';

export interface ObjectSearch {
  readonly image: SourceImage;
  /** Matte of the image before all edits. */
  readonly first: Matte;
  /** Matte that the user sees, of the same size. */
  readonly shown: Matte;
  readonly signal: AbortSignal;
}

/**
 * Finds the object at a click with the segmenter.
 * @returns the edit that adds or removes the object; undefined when it would change nothing.
 * @throws {SegmenterError} the reason why nothing could be found; the reason of the signal.
 */
export async function findObject(
  segmenter: Pick<Segmenter, 'segment'>,
  click: ObjectClick,
  { image, first, shown, signal }: ObjectSearch,
): Promise<ObjectEdit | undefined> {
  const isAdded = click.action === 'add-object';
  const { matte } = await segmenter.segment(image.bitmap ?? image.file, {
    outputs: [],
    // An image's own transparency is in the matte already. The network has to see the object all the same.
    transparency: 'cut',
    prompt: {
      points: [{ xPx: click.x, yPx: click.y, keep: isAdded }],
      // An added object is looked for in the whole image, a removed one among what is left.
      matte: isAdded ? first : shown,
    },
    signal,
  });
  return objectEditOf(click, shown, matte);
}

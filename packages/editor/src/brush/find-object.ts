import { type Matte, type ObjectEdit, objectEditOf } from '@isola/imaging';
import type { Prompt, Segmenter } from '@isola/segmenter';

import type { ObjectClick } from '../edits/object.ts';
import type { SourceImage } from '../model/source-image.ts';

export interface ObjectSearch {
  readonly image: SourceImage;
  /** Matte of the image before all edits. */
  readonly first: Matte;
  /** Matte that the user sees, of the same size. */
  readonly shown: Matte;
  /** True if an object has been removed from the matte that the user sees. */
  readonly isCorrected: boolean;
  readonly signal: AbortSignal;
}

/** An object that was found at a click or in a box. */
export interface FoundObject {
  /** The edit that adds or removes the object. */
  readonly edit: ObjectEdit;
  /** Change of alpha of each pixel, 0…255. */
  readonly change: Matte;
}

/**
 * Finds the object at a click, or in a box, with the segmenter.
 * @returns undefined when nothing would change.
 * @throws {SegmenterError} the reason why nothing could be found; the reason of the signal.
 */
export async function findObject(
  segmenter: Pick<Segmenter, 'segment'>,
  click: ObjectClick,
  { image, first, shown, isCorrected, signal }: ObjectSearch,
): Promise<FoundObject | undefined> {
  const isAdded = click.action === 'add-object';
  const { matte } = await segmenter.segment(image.bitmap ?? image.file, {
    outputs: [],
    // An image's own transparency is in the matte already. The network has to see the object all the same.
    transparency: 'cut',
    prompt: {
      ...placeOf(click, isAdded),
      // An added object is looked for in the whole image, a removed one among what is left.
      matte: isAdded ? first : shown,
      corrected: !isAdded && isCorrected,
    },
    signal,
  });
  const edit = await objectEditOf({ action: click.action, x: click.x, y: click.y }, shown, matte);
  return edit && { edit, change: isAdded ? difference(matte, shown) : difference(shown, matte) };
}

function placeOf({ x, y, box }: ObjectClick, keep: boolean): Pick<Prompt, 'points' | 'box'> {
  if (!box) return { points: [{ xPx: x, yPx: y, keep }] };
  return { box: { leftPx: box.x, topPx: box.y, widthPx: box.width, heightPx: box.height, keep } };
}

function difference(from: Matte, other: Matte): Matte {
  const data = new Uint8ClampedArray(from.data.length);
  for (let at = 0; at < data.length; at += 1) data[at] = (from.data[at] ?? 0) - (other.data[at] ?? 0);
  return { ...from, data };
}

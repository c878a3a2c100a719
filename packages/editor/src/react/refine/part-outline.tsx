import { type Matte, partMask, traceOutline } from '@isola/imaging';
import type { DisputedPart } from '@isola/segmenter';
import { useMemo } from 'react';

import { isSamePart } from '../../edits/settle-part.ts';
import type { Editor } from '../../editor.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { Outline } from '../canvas/outline.tsx';
import { useOpenParts } from '../use-open-parts.ts';

export interface PartOutlineProps {
  editor: Editor;
  part: DisputedPart;
  store: Viewport;
}

/** Outline of a disputed part, shown until the part is settled. */
export function PartOutline({ editor, part, store }: PartOutlineProps) {
  const isOpen = useOpenParts(editor).some((each) => isSamePart(each, part));
  const { matte } = editor.segmentation;
  const outline = useMemo(() => outlineOf(matte, part), [matte, part]);
  return isOpen && <Outline {...outline} store={store} />;
}

/**
 * @returns the outline of the matte within the part, in px of the part's mask, and the placement of the mask in the
 * image.
 */
function outlineOf(matte: Matte, part: DisputedPart) {
  const { rect, data: mask } = partMask(part, matte);
  const data = mask.map((value, at) => {
    const [column, row] = [at % rect.widthPx, Math.floor(at / rect.widthPx)];
    return Math.min(value, matte.data[(rect.y + row) * matte.widthPx + rect.x + column] ?? 0);
  });
  const paths = traceOutline({ data, widthPx: rect.widthPx, heightPx: rect.heightPx });
  return { paths, placement: { a: 1, b: 0, c: 0, d: 1, e: rect.x, f: rect.y } };
}

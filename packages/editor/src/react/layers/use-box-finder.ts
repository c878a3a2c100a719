import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { layersOf } from '../../document/layers.ts';
import { fontFamilyOf } from '../../rendering/page-fonts.ts';
import { type BoxOf, createBoxFinder } from '../../rendering/place-layers.ts';
import { measurePicture, pictureSizeOf } from './picture-sizes.ts';

/** Measures the pictures of a document's layers. Returns a number that grows whenever another size is known. */
function useMeasuredPictures(document: ImageDocument): number {
  const layers = useStore(document.history, ({ state }) => layersOf(state));
  const [count, setCount] = useState(0);
  const missingKey = layers
    .flatMap((layer) => (layer.kind === 'picture' && !pictureSizeOf(document, layer.image) ? [layer.image] : []))
    .join(' ');
  useEffect(() => {
    let isWanted = true;
    const measure = async (id: string) => {
      await measurePicture(document, id);
      if (isWanted) setCount((before) => before + 1);
    };
    for (const id of missingKey.split(' ')) if (id) void measure(id);
    return () => {
      isWanted = false;
    };
  }, [document, missingKey]);
  return count;
}

/** Returns a function that finds the boxes of a document's layers. It is a new one when more fonts or pictures are known. */
export function useBoxFinder(document: ImageDocument): BoxOf {
  const layers = useStore(document.history, ({ state }) => layersOf(state));
  const measuredCount = useMeasuredPictures(document);
  const [fontCount, setFontCount] = useState(0);
  const texts = layers.flatMap((layer) => (layer.kind === 'text' ? [layer] : []));
  const fontsKey = JSON.stringify(texts.map((layer) => [layer.weight, fontFamilyOf(layer), layer.text]));
  useEffect(() => {
    let isWanted = true;
    const fonts = JSON.parse(fontsKey) as [weight: number, family: string, text: string][];
    const loading = fonts.map(([weight, family, text]) =>
      globalThis.document.fonts.load(`${weight} 16px ${family}`, text),
    );
    // A font that does not load is replaced by the next one of its list, whose box is measured then.
    void Promise.allSettled(loading).then(() => isWanted && setFontCount((count) => count + 1));
    return () => {
      isWanted = false;
    };
  }, [fontsKey]);

  return useMemo(() => {
    const measurer = new OffscreenCanvas(1, 1).getContext('2d');
    const find = measurer && createBoxFinder(measurer, document, (id) => pictureSizeOf(document, id));
    // Both numbers make a new function, because texts have other boxes with other fonts, and pictures have none before they are
    // measured.
    return (layer, frame) => (fontCount + measuredCount >= 0 ? find?.(layer, frame) : undefined);
  }, [document, measuredCount, fontCount]);
}

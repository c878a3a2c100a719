import type { Size } from '@isola/imaging';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { layersOf } from '../../document/layers.ts';
import { fontFamilyOf } from '../../rendering/page-fonts.ts';
import { type BoxOf, createBoxFinder } from '../../rendering/place-layers.ts';

/** Measures a picture of a document. One that cannot be decoded has no size, and the rendering reports it. */
export async function measurePicture(document: ImageDocument, id: string): Promise<Size | undefined> {
  const picture = document.backgroundImage(id);
  const bitmap = picture && (await createImageBitmap(picture).catch(() => undefined));
  if (!bitmap) return undefined;
  const size = { widthPx: bitmap.width, heightPx: bitmap.height };
  bitmap.close();
  return size;
}

/** Returns the sizes of the pictures of a document's layers, by the ids of the document's images. They are measured one by one. */
function usePictureSizes(document: ImageDocument): ReadonlyMap<string, Size> {
  const layers = useStore(document.history, ({ state }) => layersOf(state));
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size>>(new Map());
  const missing = layers.flatMap((layer) => (layer.kind === 'picture' && !sizes.has(layer.image) ? [layer.image] : []));
  const missingKey = missing.join(' ');
  useEffect(() => {
    let isWanted = true;
    const measure = async (id: string) => {
      const size = await measurePicture(document, id);
      if (size && isWanted) setSizes((known) => new Map(known).set(id, size));
    };
    for (const id of missingKey.split(' ')) if (id) void measure(id);
    return () => {
      isWanted = false;
    };
  }, [document, missingKey]);
  return sizes;
}

/** Returns a function that finds the boxes of a document's layers. It is a new one when more fonts or pictures are known. */
export function useBoxFinder(document: ImageDocument): BoxOf {
  const layers = useStore(document.history, ({ state }) => layersOf(state));
  const sizes = usePictureSizes(document);
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
    const find = measurer && createBoxFinder(measurer, document, (id) => sizes.get(id));
    // The number of loaded fonts makes a new function, because texts have other boxes with other fonts.
    return (layer, frame) => (fontCount >= 0 ? find?.(layer, frame) : undefined);
  }, [document, sizes, fontCount]);
}

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';

import type { ProductPreview } from '../product/open-product.ts';
import { shadowLights, type ShadowKind, type ShopSession } from '../session/create-shop-session.ts';

/** Previews of the product for the stages. Each is undefined until it is rendered, and when rendering failed. */
export interface Previews {
  readonly plain: ProductPreview | undefined;
  readonly withShadow: ProductPreview | undefined;
}

/** Renders the previews that all stages share. Each stage draws them at its own position. */
export function usePreviews(session: ShopSession): Previews {
  const shadow = useStore(session, (state) => state.shadow);
  return { plain: usePreview(session, 'none'), withShadow: usePreview(session, shadow) };
}

function usePreview({ product }: ShopSession, shadow: ShadowKind): ProductPreview | undefined {
  const [preview, setPreview] = useState<ProductPreview>();
  useEffect(() => {
    const rendering = new AbortController();
    let rendered: ProductPreview | undefined;
    async function render() {
      try {
        rendered = await product.preview(shadowLights[shadow], rendering.signal);
        if (rendering.signal.aborted) rendered.bitmap.close();
        else setPreview(rendered);
      } catch (error) {
        if (!rendering.signal.aborted) reportError(error);
      }
    }
    void render();
    return () => {
      rendering.abort();
      // A closed bitmap has no size, so the stages keep what they painted until the next preview arrives.
      rendered?.bitmap.close();
    };
  }, [product, shadow]);
  return preview;
}

import type { SessionState } from '@isola/editor';
import { useEffect, useMemo, useReducer, useState } from 'react';

import { openProduct, type Product } from '../product/open-product.ts';

export type OpenedProduct =
  | { readonly state: 'opening' | 'empty' }
  | { readonly state: 'open'; readonly product: Product }
  | { readonly state: 'failed'; readonly retry: () => void };

/** Opens the product of a result. Closes it when the component unmounts or another result arrives. */
export function useProduct({ document, segmentation }: Extract<SessionState, { state: 'done' }>): OpenedProduct {
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const wanted = useMemo(() => ({ document, segmentation, attempt }), [document, segmentation, attempt]);
  const [opened, setOpened] = useState<{ readonly of: object; readonly outcome: OpenedProduct }>();
  useEffect(() => {
    const opening = new AbortController();
    let product: Product | undefined;
    async function open() {
      try {
        product = await openProduct(wanted.document, wanted.segmentation, opening.signal);
        if (opening.signal.aborted) product?.close();
        else setOpened({ of: wanted, outcome: product ? { state: 'open', product } : { state: 'empty' } });
      } catch (error) {
        if (opening.signal.aborted) return;
        reportError(error);
        setOpened({ of: wanted, outcome: { state: 'failed', retry } });
      }
    }
    void open();
    return () => {
      opening.abort();
      product?.close();
    };
  }, [wanted]);
  return opened?.of === wanted ? opened.outcome : { state: 'opening' };
}

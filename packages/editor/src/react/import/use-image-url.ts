import { useEffect, useRef, useState } from 'react';

import { type FetchImage, UrlError } from '../../import/fetch-image.ts';
import { readImageUrl } from '../../import/image-url.ts';

export type UrlState =
  | { readonly state: 'idle' }
  | { readonly state: 'fetching'; readonly host: string }
  | { readonly state: 'failed'; readonly error: UrlError };

export interface ImageUrl {
  readonly address: UrlState;
  /** @param text URL as it was typed or pasted. */
  readonly fetchFrom: (text: string) => void;
  /** Aborts the current fetch and clears an error. */
  readonly cancel: () => void;
}

/** Fetches the image at a URL. A new fetch and unmounting abort the previous one. */
export function useImageUrl(fetchImage: FetchImage, onImage: (image: File) => void): ImageUrl {
  const [address, setAddress] = useState<UrlState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const fail = (error: UrlError) => setAddress({ state: 'failed', error });
  const fetchFrom = (text: string) => {
    running.current?.abort();
    const url = readImageUrl(text);
    if (!url) return fail(new UrlError('invalid', 'The text is not an http or https URL'));
    const own = new AbortController();
    running.current = own;
    setAddress({ state: 'fetching', host: url.hostname });
    fetchImage(url, own.signal).then(
      (image) => {
        if (own.signal.aborted) return;
        setAddress({ state: 'idle' });
        onImage(image);
      },
      (error: unknown) => {
        if (own.signal.aborted) return;
        // Browsers throw a `TypeError` when the code that fetches cannot be loaded.
        const code = error instanceof TypeError ? 'network' : 'failed';
        fail(error instanceof UrlError ? error : new UrlError(code, String(error)));
      },
    );
  };
  const cancel = () => {
    running.current?.abort();
    setAddress({ state: 'idle' });
  };
  return { address, fetchFrom, cancel };
}

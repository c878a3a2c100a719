import { useEffect, useRef, useState } from 'react';

import { AddressError, fetchPicture } from './fetch-image.ts';
import { readPictureAddress } from './image-url.ts';

export type AddressState =
  | { readonly state: 'idle' }
  | { readonly state: 'fetching'; readonly host: string }
  | { readonly state: 'failed'; readonly error: AddressError };

export interface PictureAddress {
  readonly address: AddressState;
  /** @param text as it was typed or pasted. */
  readonly fetchFrom: (text: string) => void;
  /** Ends what is under way, and forgets a failure. */
  readonly cancel: () => void;
}

/** Fetches the picture behind an address, one at a time; leaving the page ends it. */
export function usePictureAddress(onPicture: (picture: File) => void): PictureAddress {
  const [address, setAddress] = useState<AddressState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const fail = (error: AddressError) => setAddress({ state: 'failed', error });
  const fetchFrom = (text: string) => {
    running.current?.abort();
    const url = readPictureAddress(text);
    if (!url) return fail(new AddressError('invalid', 'It is no address on the web'));
    const own = new AbortController();
    running.current = own;
    setAddress({ state: 'fetching', host: url.hostname });
    fetchPicture(url, own.signal).then(
      (picture) => {
        if (own.signal.aborted) return;
        setAddress({ state: 'idle' });
        onPicture(picture);
      },
      (error: unknown) => {
        if (own.signal.aborted) return;
        fail(error instanceof AddressError ? error : new AddressError('failed', String(error)));
      },
    );
  };
  const cancel = () => {
    running.current?.abort();
    setAddress({ state: 'idle' });
  };
  return { address, fetchFrom, cancel };
}

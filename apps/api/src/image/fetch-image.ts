import { FunctionError } from '@isola/supabase/shared/function-error';
import { nodeWeb } from '@isola/supabase/shared/node-web';
import { readPicture } from '@isola/supabase/shared/open-picture';
import { parsePublicUrl } from '@isola/supabase/shared/public-url';

import { type ApiErrorCode, badRequest } from '../api-error.ts';

/** Fetches an image of the public web. @throws {FunctionError} as `readPicture`; the reason of the signal. */
export type FetchImage = (url: string, signal: AbortSignal, maxBytes: number) => Promise<Uint8Array>;

/** Largest number of characters of an address. */
export const maxUrlCharacters = 4096;
const timeLimitMs = 20_000;

/**
 * Fetches through the checks of the site's image proxy: only http and https at their own ports, no private address, not
 * even after a redirect, and nothing of the caller is sent.
 */
export const fetchPublicImage: FetchImage = (url, signal, maxBytes) =>
  readPicture(parsePublicUrl(url), nodeWeb, signal, maxBytes);

/** Codes of a source and of a background. */
const codes = {
  image_url: { invalid: 'invalid_image_url', failed: 'failed_image_download' },
  bg_image_url: { invalid: 'invalid_bg_image_url', failed: 'failed_bg_download' },
} as const satisfies Record<string, { readonly invalid: ApiErrorCode; readonly failed: ApiErrorCode }>;

/**
 * Fetches the image that a field names.
 * @throws {ApiError} with the codes of the field; the reason of the signal.
 */
export async function fetchNamed(
  field: keyof typeof codes,
  url: string,
  fetchImage: FetchImage,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Uint8Array> {
  const { invalid, failed } = codes[field];
  if (url.length > maxUrlCharacters) throw badRequest(invalid, 'The address is too long');
  try {
    return await fetchImage(url, AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]), maxBytes);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FunctionError)) throw badRequest(failed, 'The image could not be downloaded in time');
    switch (error.code) {
      case 'address-invalid':
      case 'address-private':
        throw badRequest(invalid, error.message);
      case 'too-large':
        throw badRequest('file_too_large', error.message, field);
      case 'not-a-picture':
        throw badRequest('invalid_file_type', 'What the address returns is not a JPEG, PNG or WebP', field);
      default:
        throw badRequest(failed, error.message);
    }
  }
}

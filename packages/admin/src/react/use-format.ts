import { formatsFor } from '@isola/membership';

import { useAdmin } from './admin-context.tsx';

/** Returns the formats of the reader's language. */
export function useFormat() {
  return formatsFor(useAdmin().locale);
}

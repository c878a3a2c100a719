import { commonEncoding, defineEncoder } from '@isola/imaging/worker';
import * as z from 'zod/mini';

/**
 * Encoder of portable pixmaps: a header in ASCII and three bytes per pixel.
 * @see https://netpbm.sourceforge.net/doc/ppm.html
 */
export const ppm = defineEncoder('ppm', {
  schema: z.object({ format: z.literal('ppm'), ...commonEncoding }),
  isLossy: false,
  open:
    ({ widthPx, heightPx, data }) =>
    async () => {
      const pixels = data.filter((_, at) => at % 4 !== 3);
      return new Blob([`P6 ${widthPx} ${heightPx} 255\n`, pixels], { type: 'image/x-portable-pixmap' });
    },
});

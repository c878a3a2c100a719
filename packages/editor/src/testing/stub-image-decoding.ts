import { vi } from 'vitest';

/**
 * Stubs the decoding of images for tests in Node, which cannot decode any: every file decodes.
 * `segmentation-session.browser.test.ts` opens files that a browser refuses.
 */
export function stubImageDecoding(): void {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
  vi.stubGlobal(
    'Image',
    class {
      decode = () => Promise.resolve();
    },
  );
}

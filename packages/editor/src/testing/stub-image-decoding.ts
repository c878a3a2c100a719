import { vi } from 'vitest';

/** For tests in Node, which decodes nothing: every file decodes. `removal.browser.test.ts` opens files that a browser refuses. */
export function stubImageDecoding(): void {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
  vi.stubGlobal(
    'Image',
    class {
      decode = () => Promise.resolve();
    },
  );
}

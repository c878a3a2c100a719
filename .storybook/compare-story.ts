import { expect } from 'vitest';
import { page } from 'vitest/browser';

declare global {
  /** There while stories run as tests, and only then. */
  var compareStory: ((id: string, element: HTMLElement) => Promise<void>) | undefined;
}

/**
 * Only the test runner loads this: it gives `preview.tsx` the means to compare a story with its picture in
 * `.storybook/screenshots`. A story that has none yet gets one, and fails that once; look at it before it is committed.
 */
globalThis.compareStory = async (id, element) => {
  await document.fonts.ready;
  await expect.element(page.elementLocator(element)).toMatchScreenshot(id);
};

import { expect } from 'vitest';
import { page } from 'vitest/browser';

declare global {
  /** Comparison of a rendered story with its reference screenshot. Defined only while stories run as tests. */
  var compareStory: ((id: string, element: HTMLElement) => Promise<void>) | undefined;
}

/**
 * Loaded only by the test runner. Lets `preview.tsx` compare a story with its reference image in
 * `.storybook/screenshots`. The first run of a story without a reference image writes one and fails. Review the new
 * image before you commit it.
 */
globalThis.compareStory = async (id, element) => {
  await document.fonts.ready;
  await expect.element(page.elementLocator(element)).toMatchScreenshot(id);
};

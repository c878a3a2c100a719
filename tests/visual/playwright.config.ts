import { defineConfig } from '@playwright/test';

import { chromiumPath } from '../../scripts/chromium.ts';

/** Configuration of the screenshots of whole screens, from the built Storybook. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual',
  snapshotPathTemplate: '{testDir}/screens/{arg}{ext}',
  workers: 2,
  timeout: 60_000,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  expect: {
    timeout: 20_000,
    // Another machine draws the edges of letters slightly differently.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixelRatio: 0.01, animations: 'disabled', caret: 'hide' },
  },
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'UTC',
    // Dates and numbers follow the story's language. The processor renders everything.
    launchOptions: {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
});

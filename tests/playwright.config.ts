import { defineConfig } from '@playwright/test';

import { testBrowserPath } from '../scripts/chromium.ts';

const port = Number(process.env['JOURNEY_PORT'] ?? 4719);

/**
 * Configuration of the journeys: the built site, served as `npm run serve` serves it, in a real browser. Every journey
 * has a tag.
 */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  // Two workers: a removal uses every core, but most of a journey waits for pages, workers and files.
  workers: 2,
  // A removal takes seconds here, and a minute when other work uses the cores.
  timeout: 240_000,
  // Long for the same reason: on a loaded machine a state may come late.
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // Animations are drawn sixty times a second, which took a third of the processor's time. Journeys about motion, and
    // those of one image from its choice to its download, turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would answer instead of the network, which journeys observe and disturb. Journeys about it allow
    // it.
    serviceWorkers: 'block',
    // No trace: recording one draws every frame again, and takes more than half of two cores from the network.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: testBrowserPath(), args: ['--no-sandbox', '--disable-dev-shm-usage'] },
  },
  webServer: {
    command: 'node scripts/run.mjs serve',
    cwd: '..',
    // This URL is answered only once the backend is running; files are served seconds earlier. Without a key the answer
    // is a refusal, which is enough.
    url: `http://127.0.0.1:${port}/rest/v1/plans`,
    env: { PORT: String(port), DATA_DIR: 'test-results/data', LOG_LEVEL: 'warn' },
    // A start takes seconds, and minutes when other work uses the cores.
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});

import { defineConfig } from '@playwright/test';

import { testBrowserPath } from '../scripts/chromium.ts';

const port = Number(process.env['JOURNEY_PORT'] ?? 4719);

/** The journeys: the built site, served as `npm run serve` serves it, in a real browser. Every journey carries a tag. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  // In pairs: a removal wants every core, but most of a journey is waiting for pages, workers and files.
  workers: 2,
  // Generous: a removal takes seconds here, and a minute where something else wants the cores.
  timeout: 240_000,
  // As generous: a state that comes late on a loaded machine still comes.
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // Moving things are drawn sixty times a second, which took a third of the processor's time. Journeys that are about
    // motion, and those of one image from its choice to its download, ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer in the network's place, which journeys watch and disturb. Those that are about it allow it.
    serviceWorkers: 'block',
    // No trace: recording one draws every frame again, and takes more than half of two cores from the network.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: testBrowserPath(), args: ['--no-sandbox', '--disable-dev-shm-usage'] },
  },
  webServer: {
    command: 'node scripts/run.mjs serve',
    cwd: '..',
    // Refused without a key, and not before the backend is there: files come seconds sooner.
    url: `http://127.0.0.1:${port}/rest/v1/plans`,
    env: { PORT: String(port), DATA_DIR: 'test-results/data', LOG_LEVEL: 'warn' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});

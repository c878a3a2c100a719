import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { testBrowserPath } from '../../scripts/chromium.ts';
import { openPuppeteer } from './open-puppeteer.ts';
import { miniBrowser, openWebKit } from './open-webkit.ts';
import type { Tab } from './tab.ts';
import {
  withoutBitmapOptions,
  withoutDeviceMemory,
  withoutLocks,
  withoutModuleWorkers,
  withoutOffscreenCanvas,
  withoutPrivateFiles,
  withoutWebpEncoder,
  withSmallCanvases,
} from './taken-away.ts';

export interface BrowserRow {
  readonly id: string;
  /** Name in the table. */
  readonly name: string;
  /** @param folder empty folder for the files that the browser saves. */
  readonly open: (folder: string) => Promise<Tab>;
  /** Script that is put before every script of the site. */
  readonly prelude?: string;
  /** Headers that the site's answers lose on their way. */
  readonly withheld?: readonly string[];
  /** Longest side to which the photo of a single image is enlarged, in pixels. */
  readonly photoWidthPx?: number;
  /** Programs that the browser needs, and the packages of Debian that bring them. */
  readonly needs?: Readonly<Record<string, string>>;
}

/** Data that a renderer of Chromium may allocate in the row with little memory, in bytes. */
const littleMemory = 384 * 2 ** 20;

const firefoxPath = '/usr/bin/firefox-esr';

/** All browsers of the table. A crippled Chromium lacks one thing; everything else is as in the first row. */
export const browsers: readonly BrowserRow[] = [
  { id: 'chromium', name: 'Chromium', open: openChromium() },
  {
    id: 'firefox',
    name: 'Firefox ESR',
    open: (folder) => openPuppeteer({ browser: 'firefox', executablePath: firefoxPath }, folder),
    needs: { [firefoxPath]: 'firefox-esr' },
  },
  {
    id: 'webkit',
    name: 'WebKitGTK',
    open: openWebKit,
    needs: { WebKitWebDriver: 'webkit2gtk-driver', [miniBrowser]: 'libwebkit2gtk-4.1-0', Xvfb: 'xvfb' },
  },
  {
    id: 'no-shared-memory',
    name: 'Chromium without SharedArrayBuffer',
    open: openChromium(),
    withheld: ['cross-origin-opener-policy', 'cross-origin-embedder-policy'],
  },
  crippled('no-offscreen-canvas', 'Chromium without OffscreenCanvas', withoutOffscreenCanvas),
  crippled('no-private-files', 'Chromium without private files (OPFS)', withoutPrivateFiles),
  crippled('no-device-memory', 'Chromium without deviceMemory', withoutDeviceMemory),
  crippled('no-webp', 'Chromium without a WebP encoder', withoutWebpEncoder),
  crippled('no-module-workers', 'Chromium without module workers', withoutModuleWorkers),
  crippled('no-locks', 'Chromium without Web Locks', withoutLocks),
  crippled('no-bitmap-options', 'Chromium without options of createImageBitmap', withoutBitmapOptions),
  {
    ...crippled('small-canvases', 'Chromium with iOS’s canvas limit of 16 megapixels', withSmallCanvases),
    photoWidthPx: 5600,
  },
  {
    id: 'little-memory',
    name: 'Chromium with 384 MB of memory for the page',
    open: openChromium([`--renderer-cmd-prefix=prlimit --data=${littleMemory}`, '--no-zygote']),
    needs: { prlimit: 'util-linux' },
  },
];

/**
 * Returns the packages of Debian that bring the programs which a browser needs and this machine lacks.
 */
export function missingPackages({ needs = {} }: BrowserRow): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const isThere = (program: string) =>
    program.startsWith('/') ? existsSync(program) : folders.some((folder) => existsSync(join(folder, program)));
  return Object.entries(needs).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
}

function crippled(id: string, name: string, prelude: string): BrowserRow {
  return { id, name, open: openChromium(), prelude };
}

function openChromium(flags: readonly string[] = []) {
  return (folder: string) =>
    openPuppeteer(
      { executablePath: testBrowserPath(), args: ['--no-sandbox', '--disable-dev-shm-usage', ...flags] },
      folder,
    );
}

/**
 * Finds the browser that the tests and the command-line tools drive, and installs one where there is none.
 * `node scripts/chromium.ts` makes sure that `chromiumPath()` will have an answer.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const applications: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name] ?? '';
    return [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ];
  }),
};

/** Where the browser unpacked from the npm registry lies; the file is written once by `ensureChromium`. */
const unpackedNote = join(import.meta.dirname, '../node_modules/.cache/chromium-path');

/** What Debian's `chromium` and `chromium-headless-shell` bring, one version of both. */
const debianChromium = '/usr/lib/chromium/chromium';
const debianShell = '/usr/lib/chromium/chromium-headless-shell';

/** Where Debian's `fonts-noto-cjk` lies. */
const cjkFont = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

/** @returns the browser's executable: `CHROME_PATH`, an installed one, or the unpacked one. */
export function findChromium(): string | undefined {
  const named = process.env.CHROME_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...folders.flatMap((folder) => commands.map((command) => join(folder, command))),
    ...(applications[process.platform] ?? []),
    ...(existsSync(unpackedNote) ? [readFileSync(unpackedNote, 'utf8')] : []),
  ];
  return candidates.find((file) => existsSync(file));
}

/** @returns as `findChromium`, or throws with what to do. */
export function chromiumPath(): string {
  const path = findChromium();
  if (path) return path;
  throw new Error('No Chromium was found. Install Chrome or Chromium, or set CHROME_PATH to its executable.');
}

/**
 * The browser that journeys and component tests drive: Chromium without its windows, where it is there. Pages, workers and
 * codecs are those of the whole browser, and a test takes two thirds of the processor's time. It smooths edges differently:
 * what compares pictures of pages takes `chromiumPath`.
 * @returns `CHROME_PATH`, Debian's `chromium-headless-shell`, or as `chromiumPath`.
 */
export function testBrowserPath(): string {
  return process.env.CHROME_PATH ?? (existsSync(debianShell) ? debianShell : chromiumPath());
}

/** As `ensureChromium`. Beside Debian's Chromium, root gets the one without windows; where it cannot be had, tests go on. */
export async function ensureTestBrowser(): Promise<void> {
  await ensureChromium();
  if (process.env.CHROME_PATH || existsSync(debianShell) || !existsSync(debianChromium) || !isRootOnDebian()) return;
  try {
    installFromDebian(['chromium-headless-shell']);
  } catch {
    console.log('It could not be installed: the tests run in the whole browser, and take longer.');
  }
}

/**
 * Installs a browser if none is there: Debian's for root, else the one that the npm registry carries for Linux x64. And,
 * where that can be done, the fonts that pictures of pages are taken with: the same Chinese, Japanese and Korean
 * everywhere.
 */
export async function ensureChromium(): Promise<void> {
  const isMissing = !findChromium();
  if (isRootOnDebian()) {
    const browser = isMissing ? ['chromium', 'fonts-liberation'] : [];
    const fonts = existsSync(cjkFont) ? [] : ['fonts-noto-cjk'];
    installFromDebian([...browser, ...fonts]);
  } else if (isMissing && process.platform === 'linux' && process.arch === 'x64') {
    console.log('No Chromium here: unpacking the one from the npm registry.');
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    mkdirSync(dirname(unpackedNote), { recursive: true });
    writeFileSync(unpackedNote, path);
  }
  chromiumPath();
}

function installFromDebian(packages: string[]): void {
  if (packages.length === 0) return;
  console.log(`Installing from Debian: ${packages.join(', ')}.`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-q'], options);
  execFileSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], options);
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

if (process.argv[1] === import.meta.filename) {
  await ensureChromium();
  console.log(`Chromium: ${chromiumPath()}`);
}

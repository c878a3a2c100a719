/**
 * Finds the browser that the tests and the command-line tools drive, and installs one when there is none. `node
 * scripts/chromium.ts` makes sure that `chromiumPath()` finds a browser.
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

/** File with the path of the browser unpacked from the npm registry. `ensureChromium` writes it once. */
const unpackedNote = join(import.meta.dirname, '../node_modules/.cache/chromium-path');

/** Paths of Debian's `chromium` and `chromium-headless-shell`, which have the same version. */
const debianChromium = '/usr/lib/chromium/chromium';
const debianShell = '/usr/lib/chromium/chromium-headless-shell';

/** Path of the font in Debian's `fonts-noto-cjk`. */
const cjkFont = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

/** Returns the browser's executable: `CHROME_PATH`, an installed one, or the unpacked one. */
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

/** Returns the result of `findChromium`. @throws {Error} that says what to do when there is no browser. */
export function chromiumPath(): string {
  const path = findChromium();
  if (path) return path;
  throw new Error('No Chromium was found. Install Chrome or Chromium, or set CHROME_PATH to its executable.');
}

/**
 * Returns the browser that journeys and component tests drive: Chromium's headless shell when it is installed. Its
 * pages, workers and codecs are those of the full browser, and a test takes two thirds of the processor time. It
 * smooths edges differently, so that comparisons of screenshots use `chromiumPath`.
 * @returns `CHROME_PATH`, Debian's `chromium-headless-shell`, or the result of `chromiumPath`.
 */
export function testBrowserPath(): string {
  return process.env.CHROME_PATH ?? (existsSync(debianShell) ? debianShell : chromiumPath());
}

/**
 * Calls `ensureChromium`, and for root also installs the headless shell for Debian's Chromium. If that fails, the tests
 * use the full browser.
 */
export async function ensureTestBrowser(): Promise<void> {
  await ensureChromium();
  if (process.env.CHROME_PATH || existsSync(debianShell) || !existsSync(debianChromium) || !isRootOnDebian()) return;
  try {
    installFromDebian(['chromium-headless-shell']);
  } catch {
    console.log('The headless shell could not be installed. The tests use the full browser and take longer.');
  }
}

/**
 * Installs a browser if there is none: for root Debian's, otherwise the one from the npm registry for Linux x64. On
 * Debian, root also gets the Chinese, Japanese and Korean fonts with which screenshots are made, so that they are the
 * same everywhere.
 */
export async function ensureChromium(): Promise<void> {
  const isMissing = !findChromium();
  if (isRootOnDebian()) {
    const browser = isMissing ? ['chromium', 'fonts-liberation'] : [];
    const fonts = existsSync(cjkFont) ? [] : ['fonts-noto-cjk'];
    installFromDebian([...browser, ...fonts]);
  } else if (isMissing && process.platform === 'linux' && process.arch === 'x64') {
    console.log('No Chromium was found. Unpacking the build from the npm registry.');
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { Builder, By, Key, type WebElement } from 'selenium-webdriver';

import { savedFilesIn } from './saved-files.ts';
import type { Tab } from './tab.ts';

/** WebKitGTK's own browser, which Debian installs with the library. */
export const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const scriptTimeoutMs = 600_000;
const startTimeoutMs = 60_000;

/**
 * Opens WebKitGTK's MiniBrowser by its WebDriver, on a display of its own without a screen.
 * @param folder empty folder for the files that the browser saves.
 */
export async function openWebKit(folder: string): Promise<Tab> {
  const home = mkdtempSync(join(tmpdir(), 'isola-webkit-'));
  const settings = join(home, '.config');
  mkdirSync(settings);
  writeFileSync(join(settings, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`);
  const started: ChildProcess[] = [];
  const end = () => {
    for (const child of started.toReversed()) child.kill();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const display = await startDisplay(started);
    const port = await freePort();
    started.push(
      spawn('WebKitWebDriver', [`--port=${port}`], {
        stdio: 'ignore',
        // Without a graphics card, the compositor has to draw with the processor.
        env: {
          ...process.env,
          DISPLAY: display,
          HOME: home,
          XDG_CONFIG_HOME: settings,
          GDK_BACKEND: 'x11',
          LIBGL_ALWAYS_SOFTWARE: '1',
        },
      }),
    );
    await answered(`http://127.0.0.1:${port}/status`);
    const options = { binary: miniBrowser, args: ['--automation'] };
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
      .build();
    await driver.manage().setTimeouts({ script: scriptTimeoutMs, pageLoad: scriptTimeoutMs });
    await driver.manage().window().setRect({ width: 1440, height: 960 });

    const evaluate: Tab['evaluate'] = async (work, ...values) => {
      const answer = await driver.executeAsyncScript<{ readonly json?: string; readonly error?: string }>(
        `const done = arguments[arguments.length - 1];
         Promise.resolve().then(() => (${String(work)})(...arguments[0])).then(
           (value) => done({ json: JSON.stringify(value) }),
           (error) => done({ error: String(error) }));`,
        values,
      );
      if (answer.error !== undefined) throw new Error(answer.error);
      return (answer.json === undefined ? undefined : JSON.parse(answer.json)) as never;
    };
    const visible = async (xpath: string): Promise<WebElement | undefined> => {
      for (const element of await driver.findElements(By.xpath(xpath))) if (await element.isDisplayed()) return element;
      return undefined;
    };

    return {
      goto: (url) => driver.get(url),
      evaluate,
      async click(xpath) {
        const element = await visible(xpath);
        await element?.click();
        return element !== undefined;
      },
      async type(xpath, text) {
        const element = await visible(xpath);
        // In one call, the driver of WebKit would keep the key held down for the text as well.
        await element?.sendKeys(Key.chord(Key.CONTROL, 'a'));
        await element?.sendKeys(text);
        return element !== undefined;
      },
      async choose(css, paths) {
        // The driver gives files only to a field that is displayed.
        await evaluate((selector) => document.querySelector(selector)?.removeAttribute('hidden'), css);
        await driver.findElement(By.css(css)).sendKeys(paths.join('\n'));
      },
      savedFiles: () => savedFilesIn(folder),
      async screenshot(width, height) {
        const [chromeWidth, chromeHeight] = await evaluate(
          () => [outerWidth - innerWidth, outerHeight - innerHeight] as const,
        );
        await driver
          .manage()
          .window()
          .setRect({ width: width + chromeWidth, height: height + chromeHeight });
        return Buffer.from(await driver.takeScreenshot(), 'base64');
      },
      async close() {
        await driver.quit().catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** Starts an X server without a screen. @returns its name, such as `:0`. */
async function startDisplay(started: ChildProcess[]): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  started.push(server);
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return `:${number.toString().trim()}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Waits until a program of this machine answers. */
async function answered(url: string): Promise<void> {
  const end = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

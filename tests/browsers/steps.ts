import type { Wire } from '../support/wire.ts';
import { limitsIn } from './site-texts.ts';
import { MessageShown, type Tab } from './tab.ts';

/** Tools of a job: the browser's tab and the observed network. */
export interface Workplace {
  readonly tab: Tab;
  readonly wire: Wire;
  /** The site itself, past the wire: for what is prepared without a browser. */
  readonly site: string;
  /** Photo of a single image. */
  readonly photo: { readonly path: string; readonly truth: string };
}

const pollMs = 250;
/** Longest time for a step. A removal takes a minute where other work uses the cores and the page has one thread. */
const stepLimitMs = 240_000;
/** Time for which a message must stay before the job is given up: some are replaced by the next attempt. */
const messageMs = 8_000;

/**
 * Waits until a condition holds.
 * @throws {MessageShown} when the page says instead why it cannot go on; {Error} after four minutes.
 */
export async function until<Value>(
  tab: Tab,
  what: string,
  condition: () => Promise<Value | undefined | false>,
): Promise<Value> {
  const end = Date.now() + stepLimitMs;
  let shownSince: number | undefined;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    const failure = await shownFailure(tab);
    if (!failure) shownSince = undefined;
    else if (Date.now() - (shownSince ??= Date.now()) > messageMs) throw new MessageShown(failure);
    if (Date.now() > end) throw new Error(`not seen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Waits until an element exists. @param css selector. */
export async function seen(tab: Tab, css: string): Promise<void> {
  await until(tab, css, () => tab.evaluate((selector) => document.querySelector(selector) !== null, css));
}

/** Clicks the first visible element, once there is one. */
export async function press(tab: Tab, xpath: string): Promise<void> {
  await until(tab, xpath, () => tab.click(xpath));
}

export async function typeInto(tab: Tab, xpath: string, text: string): Promise<void> {
  await until(tab, xpath, () => tab.type(xpath, text));
}

/** Opens a page and waits until its application answers. */
export async function open(tab: Tab, url: string): Promise<void> {
  await tab.goto(url);
  await until(tab, 'the application', () => tab.evaluate(() => performance.getEntriesByName('isola:ready').length > 0));
}

/** Presses a button that saves a file. @returns the bytes of the file with this ending. */
export async function saved(tab: Tab, xpath: string, ending: string): Promise<{ name: string; bytes: Buffer }> {
  const before = tab.savedFiles();
  await press(tab, xpath);
  return until(tab, `a saved ${ending}`, () => {
    const file = [...tab.savedFiles()].find(
      ([name, { length }]) => name.endsWith(ending) && !before.has(name) && length > 0,
    );
    return Promise.resolve(file && { name: file[0], bytes: file[1] });
  });
}

/** Drops files in the middle of the page, with the events of a browser. */
export async function drop(tab: Tab, files: readonly { readonly name: string; readonly bytes: Buffer }[]) {
  const plain = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  await tab.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const { name, base64 } of all)
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, plain);
}

/** Returns the limits that the page names in any of its texts, by their keys. */
export async function namedLimits(tab: Tab): Promise<string[]> {
  return limitsIn(await tab.evaluate(() => document.body.innerText));
}

/** Returns the text of an alert in which the site says why it cannot go on. */
async function shownFailure(tab: Tab): Promise<string | undefined> {
  const alerts = await tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=alert], [data-state=failed], [data-state=refused]')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.innerText),
  );
  return alerts.flatMap(limitsIn).find((each) => /^(errors|shop-photo):/.test(each));
}

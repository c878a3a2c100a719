/** One page of a browser, with the few actions that the jobs need. Every browser's driver can do them. */
export interface Tab {
  /** Loads a page and waits for its `load` event. */
  readonly goto: (url: string) => Promise<void>;
  /**
   * Runs a function in the page. It may not use anything from outside of itself.
   * @returns its result, copied as JSON.
   */
  readonly evaluate: <Arguments extends readonly unknown[], Result>(
    work: (...values: Arguments) => Result | Promise<Result>,
    ...values: Arguments
  ) => Promise<Result>;
  /** Clicks the first visible element that an XPath finds. @returns false when none is visible, or it moves or is covered. */
  readonly click: (xpath: string) => Promise<boolean>;
  /** Replaces the text of the first visible field that an XPath finds. @returns false when none is visible. */
  readonly type: (xpath: string, text: string) => Promise<boolean>;
  /** Gives files on this machine to a field for files, with the browser's own command. @param css selector of the field. */
  readonly choose: (css: string, paths: readonly string[]) => Promise<void>;
  /** Returns the bytes of the files that the browser has saved so far, by name. */
  readonly savedFiles: () => ReadonlyMap<string, Buffer>;
  /** Takes a screenshot of the window. @returns a PNG. */
  readonly screenshot: (widthPx: number, heightPx: number) => Promise<Buffer>;
  /** Ends the browser and everything that was started for it. */
  readonly close: () => Promise<void>;
}

/** Thrown when the page tells its reader why a job cannot be done. The text is one of the site's own. */
export class MessageShown extends Error {}

/** Quotes a text for an XPath, which has no escapes. */
function quoted(text: string): string {
  return text.includes('"') ? `concat("${text.replaceAll('"', `", '"', "`)}")` : `"${text}"`;
}

/** XPath of a button, a radio button or a link with this name, which a detail may follow, such as the size of a file. */
export function pressable(name: string): string {
  const text = quoted(name);
  const isNamed = `normalize-space(.)=${text} or @aria-label=${text} or span[1][normalize-space(.)=${text}]`;
  return `//*[self::button or self::a or @role="button" or @role="radio"][${isNamed}]`;
}

/** XPath of the field with this label. */
export function field(label: string): string {
  return `//*[self::input or self::textarea][@id=//label[normalize-space(.)=${quoted(label)}]/@for]`;
}

/** XPath of the element with this `data-slot`. */
export const slot = (name: string): string => `//*[@data-slot="${name}"]`;

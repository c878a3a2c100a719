import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

interface OpenPage {
  readonly modified: Date;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
}

const compress = promisify(brotliCompress);

/**
 * Pages for an address that is listed as another language's: without their `canonical`. It names the page's own address, and an
 * address of the list of languages that calls another one of it canonical is a mistake to search engines and to Lighthouse.
 * @returns answers the page of a file's name, such as `/de/single.html`; null where there is none.
 */
export function createOpenPages(
  siteFolder: string,
): (name: string, acceptEncoding: string | undefined) => Promise<Response | null> {
  const pages = new Map<string, OpenPage>();

  async function open(name: string): Promise<OpenPage | null> {
    const file = join(siteFolder, name);
    const modified = (await stat(file).catch(() => null))?.mtime;
    if (!modified) return null;
    const known = pages.get(name);
    if (known?.modified.getTime() === modified.getTime()) return known;
    const plain = new TextEncoder().encode((await readFile(file, 'utf8')).replace(/<link rel="canonical"[^>]*>/, ''));
    const packed = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    const page = { modified, plain, packed: new Uint8Array(packed) };
    pages.set(name, page);
    return page;
  }

  return async (name, acceptEncoding = '') => {
    // No other character is in a page's name, and none of these leads out of the folder.
    const page = /^(\/[\w-]+)+\.html$/.test(name) ? await open(name) : null;
    if (!page) return null;
    const isPacked = /\bbr\b/.test(acceptEncoding);
    const bytes = isPacked ? page.packed : page.plain;
    const headers = new Headers({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(bytes.length),
      'last-modified': page.modified.toUTCString(),
      vary: 'Accept-Encoding',
    });
    if (isPacked) headers.set('content-encoding', 'br');
    return new Response(bytes, { headers });
  };
}

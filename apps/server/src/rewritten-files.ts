import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

interface RewrittenFile {
  readonly modified: Date;
  readonly builtOrigin: string | null;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
}

export interface RewrittenFiles {
  /**
   * Answers with a file that contains the built origin, such as `/de/single.html` or `/sitemap.xml`.
   * @returns null when the file does not exist or is served unchanged.
   */
  readonly file: (name: string, acceptEncoding: string | undefined) => Promise<Response | null>;
  /**
   * Answers with a page under a URL that is listed for another language, and leaves out its `canonical` link. That link
   * names the page's own URL. Search engines and Lighthouse report an error when one `hreflang` URL names another one
   * of the same list as canonical.
   */
  readonly openPage: (name: string, acceptEncoding: string | undefined) => Promise<Response | null>;
}

const compress = promisify(brotliCompress);
const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
  txt: 'text/plain; charset=utf-8',
};
// Rewritten files have names of these characters only, which cannot lead out of the folder.
const rewritable = /^(?:\/[\w-]+)*\/(?:[\w-]+\.(html)|sitemap\.(xml)|robots\.(txt))$/;

/**
 * Reads the origin that a build wrote into its pages from `robots.txt`.
 * @returns null when the file is missing or names no sitemap.
 */
export async function builtOriginOf(siteFolder: string): Promise<string | null> {
  const robots = await readFile(join(siteFolder, 'robots.txt'), 'utf8').catch(() => '');
  return /^Sitemap: (\S+)\/sitemap\.xml$/m.exec(robots)?.[1] ?? null;
}

/**
 * Creates the server of files whose contents differ from the build. Pages contain absolute URLs with the origin that
 * they were built for. If the site has another origin, the answers contain that one.
 * @param siteOrigin null when the site is served under the origin that it was built for.
 */
export function createRewrittenFiles(siteFolder: string, siteOrigin: string | null): RewrittenFiles {
  const kept = new Map<string, RewrittenFile>();

  const read = async (name: string, isOpen: boolean, builtOrigin: string | null): Promise<RewrittenFile | null> => {
    const file = join(siteFolder, name);
    const modified = (await stat(file).catch(() => null))?.mtime;
    if (!modified) return null;
    const key = `${isOpen} ${name}`;
    const known = kept.get(key);
    if (known?.modified.getTime() === modified.getTime() && known.builtOrigin === builtOrigin) return known;
    const text = await readFile(file, 'utf8');
    const named = builtOrigin === null || siteOrigin === null ? text : text.replaceAll(builtOrigin, () => siteOrigin);
    const plain = new TextEncoder().encode(isOpen ? named.replace(/<link rel="canonical"[^>]*>/, '') : named);
    const packed = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    const rewritten = { modified, builtOrigin, plain, packed: new Uint8Array(packed) };
    kept.set(key, rewritten);
    return rewritten;
  };

  const answer = async (name: string, isOpen: boolean, acceptEncoding = ''): Promise<Response | null> => {
    const found = rewritable.exec(name);
    if (!found) return null;
    const builtOrigin = siteOrigin === null ? null : await builtOriginOf(siteFolder);
    if (!isOpen && (builtOrigin === null || builtOrigin === siteOrigin)) return null;
    const file = await read(name, isOpen, builtOrigin);
    if (!file) return null;
    const isPacked = /\bbr\b/.test(acceptEncoding);
    const bytes = isPacked ? file.packed : file.plain;
    const headers = new Headers({
      'content-type': contentTypes[found.slice(1).find(Boolean) ?? ''] ?? '',
      'content-length': String(bytes.length),
      'last-modified': file.modified.toUTCString(),
      vary: 'Accept-Encoding',
    });
    if (isPacked) headers.set('content-encoding', 'br');
    return new Response(bytes, { headers });
  };
  return {
    file: (name, acceptEncoding) => answer(name, false, acceptEncoding),
    openPage: (name, acceptEncoding) => answer(name, true, acceptEncoding),
  };
}

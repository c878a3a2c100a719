import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files worth compressing: text and WebAssembly. Images, fonts and models hardly shrink. */
const compressible = '**/*.{html,js,mjs,css,svg,json,xml,wasm}';
/**
 * Brotli quality. The highest (11) takes half a minute for the 13 MB of WebAssembly; this one takes a second, and its
 * files are a tenth larger.
 */
const brotliQuality = 6;
const minBytes = 1024;

/** Writes a `.br` and a `.gz` copy next to each compressible file, so that the server does not compress per request. */
export function precompress(folder: string): void {
  for (const name of globSync(compressible, { cwd: folder })) {
    const file = join(folder, name);
    if (statSync(file).size < minBytes) continue;
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes));
  }
}

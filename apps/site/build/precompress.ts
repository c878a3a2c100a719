import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Text and WebAssembly shrink to a fraction; pictures, fonts and models do not, and stay as they are. */
const compressible = '**/*.{html,js,mjs,css,svg,json,xml,wasm}';
/** Brotli's best takes half a minute for the 13 MB of WebAssembly; this takes a second and loses a tenth. */
const brotliQuality = 6;
const minBytes = 1024;

/** Writes `.br` and `.gz` beside what they help, once, so that the server need not compress while it answers. */
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

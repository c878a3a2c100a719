import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Hono } from 'hono';

/** What `@imgly/background-removal` 1.7 looks up by name: chunks that it fetches all at once and joins. */
interface Resource {
  readonly chunks: readonly { readonly name: string; readonly offsets: readonly [from: number, to: number] }[];
  readonly size: number;
  readonly mime: string;
}

interface Manifest {
  readonly models: readonly {
    readonly id: string;
    readonly parts: readonly { readonly file: string; readonly sizeBytes: number }[];
  }[];
}

/** As in the data package that img.ly serves. */
const chunkBytes = 4 * 1024 * 1024;
/** The build of the runtime that it asks for on `cpu`. */
const runtimeFiles = {
  'ort-wasm-simd-threaded.wasm': 'application/wasm',
  'ort-wasm-simd-threaded.mjs': 'text/javascript',
};

/**
 * Answers below `/imgly/` as img.ly's data package does, with the files that are here: for its default model
 * `isnet_fp16` the very part files that our side fetches, and the WebAssembly runtime of its own dependency.
 * @param modelFolder holds `manifest.json`; served at `/models/`.
 * @param modelId the manifest's row.
 */
export function serveImglyResources(app: Hono, modelFolder: string, modelId: string): void {
  const resources: Record<string, Resource> = { '/models/isnet_fp16': modelResource(modelFolder, modelId) };
  const chunks = new Map<string, Buffer>();
  for (const [file, mime] of Object.entries(runtimeFiles)) {
    const bytes = readFileSync(join(runtimeFolder(), file));
    const names = chunkNames(file, bytes.length);
    names.forEach((name, index) => chunks.set(name, bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)));
    resources[`/onnxruntime-web/${file}`] = resource(
      names.map((name) => [name, chunks.get(name)?.length ?? 0]),
      mime,
    );
  }

  const list = Buffer.from(JSON.stringify(resources));
  app.get('/imgly/:name', (context) => {
    const name = context.req.param('name');
    const bytes = name === 'resources.json' ? list : chunks.get(name);
    if (!bytes) return context.notFound();
    context.header('content-length', String(bytes.length));
    return context.body(new Uint8Array(bytes));
  });
}

function modelResource(modelFolder: string, modelId: string): Resource {
  const manifest = JSON.parse(readFileSync(join(modelFolder, 'manifest.json'), 'utf8')) as Manifest;
  const model = manifest.models.find((row) => row.id === modelId);
  if (!model) throw new Error(`${modelFolder} has no model ‘${modelId}’`);
  return resource(
    model.parts.map(({ file, sizeBytes }) => [`/models/${file}`, sizeBytes]),
    'application/octet-stream',
  );
}

function resource(files: readonly (readonly [name: string, sizeBytes: number])[], mime: string): Resource {
  let size = 0;
  const chunks = files.map(([name, sizeBytes]) => {
    const from = size;
    size += sizeBytes;
    return { name, offsets: [from, size] as const };
  });
  return { chunks, size, mime };
}

function chunkNames(file: string, sizeBytes: number): string[] {
  return Array.from({ length: Math.ceil(sizeBytes / chunkBytes) }, (_, index) => `${file}.${index}`);
}

function runtimeFolder(): string {
  const imgly = createRequire(import.meta.url).resolve('@imgly/background-removal');
  return dirname(createRequire(imgly).resolve('onnxruntime-web'));
}

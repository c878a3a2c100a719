import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Hono } from 'hono';

import { servePage } from '../../../scripts/serve-page.ts';
import { serveImglyResources } from './imgly-resources.ts';
import type { Photo } from './photos.ts';
import type { Side } from './sides.ts';
import { countTraffic, type Traffic } from './traffic.ts';

export interface BenchServer {
  readonly port: string;
  readonly traffic: Traffic;
  /** What the pages fetch as `/photos/current` from now on. @throws when it cannot be read. */
  show(photo: Photo): void;
  /** The PNG that this side's page put last. */
  takePng(side: Side): Buffer;
  close(): Promise<void>;
}

/**
 * Builds the page and serves it with all that both sides fetch: the same model files, each side's own runtime.
 * @param modelFolder holds `manifest.json` and the parts.
 */
export async function startBenchServer(modelFolder: string, modelId: string): Promise<BenchServer> {
  const traffic = countTraffic(['/photos/', '/results/']);
  const pictures = exchangePictures();
  // Else the first to ask for a part would wait for the disk, and the others not.
  for (const file of globSync(`${modelId}-*.bin`, { cwd: modelFolder })) readFileSync(join(modelFolder, file));
  const page = await servePage(join(import.meta.dirname, 'bench-page'), (app) => {
    traffic.addTo(app);
    pictures.addTo(app);
    serveImglyResources(app, modelFolder, modelId);
  });
  return {
    port: new URL(page.origin).port,
    traffic,
    show: (photo) => pictures.show(photo),
    takePng: (side) => pictures.takePng(side),
    close: () => page.close(),
  };
}

function exchangePictures() {
  let shown: { readonly bytes: Buffer; readonly mime: string } | undefined;
  const results = new Map<string, Buffer>();
  return {
    addTo(app: Hono) {
      app.get('/photos/current', (context) => {
        if (!shown) return context.notFound();
        context.header('content-type', shown.mime);
        return context.body(new Uint8Array(shown.bytes));
      });
      app.put('/results/:side', async (context) => {
        results.set(context.req.param('side'), Buffer.from(await context.req.arrayBuffer()));
        return context.body(null, 204);
      });
    },
    show(photo: Photo) {
      shown = { bytes: readFileSync(photo.path), mime: photo.mime };
      results.clear();
    },
    takePng(side: Side): Buffer {
      const png = results.get(side);
      if (!png) throw new Error('the page sent no PNG');
      results.delete(side);
      return png;
    },
  };
}

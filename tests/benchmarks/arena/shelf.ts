import type { Hono } from 'hono';

/** Exchanges data between this process and the pages, below `/shelf/`. */
export interface Shelf {
  addTo(app: Hono): void;
  lay(name: string, bytes: Uint8Array<ArrayBuffer>, mime: string): void;
  /** Removes and returns what a page put on the shelf. @throws when there is nothing under that name. */
  take(name: string): Uint8Array<ArrayBuffer>;
}

export const shelfFolder = '/shelf/';

export function createShelf(): Shelf {
  const laid = new Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly mime: string }>();
  return {
    addTo(app) {
      app.get(`${shelfFolder}:name`, (context) => {
        const thing = laid.get(context.req.param('name'));
        if (!thing) return context.notFound();
        context.header('content-type', thing.mime);
        return context.body(thing.bytes);
      });
      app.put(`${shelfFolder}:name`, async (context) => {
        const bytes = new Uint8Array(await context.req.arrayBuffer());
        laid.set(context.req.param('name'), { bytes, mime: 'application/octet-stream' });
        return context.body(null, 204);
      });
    },
    lay: (name, bytes, mime) => void laid.set(name, { bytes, mime }),
    take(name) {
      const thing = laid.get(name);
      if (!thing) throw new Error(`the page put no ${name} on the shelf`);
      laid.delete(name);
      return thing.bytes;
    },
  };
}

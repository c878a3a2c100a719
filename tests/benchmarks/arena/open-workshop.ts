import type { Browser } from 'playwright';

import type { Rgba, Size } from '../../../scripts/quality/pixels.ts';
import type { BenchServer } from './bench-server.ts';
import type { Photo } from './photos.ts';

/** Makes images from images with the browser's own codecs. */
export interface OpenWorkshop {
  /** Returns the size of a photo as displayed, with its EXIF orientation applied. */
  sizeOf(photo: Photo): Promise<Size>;
  /** Returns a JPEG of the photo's centre: as much of it as fits the aspect ratio of `size`, scaled to that size. */
  crop(photo: Photo, size: Size): Promise<Photo>;
  /** Returns the pixels as displayed, with the EXIF orientation applied. */
  decode(photo: Photo): Promise<Rgba>;
  /** @param picture opaque image. @returns a JPEG. */
  encode(picture: Rgba, name: string): Promise<Photo>;
  close(): Promise<void>;
}

const made = 'made';

export async function openWorkshop(browser: Browser, server: BenchServer): Promise<OpenWorkshop> {
  const page = await browser.newPage();
  await page.goto(server.addressOf('workshop', false));
  await page.waitForFunction(() => 'workshop' in window);
  const { shelf } = server;
  const lay = ({ name, bytes, mime }: Photo) => {
    shelf.lay(name, bytes, mime);
    return name;
  };
  const takeJpeg = (name: string): Photo => ({ name, mime: 'image/jpeg', bytes: shelf.take(made) });
  return {
    sizeOf: (photo) => page.evaluate((name) => window.workshop.sizeOf(name), lay(photo)),
    async crop(photo, size) {
      const order = [lay(photo), made, size] as const;
      await page.evaluate(([from, to, wanted]) => window.workshop.crop(from, to, wanted), order);
      return takeJpeg(`${photo.name} at ${size.widthPx} × ${size.heightPx}`);
    },
    async decode(photo) {
      const order = [lay(photo), made] as const;
      const size = await page.evaluate(([from, to]) => window.workshop.decode(from, to), order);
      return { ...size, data: shelf.take(made) };
    },
    async encode({ data, widthPx, heightPx }, name) {
      shelf.lay('pixels', data, 'application/octet-stream');
      const order = ['pixels', made, { widthPx, heightPx }] as const;
      await page.evaluate(([from, to, size]) => window.workshop.encode(from, to, size), order);
      return takeJpeg(name);
    },
    close: () => page.close(),
  };
}

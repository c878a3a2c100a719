import { expect, test } from 'vitest';

import { inspectFile } from '../../test/inspect-file.ts';
import { createCompositor } from '../compositor/create-compositor.ts';
import { encoders } from './encoders.ts';

const [widthPx, heightPx] = [64, 48];
const author = '白虎 & Söhne';
const copyright = '© 2026 “白虎”, <all rights>';

/** Writes a file of a round subject on a colour. */
async function write(format: string, credit: { author?: string; copyright?: string }): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.fillRect(0, 0, widthPx, heightPx);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) =>
    Math.hypot((at % widthPx) - 32, Math.floor(at / widthPx) - 24) < 15 ? 255 : 0,
  );
  const matte = { data, widthPx, heightPx };
  const compositor = createCompositor<{ kind: 'color'; color: string }, { format: string; quality: number }>({
    image: await canvas.convertToBlob(),
    matte,
  });
  const encoding = { format, quality: 90, ...credit };
  const { file } = await compositor.encode({ background: { kind: 'color', color: '#ffffff' } }, encoding);
  compositor.close();
  return file;
}

const formats = encoders.map(({ format }) => format);

test.each(formats)(
  '%s: a file names its author and copyright in XMP, and no one by default',
  { tags: ['long'] },
  async (format) => {
    const file = await write(format, { author, copyright });
    const text = await file.text();
    expect(text).toContain('<dc:creator><rdf:Seq><rdf:li>白虎 &amp; Söhne</rdf:li>');
    expect(text).toContain('<rdf:li xml:lang="x-default">© 2026 “白虎”, &lt;all rights&gt;</rdf:li>');
    const xml = /<rdf:RDF[^]*<\/rdf:RDF>/.exec(text)?.[0] ?? '';
    expect(new DOMParser().parseFromString(xml, 'text/xml').querySelector('parsererror')).toBeNull();
    const plain = await (await write(format, {})).text();
    expect(plain).not.toMatch(/dc:creator|dc:rights/);
  },
);

// libvips reads neither the notes of PSD and PDF nor, as a block, EXIF of TIFF.
test.each(formats.filter((format) => !['psd', 'pdf', 'svg'].includes(format)))(
  '%s: libvips finds them, and the pixels',
  { tags: ['long'] },
  async (format) => {
    const image = await inspectFile(await write(format, { author, copyright }));
    expect(image.xmp).toContain('白虎 &amp; Söhne');
    if (format !== 'tiff') expect(image.exif).toContain(`${author}\0`);
    expect([image.width, image.height]).toEqual([widthPx, heightPx]);
    expect(Math.abs((image.at(0, 0)[0] ?? 0) - 255)).toBeLessThan(6);
    expect(image.at(32, 24)[0]).toBeLessThan(6);
  },
);

import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';

import JSZip from 'jszip';

import { damaged, empty, foreign, type HostileFile, opens, opensTransparent, tooManyPixels } from './hostile-file.ts';
import { turned } from './turned.ts';
import { bmp } from './write/bmp.ts';
import { bytes, cutAt, latin1, noise, replaced, uint16Little, uint32, uint32Little } from './write/bytes.ts';
import { tiffData } from './write/exif.ts';
import { drawnPicture, jpeg } from './write/jpeg.ts';
import { png } from './write/png.ts';

const tiff = await drawnPicture().removeAlpha().tiff({ compression: 'none' }).toBuffer();
const gif = await drawnPicture().gif().toBuffer();
const avif = await drawnPicture().removeAlpha().avif({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
const heic = readFileSync(join(import.meta.dirname, '../../packages/convert/test/files/mug.heic'));

/** Returns a HEIC or AVIF of only its first box, which names the brand. */
const brand = (name: string) =>
  Buffer.concat([uint32(24), latin1(`ftyp${name}\0\0\0\0mif1${name}`), Buffer.alloc(200)]);

/** Formats that the site and `cutout` convert to PNG or JPEG on the device. */
const convertible: readonly HostileFile[] = [
  { name: 'tiff-plain.tif', bytes: tiff, expected: foreign('TIFF'), converted: opens },
  {
    name: 'tiff-lzw-tiles.tif',
    bytes: await drawnPicture().tiff({ compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    expected: foreign('TIFF'),
    converted: opens,
  },
  {
    name: 'tiff-16-bit.tif',
    bytes: await drawnPicture().removeAlpha().toColourspace('rgb16').tiff().toBuffer(),
    expected: foreign('TIFF'),
    converted: opens,
  },
  ...[2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `tiff-orientation-${orientation}.tif`,
    bytes: withOrientation(tiff, orientation),
    expected: foreign('TIFF'),
    converted: turned(orientation),
  })),
  { name: 'tiff-cut.tif', bytes: cutAt(tiff, 0.5), expected: foreign('TIFF'), converted: damaged },
  { name: 'tiff-header.tif', bytes: tiff.subarray(0, 8), expected: foreign('TIFF'), converted: damaged },
  { name: 'tiff-loop.tif', bytes: tiffData([], true, 8), expected: foreign('TIFF'), converted: damaged },
  {
    name: 'tiff-65535-entries.tif',
    bytes: replaced(tiffData([]), 8, 255, 255),
    expected: foreign('TIFF'),
    converted: damaged,
  },
  {
    name: 'tiff-60000x60000.tif',
    bytes: tiffData([
      { tag: 256, type: 4, count: 1, value: 60_000 },
      { tag: 257, type: 4, count: 1, value: 60_000 },
      { tag: 258, type: 3, count: 1, value: 8 },
      { tag: 259, type: 3, count: 1, value: 1 },
      { tag: 262, type: 3, count: 1, value: 1 },
      { tag: 273, type: 4, count: 1, value: 8 },
      { tag: 278, type: 4, count: 1, value: 60_000 },
      { tag: 279, type: 4, count: 1, value: 0x7fff_ffff },
    ]),
    expected: foreign('TIFF'),
    converted: tooManyPixels,
  },
  { name: 'bmp-24-bit.bmp', bytes: bmp({ bits: 24 }), expected: foreign('BMP'), converted: opens },
  {
    name: 'bmp-upside-down.bmp',
    bytes: bmp({ bits: 24, isTopDown: true }),
    expected: foreign('BMP'),
    converted: opens,
  },
  { name: 'bmp-cut.bmp', bytes: cutAt(bmp({ bits: 24 }), 0.5), expected: foreign('BMP'), converted: damaged },
  { name: 'bmp-header.bmp', bytes: bmp({ bits: 24 }).subarray(0, 20), expected: foreign('BMP'), converted: damaged },
  { name: 'bmp-no-width.bmp', bytes: bmp({ bits: 24, width: 0 }), expected: foreign('BMP'), converted: damaged },
  {
    name: 'bmp-60000x60000.bmp',
    bytes: bmp({ bits: 24, width: 60_000, height: 60_000 }),
    expected: foreign('BMP'),
    converted: tooManyPixels,
  },
  { name: 'bmp-7-bit.bmp', bytes: bmp({ bits: 7 }), expected: foreign('BMP'), converted: damaged },
  { name: 'gif-plain.gif', bytes: gif, expected: foreign('GIF'), converted: opens },
  { name: 'gif-as-jpeg.jpg', bytes: gif, expected: foreign('GIF'), converted: opens },
  {
    name: 'gif-clear.gif',
    bytes: await drawnPicture(true).gif().toBuffer(),
    expected: foreign('GIF'),
    converted: opensTransparent,
  },
  { name: 'gif-header.gif', bytes: gif.subarray(0, 13), expected: foreign('GIF'), converted: damaged },
  {
    name: 'gif-no-frames.gif',
    bytes: Buffer.concat([gif.subarray(0, 13 + coloursOfGif()), bytes(0x3b)]),
    expected: foreign('GIF'),
    converted: damaged,
  },
  {
    name: 'gif-65535x65535.gif',
    bytes: replaced(gif, 6, 255, 255, 255, 255),
    expected: foreign('GIF'),
    converted: tooManyPixels,
    // libvips takes the size of the frame when that of the screen is absurd.
    convertedInNode: opens,
  },
  { name: 'avif-plain.avif', bytes: avif, expected: foreign('AVIF'), converted: opens },
  { name: 'avif-cut.avif', bytes: cutAt(avif, 0.7), expected: foreign('AVIF'), converted: damaged },
  { name: 'avif-only-brand.avif', bytes: brand('avif'), expected: foreign('AVIF'), converted: damaged },
  { name: 'heic-cut.heic', bytes: heic.subarray(0, 500), expected: foreign('HEIC'), converted: damaged },
  { name: 'heic-only-brand.heic', bytes: brand('heic'), expected: foreign('HEIC'), converted: damaged },
];

const svg = (content: string, attributes = 'width="64" height="48"') =>
  latin1(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
/** Ten entities, each of which is ten of the one before. */
const laughs = Array.from(
  { length: 10 },
  (_, at) => `<!ENTITY l${at + 1} "${at === 0 ? 'ha' : `&l${at};`.repeat(10)}">`,
).join('');

const svgFiles: readonly HostileFile[] = [
  {
    name: 'svg-script.svg',
    bytes: svg('<script>document.title="hostile";fetch("/hostile")</script>'),
    expected: foreign('SVG'),
  },
  {
    name: 'svg-onload.svg',
    bytes: svg('<rect width="9" height="9"/>', 'onload="document.title=\'hostile\'"'),
    expected: foreign('SVG'),
  },
  { name: 'svg-as-png.png', bytes: svg('<image xlink:href="/hostile.png"/>'), expected: foreign('SVG') },
  {
    name: 'svg-from-elsewhere.svg',
    bytes: svg('<use href="http://hostile.example/a.svg#a"/>'),
    expected: foreign('SVG'),
  },
  {
    name: 'svg-page-inside.svg',
    bytes: svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/hostile"/></foreignObject>'),
    expected: foreign('SVG'),
  },
  {
    name: 'svg-a-billion-laughs.svg',
    bytes: Buffer.concat([latin1(`<?xml version="1.0"?><!DOCTYPE svg [${laughs}]>`), svg('<text>&l10;</text>')]),
    expected: foreign('SVG'),
  },
  {
    name: 'svg-file-of-the-server.svg',
    bytes: Buffer.concat([latin1('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), svg('<text>&x;</text>')]),
    expected: foreign('SVG'),
  },
  { name: 'svg-behind-spaces.svg', bytes: Buffer.concat([Buffer.alloc(8000, 0x20), svg('')]), expected: foreign() },
];

/** Films, documents, archives, programs and texts, most of them with the ending of an image. */
const others: readonly HostileFile[] = [
  { name: 'empty.jpg', bytes: Buffer.alloc(0), expected: empty },
  { name: 'empty.png', bytes: Buffer.alloc(0), expected: empty },
  { name: 'empty.webp', bytes: Buffer.alloc(0), expected: empty },
  { name: 'one-byte.jpg', bytes: bytes(0xff), expected: foreign() },
  { name: 'zeros.png', bytes: Buffer.alloc(1 << 20), expected: foreign() },
  { name: 'noise.webp', bytes: noise(100_000), expected: foreign() },
  { name: 'text.jpg', bytes: latin1('I am not a picture.'), expected: foreign() },
  {
    name: 'text-of-bm.bmp',
    bytes: latin1('BMX bikes are fun, and this text begins like a bitmap.'),
    expected: foreign(),
  },
  { name: 'text-in-utf-16.png', bytes: Buffer.from('\ufeffPNG', 'utf16le'), expected: foreign() },
  { name: 'page.jpg', bytes: latin1('<!doctype html><title>Not found</title>'), expected: foreign('HTML') },
  { name: 'script.js', bytes: latin1('document.title = "hostile"'), expected: foreign() },
  {
    name: 'document.pdf',
    bytes: latin1('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction 2 0 R>>endobj'),
    expected: foreign('PDF'),
  },
  { name: 'archive.zip', bytes: await zip(), expected: foreign('ZIP') },
  { name: 'archive-bomb.zip', bytes: await zip(20 << 20), expected: foreign('ZIP') },
  { name: 'compressed.png', bytes: gzipSync(png()), expected: foreign() },
  { name: 'deflated.png', bytes: deflateSync(Buffer.alloc(1 << 20)), expected: foreign() },
  // The double of a file on a disk of another system, and a document of Word. `Thumbs.db` has the format of the latter,
  // but a batch leaves files of that name out.
  { name: 'apple-double.jpg', bytes: Buffer.concat([bytes(0, 5, 0x16, 7), noise(100)]), expected: foreign() },
  { name: 'letter.doc', bytes: Buffer.concat([bytes(0xd0, 0xcf, 0x11, 0xe0), noise(100)]), expected: foreign() },
  { name: 'program.png', bytes: Buffer.concat([latin1('MZ'), noise(500)]), expected: foreign() },
  {
    name: 'sound.webp',
    bytes: Buffer.concat([latin1('RIFF'), uint32Little(36), latin1('WAVEfmt '), Buffer.alloc(36)]),
    expected: foreign(),
  },
  {
    name: 'film.mp4',
    bytes: Buffer.concat([uint32(24), latin1('ftypisom\0\0\x02\0isommp41'), Buffer.alloc(200)]),
    expected: foreign('MP4'),
  },
  {
    name: 'film.mov',
    bytes: Buffer.concat([uint32(16), latin1('ftypqt  '), Buffer.alloc(200)]),
    expected: foreign('MOV'),
  },
  { name: 'photoshop.psd', bytes: Buffer.concat([latin1('8BPS'), noise(100)]), expected: foreign('PSD') },
  { name: 'icon.ico', bytes: Buffer.concat([bytes(0, 0, 1, 0, 1, 0), noise(100)]), expected: foreign('ICO') },
  { name: 'jpeg-xl.jxl', bytes: bytes(0xff, 0x0a, 1, 2, 3, 4), expected: foreign('JPEG XL') },
  {
    name: 'jpeg-2000.jp2',
    bytes: Buffer.concat([uint32(12), latin1('jP  \r\n\x87\n'), noise(100)]),
    expected: foreign('JPEG 2000'),
  },
  { name: 'gimp.xcf', bytes: latin1('gimp xcf v011\0'), expected: foreign('XCF') },
  {
    name: 'camera.cr2',
    bytes: Buffer.concat([latin1('II*\0'), uint16Little(16), bytes(0, 0), latin1('CR\x02\0'), noise(99)]),
    expected: foreign('RAW'),
  },
];

/** Files with the ending of another format, which the content corrects. */
const misnamed: readonly HostileFile[] = [
  { name: 'png-named.jpg', bytes: png(), expected: opens },
  { name: 'jpeg-named.png', bytes: await jpeg({ chromaSubsampling: '4:4:4' }), expected: opens },
  { name: 'png-named.txt', bytes: png(), expected: opens },
  { name: 'png-without-ending', bytes: png(), expected: opens },
  { name: 'png-named.exe', bytes: png(), expected: opens },
  { name: 'png-named.svg', bytes: png(), expected: opens },
];

export const foreignFiles: readonly HostileFile[] = [...convertible, ...svgFiles, ...others, ...misnamed];

/** Returns the length of the GIF's table of colours, in bytes. @see GIF89a, section 18 */
function coloursOfGif(): number {
  const flags = gif[10] ?? 0;
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** Returns the TIFF with another orientation. */
function withOrientation(file: Buffer, orientation: number): Buffer {
  const directory = file.readUInt32LE(4);
  const count = file.readUInt16LE(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (file.readUInt16LE(entry) === 0x0112) return replaced(file, entry + 8, orientation, 0);
  }
  throw new Error('the TIFF has no orientation');
}

function zip(zeros = 0): Promise<Buffer> {
  const files = new JSZip().file('photo.png', png()).file('zeros', new Uint8Array(zeros));
  return files.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

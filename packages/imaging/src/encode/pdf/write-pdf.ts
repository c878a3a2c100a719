import {
  concatTransformationMatrix,
  drawObject,
  grayscale,
  type PDFContext,
  PDFDocument,
  PDFName,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';

import { srgbProfile } from '../../color/srgb-profile.ts';
import type { Size } from '../../geometry/rect.ts';
import { deflated } from '../deflated.ts';

/** Pixels of an image, compressed in the zlib format. */
export interface PdfImage extends Size {
  readonly colors: Uint8Array;
  /** Straight alpha; undefined when the image is opaque. */
  readonly alpha: Uint8Array | undefined;
}

export interface PageLayout {
  /** Size after trimming. */
  readonly widthMm: number;
  readonly heightMm: number;
  readonly bleedMm: number;
  readonly hasCropMarks: boolean;
}

/** Author and notes of a file. */
export interface PdfNotes {
  readonly author: string | undefined;
  /** XMP packet. */
  readonly xmp: Uint8Array | undefined;
}

const pointsPerMm = 72 / 25.4;
/** Length of a crop mark. */
const markMm = 5;
/** Smallest distance of a crop mark from the trimmed page. */
const markDistanceMm = 3;
const markPoints = 0.25;

/** Writes a PDF of one page with an image that fills it up to the end of the bleed. */
export async function writePdf(image: PdfImage, layout: PageLayout & PdfNotes): Promise<Uint8Array<ArrayBuffer>> {
  const { widthMm, heightMm, bleedMm, hasCropMarks } = layout;
  const document = await PDFDocument.create();
  const marginMm = hasCropMarks ? marksAt(bleedMm) + markMm : bleedMm;
  const page = document.addPage([(widthMm + 2 * marginMm) * pointsPerMm, (heightMm + 2 * marginMm) * pointsPerMm]);
  const box = (outMm: number) =>
    [marginMm - outMm, marginMm - outMm, widthMm + 2 * outMm, heightMm + 2 * outMm].map((mm) => mm * pointsPerMm) as [
      number,
      number,
      number,
      number,
    ];
  page.setTrimBox(...box(0));
  page.setBleedBox(...box(bleedMm));
  const [left, bottom, width, height] = box(bleedMm);
  const name = page.node.newXObject('Image', await embed(document.context, image));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(width, 0, 0, height, left, bottom),
    drawObject(name),
    popGraphicsState(),
  );
  if (layout.author) document.setAuthor(layout.author);
  if (layout.xmp) {
    const packet = document.context.stream(layout.xmp, { Type: 'Metadata', Subtype: 'XML' });
    document.catalog.set(PDFName.of('Metadata'), document.context.register(packet));
  }
  if (hasCropMarks) drawCropMarks(page, layout, marginMm);
  // Old print stations cannot read object streams.
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

/** Returns the distance of crop marks from the trimmed page, so that they lie outside the bleed. */
function marksAt(bleedMm: number): number {
  return Math.max(bleedMm, markDistanceMm);
}

async function embed(context: PDFContext, { widthPx, heightPx, colors, alpha }: PdfImage) {
  const common = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: widthPx,
    Height: heightPx,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  };
  const stream = (dictionary: Parameters<PDFContext['stream']>[1], bytes: Uint8Array) =>
    context.register(context.stream(bytes, dictionary));
  const profile = stream({ N: 3, Filter: 'FlateDecode' }, await deflated(srgbProfile()));
  const mask = alpha && stream({ ...common, ColorSpace: 'DeviceGray' }, alpha);
  return stream({ ...common, ColorSpace: [PDFName.of('ICCBased'), profile], ...(mask && { SMask: mask }) }, colors);
}

/** Draws two marks outside each corner, along the lines of the cuts. */
function drawCropMarks(page: PDFPage, { widthMm, heightMm, bleedMm }: PageLayout, marginMm: number): void {
  const from = marksAt(bleedMm);
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    page.drawLine({
      start: { x: (marginMm + x1) * pointsPerMm, y: (marginMm + y1) * pointsPerMm },
      end: { x: (marginMm + x2) * pointsPerMm, y: (marginMm + y2) * pointsPerMm },
      thickness: markPoints,
      color: grayscale(0),
    });
  const to = from + markMm;
  for (const x of [0, widthMm]) {
    line(x, -from, x, -to);
    line(x, heightMm + from, x, heightMm + to);
  }
  for (const y of [0, heightMm]) {
    line(-from, y, -to, y);
    line(widthMm + from, y, widthMm + to, y);
  }
}

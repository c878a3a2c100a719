import { notePng } from './draw-note.ts';
import type { SheetLayout } from './lay-out-sheet.ts';

const pointsPerMm = 72 / 25.4;
const cutMarkPoints = 0.25;
/** Resolution of the line of text. At 600 dpi its letters are as sharp as a printer's. */
const noteDotsPerInch = 600;

/**
 * Writes a sheet as a PDF of one page in true millimetres. Its media box and its trim box are the paper. Each photo is
 * embedded once without recompression and placed as often as it occurs. Print the file at 100 %, not fitted to the
 * page.
 * @param photos a JPEG or PNG for each id of the layout.
 * @param note line of text in the place that the layout reserves for it.
 * @throws {RangeError} when a photo is missing, or is neither a JPEG nor a PNG.
 */
export async function renderSheetPdf(
  layout: SheetLayout,
  photos: Readonly<Record<string, Blob>>,
  note?: string,
): Promise<Blob> {
  // Loaded on first use, because it is larger than the rest of the package.
  const { degrees, grayscale, PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.create();
  const [width, height] = [layout.paper.widthMm * pointsPerMm, layout.paper.heightMm * pointsPerMm];
  const page = document.addPage([width, height]);
  page.setTrimBox(0, 0, width, height);

  const images = new Map<string, Awaited<ReturnType<typeof document.embedJpg>>>();
  for (const id of new Set(layout.places.map((place) => place.id))) {
    const bytes = new Uint8Array((await photos[id]?.arrayBuffer()) ?? []);
    const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
    const isPng = bytes[0] === 0x89 && bytes[1] === 0x50;
    if (!isJpeg && !isPng) throw new RangeError(`there is no JPEG or PNG for “${id}”`);
    images.set(id, await (isJpeg ? document.embedJpg(bytes) : document.embedPng(bytes)));
  }
  for (const place of layout.places) {
    const image = images.get(place.id);
    if (!image) continue;
    const [left, right] = [place.xMm * pointsPerMm, (place.xMm + place.widthMm) * pointsPerMm];
    const bottom = height - (place.yMm + place.heightMm) * pointsPerMm;
    const [across, up] = [place.widthMm * pointsPerMm, place.heightMm * pointsPerMm];
    page.drawImage(
      image,
      place.isRotated
        ? { x: right, y: bottom, width: up, height: across, rotate: degrees(90) }
        : { x: left, y: bottom, width: across, height: up },
    );
  }
  for (const { fromXMm, fromYMm, toXMm, toYMm } of layout.cutMarks) {
    page.drawLine({
      start: { x: fromXMm * pointsPerMm, y: height - fromYMm * pointsPerMm },
      end: { x: toXMm * pointsPerMm, y: height - toYMm * pointsPerMm },
      thickness: cutMarkPoints,
      color: grayscale(0),
    });
  }
  if (note !== undefined && layout.note) {
    const line = await document.embedPng(await (await notePng(layout.note, note, noteDotsPerInch)).arrayBuffer());
    const { xMm, yMm, widthMm, heightMm } = layout.note;
    page.drawImage(line, {
      x: xMm * pointsPerMm,
      y: height - (yMm + heightMm) * pointsPerMm,
      width: widthMm * pointsPerMm,
      height: heightMm * pointsPerMm,
    });
  }
  // Old print stations cannot read object streams.
  const bytes = await document.save({ useObjectStreams: false });
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
}

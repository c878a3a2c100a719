export interface CutOutSource {
  readonly photoUrl: string;
  /** URL of a grey image of the photo's size; white is subject. Null for a soft ellipse over about half the image. */
  readonly alphaUrl: string | null;
  /**
   * Way in which the photo is brought to its size: scaled, or repeated side by side with unchanged pixels. The columns
   * of repetitions are shifted against each other, so that nearby rows differ; a compressor would find equal rows.
   */
  readonly enlarged: 'scaled' | 'tiled';
  /** True when the whole photo is used, without transparency. */
  readonly opaque: boolean;
}

const megapixels = 12;

/** Radii of the ellipse as a share of the image's sides. Such an ellipse covers half of the image. */
const ellipseRadius = 0.4;
/** Width of its soft edge, as a share of its radius. */
const softEdge = 0.04;

/**
 * Returns a cutout of 12 megapixels in the photo's aspect ratio, with straight alpha and black transparent pixels, or
 * the whole photo.
 */
export async function createCutOut({ photoUrl, alphaUrl, enlarged, opaque }: CutOutSource) {
  const photo = await load(photoUrl);
  const width = Math.round(Math.sqrt((megapixels * 1e6 * photo.width) / photo.height));
  const height = Math.round((megapixels * 1e6) / width);
  const draw = enlarged === 'scaled' ? drawScaled : drawTiled;
  const pixels = draw(photo, width, height);
  if (opaque) return { pixels, transparentShare: 0 };
  const alpha = alphaUrl === null ? drawEllipse(width, height) : draw(await load(alphaUrl), width, height);

  const { data } = pixels;
  let transparent = 0;
  for (let at = 0; at < data.length; at += 4) {
    const value = alpha.data[at] ?? 0;
    data[at + 3] = value;
    if (value > 0) continue;
    data.fill(0, at, at + 3);
    transparent += 1;
  }
  return { pixels, transparentShare: transparent / (width * height) };
}

async function load(url: string): Promise<ImageBitmap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return createImageBitmap(await response.blob());
}

function drawScaled(bitmap: ImageBitmap, width: number, height: number): ImageData {
  const context = context2d(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function drawTiled(bitmap: ImageBitmap, width: number, height: number): ImageData {
  const context = context2d(width, height);
  const columns = Math.ceil(width / bitmap.width);
  for (let column = 0; column < columns; column += 1) {
    const shift = Math.round((bitmap.height * column) / columns);
    for (let y = -shift; y < height; y += bitmap.height) context.drawImage(bitmap, column * bitmap.width, y);
  }
  return context.getImageData(0, 0, width, height);
}

function drawEllipse(width: number, height: number): ImageData {
  const alpha = new ImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot(x / width - 0.5, y / height - 0.5) / ellipseRadius;
      alpha.data[(y * width + x) * 4] = (255 * (1 - distance)) / softEdge;
    }
  }
  return alpha;
}

function context2d(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas could be had');
  return context;
}

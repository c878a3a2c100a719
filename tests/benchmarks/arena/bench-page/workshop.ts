import type { Size } from '../../../../scripts/quality/pixels.ts';
import { layDown, take } from './shelf-client.ts';

/** Makes images from images, the same for both sides. `from` and `to` are names on the shelf. */
export interface Workshop {
  /** Returns the size of an image as displayed, with its EXIF orientation applied. */
  sizeOf(from: string): Promise<Size>;
  /**
   * Puts a JPEG of the image's centre on the shelf: as much of it as fits the aspect ratio of `size`, scaled to that
   * size.
   */
  crop(from: string, to: string, size: Size): Promise<void>;
  /**
   * Puts the image's pixels on the shelf as displayed, with its EXIF orientation applied: 8-bit RGBA, straight alpha,
   * row-major.
   */
  decode(from: string, to: string): Promise<Size>;
  /** Puts opaque RGBA pixels on the shelf as a JPEG. */
  encode(from: string, to: string, size: Size): Promise<void>;
}

/** JPEG quality, high enough to leave the image practically unchanged, as in cameras. */
const jpegQuality = 0.95;

export function createWorkshop(): Workshop {
  return {
    async sizeOf(from) {
      const { width, height } = await createImageBitmap(await take(from));
      return { widthPx: width, heightPx: height };
    },
    async crop(from, to, { widthPx, heightPx }) {
      const image = await createImageBitmap(await take(from));
      const scale = Math.max(widthPx / image.width, heightPx / image.height);
      const { canvas, context } = createCanvas(widthPx, heightPx);
      context.imageSmoothingQuality = 'high';
      context.setTransform(scale, 0, 0, scale, widthPx / 2, heightPx / 2);
      context.drawImage(image, -image.width / 2, -image.height / 2);
      await layDown(to, await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality }));
    },
    async decode(from, to) {
      const image = await createImageBitmap(await take(from), {
        premultiplyAlpha: 'none',
        colorSpaceConversion: 'none',
      });
      await layDown(to, straightPixels(image));
      return { widthPx: image.width, heightPx: image.height };
    },
    async encode(from, to, { widthPx, heightPx }) {
      const pixels = new Uint8ClampedArray(await (await take(from)).arrayBuffer());
      const { canvas, context } = createCanvas(widthPx, heightPx);
      context.putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0);
      await layDown(to, await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality }));
    },
  };
}

function createCanvas(widthPx: number, heightPx: number) {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas is available');
  return { canvas, context };
}

/**
 * Reads the pixels through a texture. A 2D canvas would premultiply the colours, so that nearly transparent pixels lose
 * their colour.
 */
function straightPixels(image: ImageBitmap): Uint8Array<ArrayBuffer> {
  const { width, height } = image;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl) throw new Error('WebGL is not available');
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return pixels;
}

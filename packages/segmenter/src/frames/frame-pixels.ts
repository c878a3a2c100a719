import { FramesError } from './frames-error.ts';

/** Reads the pixels of frames: RGBA, 8-bit sRGB, straight alpha, as the frame is displayed. */
export interface FrameReader {
  /**
   * Reads a frame, which stays open.
   * @throws {FramesError} `frame-unreadable`.
   */
  read(frame: VideoFrame): ImageData;
}

/** Creates a reader, which keeps a canvas of the last frame's size. */
export function createFrameReader(): FrameReader {
  let context: OffscreenCanvasRenderingContext2D | null = null;
  return {
    read(frame) {
      const { displayWidth: width, displayHeight: height } = frame;
      if (width < 1 || height < 1) throw new FramesError('frame-unreadable', 'the frame is closed');
      try {
        if (context?.canvas.width !== width || context.canvas.height !== height) {
          context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
        }
        if (!context) throw new Error(`there is no canvas of ${width} × ${height} px`);
        context.clearRect(0, 0, width, height);
        context.drawImage(frame, 0, 0, width, height);
        return context.getImageData(0, 0, width, height, { colorSpace: 'srgb' });
      } catch (cause) {
        throw new FramesError('frame-unreadable', String(cause), { cause });
      }
    },
  };
}

/** The colours of the segmenter's pixels. */
const srgb: VideoColorSpaceInit = { primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'rgb', fullRange: true };

/** Makes a frame of pixels. @param pixels RGBA, 8-bit sRGB, straight alpha. They are copied. */
export function frameOf(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  { width, height }: Pick<ImageData, 'width' | 'height'>,
  { timestamp, duration }: Pick<VideoFrame, 'timestamp' | 'duration'>,
): VideoFrame {
  return new VideoFrame(pixels, {
    format: 'RGBA',
    codedWidth: width,
    codedHeight: height,
    timestamp,
    ...(duration !== null && { duration }),
    colorSpace: srgb,
  });
}

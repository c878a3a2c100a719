import { PNG } from 'pngjs';

import { json, type Service, startService } from './service.ts';

export const pictureMaker = 'Painter Inc.';
const sidePx = 64;

export interface PictureService extends Service {
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns a PNG of one colour, as a provider would send it. */
export function picture(): Buffer {
  const image = new PNG({ width: sidePx, height: sidePx });
  for (let at = 0; at < image.data.length; at += 4) image.data.writeUInt32BE(0x33_66_99_ff, at);
  return PNG.sync.write(image);
}

/** Answers as OpenAI’s images API does. @param files images to send, whatever was ordered. */
export function picturesOf(...files: readonly Buffer[]) {
  return json({ created: 1_700_000_000, data: files.map((file) => ({ b64_json: file.toString('base64') })) });
}

/** Starts a service that makes four pictures of any words. */
export async function startPictures(): Promise<PictureService> {
  const service = await startService(picturesOf(picture(), picture(), picture(), picture()));
  return {
    ...service,
    environment: {
      AI_IMAGES_URL: `${service.origin}/v1`,
      AI_IMAGES_KEY: 'sk-test',
      AI_IMAGES_NAME: pictureMaker,
      // Long enough for an answer of 15 MB on a busy machine.
      AI_IMAGES_TIMEOUT_MS: '15000',
      // The journeys of one run share an address.
      AI_VISITOR_IMAGES: '1000',
      AI_VISITORS_IMAGES: '1000',
    },
  };
}

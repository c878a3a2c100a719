import { studios, studioThumbnail, toSrgb } from '@isola/imaging';

const [widthPx, heightPx] = [132, 84];

const painted = new Map<string, ImageData>();

/** Returns a small picture of a studio, for its tile and for the canvas until the worker has rendered the studio. */
export function studioPreview(id: string): ImageData | undefined {
  const known = painted.get(id);
  const studio = studios.find((each) => each.id === id);
  if (known || !studio) return known;
  const image = new ImageData(widthPx, heightPx);
  const { data } = studioThumbnail(studio, widthPx, heightPx);
  for (let at = 0, pixel = 0; at < data.length; at += 3, pixel += 4) {
    for (let channel = 0; channel < 3; channel += 1) image.data[pixel + channel] = toSrgb(data[at + channel] ?? 0);
    image.data[pixel + 3] = 255;
  }
  painted.set(id, image);
  return image;
}

import { type Expected, opens, opensAs, pictureQuarters, pictureSize } from './hostile-file.ts';

const { widthPx, heightPx } = pictureSize;
const [topLeft, topRight, bottomLeft, bottomRight] = pictureQuarters;

/**
 * Expects the picture, stored upright, as an EXIF orientation shows it.
 * @see CIPA DC-008 (EXIF 2.32), 4.6.4.A: orientation 6 says that the first row is the right side of what is shown.
 */
export function turned(orientation: number): Expected {
  switch (orientation) {
    case 2:
      return opensAs(widthPx, heightPx, [topRight, topLeft, bottomRight, bottomLeft]);
    case 3:
      return opensAs(widthPx, heightPx, [bottomRight, bottomLeft, topRight, topLeft]);
    case 4:
      return opensAs(widthPx, heightPx, [bottomLeft, bottomRight, topLeft, topRight]);
    case 5:
      return opensAs(heightPx, widthPx, [topLeft, bottomLeft, topRight, bottomRight]);
    case 6:
      return opensAs(heightPx, widthPx, [bottomLeft, topLeft, bottomRight, topRight]);
    case 7:
      return opensAs(heightPx, widthPx, [bottomRight, topRight, bottomLeft, topLeft]);
    case 8:
      return opensAs(heightPx, widthPx, [topRight, bottomRight, topLeft, bottomLeft]);
    default:
      return opens;
  }
}

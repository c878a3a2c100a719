import { createPngEncoder } from '@isola/segmenter/imaging';

/** Own colour of the drawn glass, sRGB. */
export const glassColor = [40, 120, 200] as const;

const cards = { dark: [20, 20, 22], light: [235, 232, 230] } as const;

/**
 * Returns the alpha of the drawn glass: a half-transparent pane in an opaque ring, and an opaque knob off the centre.
 * @param x,y place, as shares of the photograph's width and height.
 */
export function glassAlpha(x: number, y: number): number {
  const [across, down] = [(x - 0.5) * 4, (y - 0.5) * 3];
  if (Math.hypot(across + 0.4, down + 0.3) < 0.12) return 1;
  const outer = Math.hypot(across, down);
  return outer < 0.6 ? 0.4 : Math.min(1, Math.max(0, (1 - outer) / 0.07));
}

export interface PhotographOptions {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly name?: string;
  /** Factor of the exposure. */
  readonly exposure?: number;
}

/** Draws the glass in front of dark or light card, as a PNG. */
export async function photographGlass(
  card: keyof typeof cards,
  { widthPx = 320, heightPx = 240, name = `${card}.png`, exposure = 1 }: PhotographOptions = {},
): Promise<File> {
  const encoder = await createPngEncoder({ widthPx, heightPx });
  const row = new Uint8ClampedArray(widthPx * 4).fill(255);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const alpha = glassAlpha(x / widthPx, y / heightPx);
      for (const [channel, own] of glassColor.entries()) {
        const light = alpha * lightOf(own) + (1 - alpha) * lightOf(cards[card][channel] ?? 0);
        row[x * 4 + channel] = valueOf(exposure * light);
      }
    }
    encoder.add(row);
  }
  return new File([encoder.finish()], name, { type: 'image/png' });
}

/** Converts an sRGB value to linear light. The exponents are those of IEC 61966-2-1. */
function lightOf(value: number): number {
  return value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
}

function valueOf(light: number): number {
  return 255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
}

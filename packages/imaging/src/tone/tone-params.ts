import * as z from 'zod/mini';

const signed = z.number().check(z.minimum(-100), z.maximum(100));

/** Schema of the tone, checked when params enter the worker. */
export const toneParamsSchema = z.object({
  /** Change of the exposure in stops, −2…2: one stop more is twice the light. */
  exposure: z.number().check(z.minimum(-2), z.maximum(2)),
  /** Change of the contrast about middle grey, −100…100. The slope there is 2 to the power of a hundredth of it. */
  contrast: signed,
  /** Colour temperature, −100…100; higher is warmer. */
  temperature: signed,
  /** Tint, −100…100; lower is greener, higher is more magenta. */
  tint: signed,
  /** Change of the saturation in per cent, −100…100; −100 is grey. */
  saturation: signed,
  /** Strength of the sharpening, 0…100. */
  sharpness: z.number().check(z.minimum(0), z.maximum(100)),
});

/** Light and colour of the subject itself. The background does not change. */
export type ToneParams = Readonly<z.infer<typeof toneParamsSchema>>;

/** Tone that changes nothing. */
export const noTone: ToneParams = {
  exposure: 0,
  contrast: 0,
  temperature: 0,
  tint: 0,
  saturation: 0,
  sharpness: 0,
};

/** Returns whether a tone changes nothing. */
export function isNeutral(tone: ToneParams): boolean {
  return Object.values(tone).every((value) => value === 0);
}

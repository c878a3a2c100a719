/** Changes to a rendered set that keep it believable. */
export interface SetAdjustments {
  /** False when only the part above the ground is shown, behind a subject that the lower border cuts off. */
  readonly hasFloor: boolean;
  /** True when left and right are exchanged. */
  readonly isFlipped: boolean;
  /** Added blur, which grows with the distance from the subject, 0…100. */
  readonly blur: number;
  /** Warmth of the light, −100…100. */
  readonly warmth: number;
  /** Brightness, −100…100. 50 is one stop. */
  readonly exposure: number;
  /** Colourfulness, −100…100. */
  readonly saturation: number;
  /** Colour of a recoloured studio, `#rrggbb`; null keeps its own. */
  readonly tint: string | null;
}

export const unchanged: SetAdjustments = {
  hasFloor: true,
  isFlipped: false,
  blur: 0,
  warmth: 0,
  exposure: 0,
  saturation: 0,
  tint: null,
};

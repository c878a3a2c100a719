/** How a subject sits in its new light. Everything at 0 leaves the picture as it is. */
export interface LightChoice {
  /** The dark where it stands on something, 0…100. */
  readonly contact: number;
  /** The shadow that a lamp throws. */
  readonly drop: {
    /** 0…100. */
    readonly strength: number;
    /** Where the lamp is: clockwise, 0 is above. */
    readonly angleDeg: number;
    /** How far the shadow falls, 0…100 hundredths of the subject's height. */
    readonly distance: number;
    /** 0…100. The farther it falls, the softer it is besides. */
    readonly softness: number;
  };
  /** How far it takes on the background's light and colour, 0…100. */
  readonly match: number;
  /** How much of the background's light comes round its edge, 0…100. */
  readonly wrap: number;
}

/** Every step of a history. One row is one more; it is worded in the bundle `editor` as `step.<name>`. */
export const stepNames = [
  // What an edit of the matte did.
  'restore',
  'erase',
  'keep',
  'drop',
  'open',
  'fill',
  // Settings of the edge, one by one and together.
  'shift',
  'feather',
  'contrast',
  'solidify',
  'decontaminate',
  'edge',
  // Settings of the light together.
  'light',
  // The kind of background that was chosen.
  'transparent',
  'color',
  'gradient',
  'picture',
  'blur',
  'studio',
  // Settings of the light, one by one.
  'contact',
  'drop-shadow',
  'match',
  'wrap',
  // The crop.
  'crop',
  'rotate',
  'straighten',
  'mirror',
  'center',
  'size',
  // The file.
  'format',
  'quality',
  'density',
  'limit',
  'metadata',
  // A preset, as one step.
  'recipe',
] as const;

export type StepName = (typeof stepNames)[number];

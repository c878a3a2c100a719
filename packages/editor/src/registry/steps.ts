import type { StepName, StepDefinition } from '../model/step.ts';
import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import type { Translate } from '../model/translate.ts';
import type { EditDefinition } from '../edits/define-edit.ts';

const stepNames = [
  // Settings of the edge, one by one and together.
  'shift',
  'feather',
  'contrast',
  'solidify',
  'decontaminate',
  'edge',
  // Settings of the light together.
  'light',
  // Settings of the light, one by one.
  'contact',
  'drop-shadow',
  'match',
  'wrap',
  'grain',
  'outline',
  // The crop.
  'crop',
  'rotate',
  'straighten',
  'mirror',
  'center',
  'size',
  'place-subject',
  // The file: its settings together, and one by one.
  'export',
  'format',
  'quality',
  'density',
  'limit',
  'metadata',
  // A preset, as one step.
  'preset',
] as const;

export type BuiltInStepName = (typeof stepNames)[number];

/** Every step of this package but those of backgrounds and edits, which have their own. One row above is one more. */
export const steps: readonly StepDefinition[] = stepNames.map((id) => ({ id, label: (t) => t(`step.${id}`) }));

export interface StepSources {
  readonly steps: readonly StepDefinition[];
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
}

/** @returns what was done, in words. A document may come from an editor that has more steps: they are a change like any other. */
export function stepLabel({ steps, backgrounds, edits }: StepSources, id: StepName, t: Translate): string {
  const known = [...steps, ...backgrounds.map(({ step }) => step), ...edits.flatMap((edit) => edit.steps)];
  return known.find((step) => step.id === id)?.label(t) ?? t('step.other');
}

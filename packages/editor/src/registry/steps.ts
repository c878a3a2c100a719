import type { StepName, StepDefinition } from '../model/step.ts';
import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import type { Translate } from '../model/translate.ts';
import type { EditDefinition } from '../edits/define-edit.ts';

const stepNames = [
  // Settings of the edge: single ones and all together.
  'shift',
  'feather',
  'contrast',
  'solidify',
  'decontaminate',
  'edge',
  // All settings of the light together.
  'light',
  // Single settings of the light.
  'contact',
  'drop-shadow',
  'photographed-shadow',
  'reflection',
  'match',
  'wrap',
  'grain',
  'outline',
  // Light and colour of the subject: all settings together, and single ones.
  'tone',
  'exposure',
  'tone-contrast',
  'white-balance',
  'temperature',
  'tint',
  'saturation',
  'sharpness',
  // The crop.
  'crop',
  'rotate',
  'straighten',
  'mirror',
  'center',
  'size',
  'enlarge',
  'extend',
  'place-subject',
  // Settings of the file: all together, and single ones.
  'export',
  'format',
  'quality',
  'density',
  'limit',
  'metadata',
  // Texts, logos and other subjects.
  'add-text',
  'add-logo',
  'add-subject',
  'arrange-subjects',
  'edit-layer',
  'move-layer',
  'arrange-layers',
  'remove-layer',
  // A preset, as one step.
  'preset',
  // The settings of another image of the same thing, as one step.
  'settings',
] as const;

export type BuiltInStepName = (typeof stepNames)[number];

/**
 * Steps of this package, except those of backgrounds and edits, whose definitions have their own. Add a step by adding
 * a row above.
 */
export const steps: readonly StepDefinition[] = stepNames.map((id) => ({ id, label: (t) => t(`step.${id}`) }));

export interface StepSources {
  readonly steps: readonly StepDefinition[];
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
}

/**
 * @returns the name of a step. A document may come from an editor with more steps, and an unknown step gets a general
 *   name.
 */
export function stepLabel({ steps, backgrounds, edits }: StepSources, id: StepName, t: Translate): string {
  const known = [...steps, ...backgrounds.map(({ step }) => step), ...edits.flatMap((edit) => edit.steps)];
  return known.find((step) => step.id === id)?.label(t) ?? t('step.other');
}

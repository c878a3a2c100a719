import { openAsBlob } from 'node:fs';

import { type AnimationFormat, type ImageInspection, inspectImage } from '@isola/segmenter/node';

/** Formats of animations that can be chosen, each of which is also the ending of its files. */
export const animationFormats = ['gif', 'webp', 'png'] as const satisfies readonly AnimationFormat[];

/** The choices of the command line that concern animations. */
export interface AnimationChoice {
  /** Format of animations. */
  readonly animation?: AnimationFormat | undefined;
  /** Format of all results, when the command line names it. */
  readonly format?: string | undefined;
  readonly preset?: string | undefined;
  readonly maxBytes?: number | undefined;
  /** Present when the shadow of the photograph is kept. */
  readonly shadow?: string | undefined;
  /** True when faces are made unrecognisable. */
  readonly blurFaces?: boolean | undefined;
  /** True when the command line changes light and colour of the subject. */
  readonly hasTone?: boolean | undefined;
}

/** Format of an animation's result, or the reason why there is none. */
export type AnimationPlan =
  | { readonly outcome: 'possible'; readonly format: AnimationFormat }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail: string };

/**
 * Chooses the format in which an animation is written: the chosen one, or otherwise its own.
 * @returns undefined for a still image, and for a file that cannot be read. Every GIF counts as an animation.
 */
export async function planAnimation(file: string, choice: AnimationChoice): Promise<AnimationPlan | undefined> {
  const own = await animationFormatOf(file);
  if (!own) return undefined;
  if (choice.preset !== undefined || choice.maxBytes !== undefined)
    return refused('--preset and --max-bytes apply to still images only');
  if (choice.shadow !== undefined) return refused('--shadow applies to still images only');
  if (choice.blurFaces) return refused('--blur-faces applies to still images only');
  if (choice.hasTone) return refused('light and colour of the subject are changed in still images only');
  const wanted = choice.animation ?? choice.format ?? own;
  const format = animationFormats.find((each) => each === wanted);
  if (!format) return refused(`${wanted} has no frames; --animation ${own} chooses a format that has`);
  return { outcome: 'possible', format };
}

function refused(detail: string): AnimationPlan {
  return { outcome: 'failed', code: 'animation-not-supported', detail };
}

async function animationFormatOf(file: string): Promise<AnimationFormat | undefined> {
  const inspection = await inspect(file);
  switch (inspection?.state) {
    case 'readable':
    case 'image-too-large': {
      const { animated, type } = inspection.header;
      if (!animated) return undefined;
      return type === 'image/webp' ? 'webp' : 'png';
    }
    case 'unsupported-format':
      return inspection.format === 'GIF' ? 'gif' : undefined;
    default:
      return undefined;
  }
}

/** Inspects a file. @returns undefined when it cannot be read; it then fails when its turn comes. */
async function inspect(file: string): Promise<ImageInspection | undefined> {
  try {
    return await inspectImage(await openAsBlob(file));
  } catch {
    return undefined;
  }
}

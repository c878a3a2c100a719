import type { BackgroundParams } from '@isola/imaging';

import { formatOf } from '../document/formats.ts';
import { builtInRegistries, type EditorRegistries } from '../registry/registries.ts';
import type { DocumentState } from '../schema/document-state.ts';
import type { CanvasRect } from '../model/canvas-rect.ts';
import { colorBackground } from '../backgrounds/color.ts';
import {
  type BackgroundDefinition,
  backgroundDefinition,
  type BackgroundImages,
} from '../backgrounds/define-background.ts';
import type { Background } from '../model/background.ts';

/** Background of the cutout in a view or a file. */
export interface ResolvedBackground {
  readonly source: BackgroundParams;
  /** Paints the background over a rectangle at once; undefined when only the worker can render it. */
  readonly paint: ((context: CanvasRenderingContext2D, rect: CanvasRect) => void) | undefined;
  /** Paints the background roughly until the worker has rendered it; undefined when that is not possible. */
  readonly preview: ((context: CanvasRenderingContext2D, rect: CanvasRect) => void) | undefined;
  /** True when the background moves with the image. */
  readonly followsImage: boolean;
}

const white = { kind: 'color', color: '#ffffff' } as const;

/**
 * Resolves the background of a state as it will be in the file: a format without transparency, such as JPEG, gets white
 * in place of a transparent background. The screen shows the same background, so that the user sees what will be saved.
 * @throws {RangeError} if the registries lack the background's kind.
 */
export function resolveBackground(
  document: BackgroundImages,
  { background, export: { format } }: Pick<DocumentState, 'background' | 'export'>,
  { backgrounds, formats }: Pick<EditorRegistries, 'backgrounds' | 'formats'> = builtInRegistries,
): ResolvedBackground {
  const definition = backgroundDefinition(backgrounds, background);
  const isTransparent = definition.toSource(background, document).kind === 'transparent';
  if (isTransparent && !formatOf(format, formats).hasTransparency) {
    return resolveWith(colorBackground, white, document);
  }
  return resolveWith(definition, background, document);
}

function resolveWith<Settings extends Background>(
  { toSource, paint, preview, followsImage }: BackgroundDefinition<Settings>,
  settings: Settings,
  document: BackgroundImages,
): ResolvedBackground {
  return {
    source: toSource(settings, document),
    paint: paint && ((context, rect) => paint(settings, context, rect)),
    preview: preview?.(settings),
    followsImage,
  };
}

import type { BackgroundParams } from '@isola/imaging';

import { formatOf } from '../document/formats.ts';
import type { ImageDocument } from '../document/image-document.ts';
import { builtInRegistries, type EditorRegistries } from '../registry/registries.ts';
import type { DocumentState } from '../schema/document-state.ts';
import type { Rect } from '../viewport/view.ts';
import { backgroundDefinition } from './define-background.ts';

/** What the cutout is laid over in a view or a file. */
export interface ResolvedBackground {
  readonly source: BackgroundParams;
  /** Where it is one colour everywhere: that, as `#rrggbb`. */
  readonly flatColor: string | undefined;
  /** Paints it over a rectangle with the next frame; undefined where only the worker can. */
  readonly paint: ((context: CanvasRenderingContext2D, rect: Rect) => void) | undefined;
  /** Whether it moves with the image. */
  readonly followsImage: boolean;
}

const white = '#ffffff';

/**
 * @returns what the cutout is laid over in the file: a format without transparency, such as JPEG, gets white where nothing was
 * chosen. On the screen it is the same, for what is seen is what is saved.
 * @throws {RangeError} if the registries lack the background's kind.
 */
export function resolveBackground(
  document: Pick<ImageDocument, 'image' | 'backgroundImage'>,
  { background, export: { format } }: Pick<DocumentState, 'background' | 'export'>,
  { backgrounds, formats }: Pick<EditorRegistries, 'backgrounds' | 'formats'> = builtInRegistries,
): ResolvedBackground {
  const definition = backgroundDefinition(backgrounds, background);
  const source = definition.toSource(background, document);
  if (source.kind === 'transparent' && !formatOf(format, formats).hasTransparency) {
    return {
      source: { kind: 'color', color: white } as BackgroundParams,
      flatColor: white,
      paint: painterOf(white),
      followsImage: false,
    };
  }
  const flatColor = definition.flatColor?.(background);
  const { paint } = definition;
  return {
    source,
    flatColor,
    paint: paint ? (context, rect) => paint(background, context, rect) : flatColor ? painterOf(flatColor) : undefined,
    followsImage: definition.followsImage,
  };
}

function painterOf(flatColor: string): ResolvedBackground['paint'] {
  return (context, { x, y, width, height }) => {
    context.fillStyle = flatColor;
    context.fillRect(x, y, width, height);
  };
}

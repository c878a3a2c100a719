import type { BackgroundParams, EncodingParams, RenderParams, Size } from '@isola/imaging';

import { backgroundDefinition } from '../backgrounds/define-background.ts';
import { surroundingsOf } from '../document/with-background.ts';
import { layerParamsOf } from './layer-params.ts';
import { pageFontFaces } from './page-fonts.ts';
import { type ResolvedBackground, resolveBackground } from './resolve-background.ts';
import { fillCredit } from '../document/fill-credit.ts';
import { layersOf } from '../document/layers.ts';
import { formatOf } from '../document/formats.ts';
import { enlargementFor, resultPlacementOf } from '../document/enlargement.ts';
import type { ImageDocument } from '../document/image-document.ts';
import { builtInRegistries, type EditorRegistries } from '../registry/registries.ts';
import type { DocumentState, ExportOptions } from '../schema/document-state.ts';
import type { Edit } from '../model/edit.ts';

/** Parameters with which a compositor renders and encodes a state. */
export interface RenderTarget {
  readonly state: DocumentState;
  readonly background: ResolvedBackground;
  readonly params: RenderParams<BackgroundParams, Edit>;
  readonly encoding: ExportOptions & EncodingParams;
  /** True when the result is the cutout itself, which needs no composing. */
  readonly isCutout: boolean;
}

/**
 * Derives the render target of a document's state.
 * @param document Document with the background images of the state.
 * @param size Size of the image.
 * @throws {RangeError} if the registries lack the background's kind.
 */
export function renderTargetOf(
  document: Pick<ImageDocument, 'image' | 'backgroundImage'>,
  state: DocumentState,
  size: Size,
  registries: Pick<EditorRegistries, 'backgrounds' | 'formats' | 'getLayerNames'> = builtInRegistries,
): RenderTarget {
  const background = resolveBackground(document, state, registries);
  const { isTransparent } = backgroundDefinition(registries.backgrounds, state.background);
  const light = isTransparent ? unlit(state.light) : state.light;
  const transform = resultPlacementOf(state, size);
  const isEnlarged = enlargementFor(state, size) !== undefined;
  const ratio = transform.widthPx / transform.heightPx;
  const surroundings = surroundingsOf(state.background, registries.backgrounds, ratio);
  const layers = layerParamsOf(layersOf(state), document);
  const isWhole = state.crop === undefined && state.size === undefined;
  return {
    state,
    background,
    params: {
      edits: state.matte,
      background: background.source,
      light,
      ...(state.outline && { outline: state.outline }),
      ...(state.tone && { tone: state.tone }),
      ...(isEnlarged && { isEnlarged }),
      ...(layers.length > 0 && { layers, fontFaces: pageFontFaces() }),
      ...(surroundings && { surroundings }),
      transform,
    },
    encoding: {
      ...state.export,
      format: formatOf(state.export.format, registries.formats).id,
      ...creditOf(state.export, document.image),
      layerNames: registries.getLayerNames?.(),
    },
    isCutout:
      isWhole &&
      !isEnlarged &&
      background.source.kind === 'transparent' &&
      !isLit(light) &&
      !state.outline &&
      !state.tone &&
      layers.length === 0,
  };
}

/** Fills in the author and the copyright notice. */
function creditOf({ author, copyright }: ExportOptions, image: { readonly name: string }): Partial<ExportOptions> {
  return {
    ...(author !== undefined && { author: fillCredit(author, image) }),
    ...(copyright !== undefined && { copyright: fillCredit(copyright, image) }),
  };
}

/**
 * Removes the light that comes from the background. A transparent background gives none, and neither does the white
 * that fills it in a JPEG.
 */
function unlit(light: DocumentState['light']): DocumentState['light'] {
  return { ...light, match: 0, wrap: 0, grain: 0 };
}

function isLit({ contact, drop, photographed, reflection, match, wrap }: DocumentState['light']): boolean {
  return (
    photographed !== undefined || reflection !== undefined || contact > 0 || drop.strength > 0 || match > 0 || wrap > 0
  );
}

import type { BackgroundParams } from '@isola/imaging';
import type { Surroundings } from '@isola/scenes';
import type * as z from 'zod/mini';

import type { Background } from '../model/background.ts';
import type { Translate } from '../model/translate.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { StepDefinition } from '../model/step.ts';
import type { Light } from '../schema/document-state.ts';
import type { CanvasRect } from '../model/canvas-rect.ts';

/** Images of a document from which a background may be rendered. */
export interface BackgroundImages {
  readonly image: SourceImage;
  /** @returns undefined for an id that this document does not have. */
  readonly backgroundImage: (id: string) => Blob | undefined;
}

/** A background that is chosen with one click. */
export interface BackgroundChoice<Settings extends Background = Background> {
  /** Id of the command that chooses the background; see `CommandOptions.id`. */
  readonly id: string;
  readonly label: (t: Translate) => string;
  readonly background: Settings;
}

/** One kind of background, without React. Its panel is a `BackgroundPanel` of the React binding. */
export interface BackgroundDefinition<Settings extends Background = Background> {
  readonly kind: Settings['kind'];
  /** Schema with which the settings are checked when a document is read. */
  readonly schema: z.ZodMiniType<Settings>;
  /** Step of choosing this background. */
  readonly step: StepDefinition;
  /** Choices of this kind. Each is a command, and a tile of the kind's panel. */
  readonly choices: readonly BackgroundChoice<Settings>[];
  /** True when nothing is rendered behind the cutout, so that the cutout takes no light from it. */
  readonly isTransparent: boolean;
  /**
   * True when the background moves with the image, as a blurred original does. Then the subject cannot be moved over
   * it.
   */
  readonly followsImage: boolean;
  /**
   * Light for a subject in front of a background whose surroundings are unknown. It is set with the background, unless
   * the user has set light.
   */
  readonly light?: Partial<Light>;
  /**
   * @param ratio Width of the result divided by its height. A picture that is cut to it shows other rows.
   * @returns ground and lamps of the background, as far as they are known. The subject is placed on the ground, and its
   *   shadows fall on it.
   */
  surroundings?(this: void, settings: Settings, ratio: number): Surroundings | undefined;
  /** @returns params from which the compositor's worker renders the background. */
  toSource(this: void, settings: Settings, document: BackgroundImages): BackgroundParams;
  /** Paints the background over `rect` as the worker would render it, so that the canvas shows it at once. */
  paint?(this: void, settings: Settings, context: CanvasRenderingContext2D, rect: CanvasRect): void;
  /**
   * @returns a function that paints the background roughly over a rectangle, for the canvas until the worker has rendered
   *   it; undefined when there is no rough picture.
   */
  preview?(this: void, settings: Settings): ((context: CanvasRenderingContext2D, rect: CanvasRect) => void) | undefined;
  /**
   * @returns the ids of the document's background images that this background shows. A preset file, which contains no
   *   images, leaves such a background out.
   */
  imageIds?(this: void, settings: Settings): readonly string[];
  /**
   * @returns settings for an image that is dropped, pasted or picked. The first kind with this method receives such
   *   images.
   */
  fromImage?(this: void, id: string): Settings;
}

type Flags = 'isTransparent' | 'followsImage';
type OwnParts = 'kind' | 'schema' | Flags;

/**
 * Defines a kind of background. To add one to an editor, list it in `registries.backgrounds`.
 * @param schema Object schema whose `kind` is a literal.
 */
export function defineBackground<const Kind extends string, Settings extends Background & { readonly kind: Kind }>(
  kind: Kind,
  schema: z.ZodMiniType<Settings>,
  definition: Omit<BackgroundDefinition<NoInfer<Settings>>, OwnParts> & Partial<Pick<BackgroundDefinition, Flags>>,
): BackgroundDefinition<Settings> {
  return { isTransparent: false, followsImage: false, ...definition, kind, schema };
}

/** @returns the background's settings if it is of this kind. */
export function settingsOf<Settings extends Background>(
  { kind }: BackgroundDefinition<Settings>,
  background: Background,
): Settings | undefined {
  // Either the definition's schema has checked the settings of the state, or the definition has made them.
  return background.kind === kind ? (background as Settings) : undefined;
}

/** @returns the definition of a background's kind. @throws {RangeError} if the kind is unknown. */
export function backgroundDefinition(
  definitions: readonly BackgroundDefinition[],
  { kind }: Background,
): BackgroundDefinition {
  const definition = definitions.find((each) => each.kind === kind);
  if (!definition) throw new RangeError(`there is no background of kind “${kind}”`);
  return definition;
}

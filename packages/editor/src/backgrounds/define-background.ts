import type { BackgroundParams } from '@isola/imaging';
import type * as z from 'zod/mini';

import type { Background } from '../model/background.ts';
import type { Translate } from '../model/translate.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { StepDefinition } from '../model/step.ts';
import type { Light } from '../schema/document-state.ts';
import type { CanvasRect } from '../model/canvas-rect.ts';

/** The images of a document from which a background may be rendered. */
export interface BackgroundImages {
  readonly image: SourceImage;
  /** @returns undefined for an id that is not of this document. */
  readonly backgroundImage: (id: string) => Blob | undefined;
}

/** A background that is chosen by one press. */
export interface BackgroundChoice<Settings extends Background = Background> {
  /** Id of the command that chooses it, as `CommandOptions.id`. */
  readonly id: string;
  readonly label: (t: Translate) => string;
  readonly background: Settings;
}

/** One kind of background, without React: its panel is a `BackgroundPanel` of the binding. */
export interface BackgroundDefinition<Settings extends Background = Background> {
  readonly kind: Settings['kind'];
  /** Settings are checked when a document is read. */
  readonly schema: z.ZodMiniType<Settings>;
  /** The step that choosing it is. */
  readonly step: StepDefinition;
  /** Each is a command, and a tile of the kind's panel. */
  readonly choices: readonly BackgroundChoice<Settings>[];
  /** Whether nothing lies behind the cutout: then there is no light to take from it. */
  readonly isTransparent: boolean;
  /** Whether it moves with the image, as a blurred original does: then the subject cannot be moved over it. */
  readonly followsImage: boolean;
  /** Light with which a subject looks as if it stood there: it comes with the background, unless the user has set light. */
  readonly light?: Partial<Light>;
  /** @returns what the compositor's worker renders it from. */
  toSource(this: void, settings: Settings, document: BackgroundImages): BackgroundParams;
  /** Paints it over `rect` as the worker renders it: the canvas shows it at once. */
  paint?(this: void, settings: Settings, context: CanvasRenderingContext2D, rect: CanvasRect): void;
  /** @returns the ids of the document's background images that it shows. A preset's file, which has no pixels, leaves it out. */
  imageIds?(this: void, settings: Settings): readonly string[];
  /** @returns what an image becomes that is dropped, pasted or picked. The first kind that has it takes them. */
  fromImage?(this: void, id: string): Settings;
}

type Flags = 'isTransparent' | 'followsImage';
type OwnParts = 'kind' | 'schema' | Flags;

/**
 * Defines a kind of background. To add one to an editor, name it in `registries.backgrounds`.
 * @param schema an object whose `kind` is a literal.
 */
export function defineBackground<const Kind extends string, Settings extends Background & { readonly kind: Kind }>(
  kind: Kind,
  schema: z.ZodMiniType<Settings>,
  definition: Omit<BackgroundDefinition<NoInfer<Settings>>, OwnParts> & Partial<Pick<BackgroundDefinition, Flags>>,
): BackgroundDefinition<Settings> {
  return { isTransparent: false, followsImage: false, ...definition, kind, schema };
}

/** @returns the background's settings, if it is of that kind. */
export function settingsOf<Settings extends Background>(
  { kind }: BackgroundDefinition<Settings>,
  background: Background,
): Settings | undefined {
  // The schema of the definition has checked the settings of a state, or the definition has made them.
  return background.kind === kind ? (background as Settings) : undefined;
}

/** @throws {RangeError} if there is no such kind. */
export function backgroundDefinition(
  definitions: readonly BackgroundDefinition[],
  { kind }: Background,
): BackgroundDefinition {
  const definition = definitions.find((each) => each.kind === kind);
  if (!definition) throw new RangeError(`there is no background of kind “${kind}”`);
  return definition;
}

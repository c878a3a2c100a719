import type * as z from 'zod/mini';

import type { Edit } from '../model/edit.ts';
import type { Translate } from '../model/translate.ts';
import type { StepDefinition } from '../model/step.ts';

/** An edit that is made with one click and has no position in the image. */
export interface EditChoice<Data extends Edit = Edit> {
  /** Id of the command that makes the edit; see `CommandOptions.id`. */
  readonly id: string;
  readonly label: (t: Translate) => string;
  readonly edit: Data;
}

/**
 * One kind of edit. The compositor's worker applies it with a definition of the same kind; see `defineEdit` in
 * `@isola/imaging`.
 */
export interface EditDefinition<Data extends Edit = Edit> {
  readonly kind: Data['kind'];
  /**
   * Schema with which an edit is checked when a document is read. Its limits prevent a file from causing endless work.
   */
  readonly schema: z.ZodMiniType<Data>;
  /** Steps of these edits. */
  readonly steps: readonly StepDefinition[];
  /** Choices of this kind. Each is a command. */
  readonly choices: readonly EditChoice<Data>[];
  /** @returns the id of one of `steps`. */
  stepOf(this: void, edit: Data): string;
}

/**
 * Defines a kind of edit. To add one to an editor, list it in `registries.edits`.
 * @param schema Object schema whose `kind` is a literal.
 */
export function defineEdit<const Kind extends string, Data extends Edit & { readonly kind: Kind }>(
  kind: Kind,
  schema: z.ZodMiniType<Data>,
  {
    choices = [],
    ...definition
  }: Pick<EditDefinition<NoInfer<Data>>, 'steps' | 'stepOf'> & {
    readonly choices?: EditDefinition<NoInfer<Data>>['choices'];
  },
): EditDefinition<Data> {
  return { kind, schema, choices, ...definition };
}

/** @returns the definition of an edit's kind. @throws {RangeError} if the kind is unknown. */
export function editDefinition(definitions: readonly EditDefinition[], { kind }: Edit): EditDefinition {
  const definition = definitions.find((each) => each.kind === kind);
  if (!definition) throw new RangeError(`there is no edit of kind “${kind}”`);
  return definition;
}

import type * as z from 'zod/mini';

import type { Edit } from '../model/edit.ts';
import type { Translate } from '../model/translate.ts';
import type { StepDefinition } from '../model/step.ts';

/** An edit that is made by one press: it has no place in the image. */
export interface EditChoice<Data extends Edit = Edit> {
  /** Id of the command that makes the edit, as `CommandOptions.id`. */
  readonly id: string;
  readonly label: (t: Translate) => string;
  readonly edit: Data;
}

/** One kind of edit. The compositor's worker applies it by a definition of the same kind; see `defineEdit` in `@isola/imaging`. */
export interface EditDefinition<Data extends Edit = Edit> {
  readonly kind: Data['kind'];
  /** Checked when a document is read: bounded, so that no file makes work without end. */
  readonly schema: z.ZodMiniType<Data>;
  /** The steps that such edits are. */
  readonly steps: readonly StepDefinition[];
  /** Each is a command. */
  readonly choices: readonly EditChoice<Data>[];
  /** @returns the id of one of `steps`. */
  stepOf(this: void, edit: Data): string;
}

/**
 * Defines a kind of edit. To add one to an editor, name it in `registries.edits`.
 * @param schema an object whose `kind` is a literal.
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

/** @throws {RangeError} if there is no such kind. */
export function editDefinition(definitions: readonly EditDefinition[], { kind }: Edit): EditDefinition {
  const definition = definitions.find((each) => each.kind === kind);
  if (!definition) throw new RangeError(`there is no edit of kind “${kind}”`);
  return definition;
}

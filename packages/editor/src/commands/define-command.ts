import type { Translate } from '../model/translate.ts';
import type { Editor } from '../editor.ts';
import type { Shortcut } from './shortcut.ts';
import type { ToolId } from './tool-ids.ts';

/** Heading of a command in the command menu and in the list of keyboard shortcuts. */
export type CommandGroup = 'tools' | 'background' | 'result' | 'view' | 'help';

/** Objects that a command acts on: the editor, and the functions of the layout around it. */
export interface CommandContext {
  readonly editor: Editor;
  readonly t: Translate;
  /** True when the chosen tool allows the comparison with the original. */
  readonly canCompare: boolean;
  readonly toggleCompare: () => void;
  readonly toggleOutline: () => void;
  readonly chooseTool: (tool: ToolId) => void;
  /** Replaces the image; undefined when the image must not be replaced. */
  readonly openNewImage: (() => void) | undefined;
  readonly openMenu: () => void;
  readonly openShortcuts: () => void;
  /** Announces what has happened, visibly over the image and to screen readers. */
  readonly announce: (words: string) => void;
  /** Announces what has happened only to screen readers, when the change itself is visible. */
  readonly announceQuietly: (words: string) => void;
}

export interface CommandOptions {
  /** Unique id of English words between dots and hyphens. The command is found by these words in every language. */
  readonly id: string;
  /** More English words by which the command is found. */
  readonly keywords?: readonly string[];
  readonly group: CommandGroup;
  readonly label: (t: Translate) => string;
  /** Returns the label for the current state, on the button and in the menu. Without it, `label` is used. */
  readonly currentLabel?: (context: CommandContext) => string;
  readonly shortcut?: Shortcut;
  /** False when the command menu does not list the command. Default: true. */
  readonly isListed?: boolean;
  /** Returns whether the command can run now. Without it, the command is always enabled. */
  readonly isEnabled?: (context: CommandContext) => boolean;
  /**
   * Returns the text that is announced when the command is run while it is disabled. The menu lists such a command even
   * then.
   */
  readonly whyDisabled?: (t: Translate) => string;
  readonly run: (context: CommandContext) => void;
}

/** An action on the open image. It does the same from a button, from keys and from the command menu. */
export type Command = CommandOptions &
  Required<Pick<CommandOptions, 'keywords' | 'isListed' | 'isEnabled' | 'currentLabel'>>;

/** @returns the command with all defaults. */
export function defineCommand(options: CommandOptions): Command {
  return {
    keywords: [],
    isListed: true,
    isEnabled: () => true,
    currentLabel: ({ t }) => options.label(t),
    ...options,
  };
}

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
  /** Whether the chosen tool leaves room for the comparison with the original. */
  readonly canCompare: boolean;
  readonly toggleCompare: () => void;
  readonly toggleOutline: () => void;
  readonly chooseTool: (tool: ToolId) => void;
  /** Undefined where the image is not to be replaced. */
  readonly openNewImage: (() => void) | undefined;
  readonly openMenu: () => void;
  readonly openShortcuts: () => void;
  /** Announces what has happened, visibly over the image and to screen readers. */
  readonly announce: (words: string) => void;
  /** Announces it to screen readers alone, where the change itself is visible. */
  readonly announceQuietly: (words: string) => void;
}

export interface CommandOptions {
  /** Unique, in English words between dots and hyphens: a command is found by them in every language. */
  readonly id: string;
  /** More English words by which it is found. */
  readonly keywords?: readonly string[];
  readonly group: CommandGroup;
  readonly label: (t: Translate) => string;
  /** Returns the label for the current state, on the button and in the menu. Without it, `label` is used. */
  readonly currentLabel?: (context: CommandContext) => string;
  readonly shortcut?: Shortcut;
  /** Whether the menu lists it while it is enabled. Without it, it does. */
  readonly isListed?: boolean;
  /** Without it, the command is always enabled. */
  readonly isEnabled?: (context: CommandContext) => boolean;
  /** Said when it is run while it is not enabled. The menu lists a command that says so. */
  readonly whyDisabled?: (t: Translate) => string;
  readonly run: (context: CommandContext) => void;
}

/** Something that can be done with the open image: by a button, by keys or from the command menu, always the same. */
export type Command = CommandOptions &
  Required<Pick<CommandOptions, 'keywords' | 'isListed' | 'isEnabled' | 'currentLabel'>>;

/** @returns the command, complete. */
export function defineCommand(options: CommandOptions): Command {
  return {
    keywords: [],
    isListed: true,
    isEnabled: () => true,
    currentLabel: ({ t }) => options.label(t),
    ...options,
  };
}

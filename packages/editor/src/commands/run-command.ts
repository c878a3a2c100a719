import type { Command, CommandContext } from './define-command.ts';

/** Runs a command if it is enabled. Otherwise announces why it is disabled, if the command has a text for that. */
export function runCommand(command: Command, context: CommandContext): void {
  if (command.isEnabled(context)) return command.run(context);
  if (command.whyDisabled) context.announce(command.whyDisabled(context.t));
}

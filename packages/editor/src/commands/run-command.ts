import type { Command, CommandContext } from './define-command.ts';

/** Runs the command if it is enabled, and otherwise says why it is not, where there is something to say. */
export function runCommand(command: Command, context: CommandContext): void {
  if (command.isEnabled(context)) return command.run(context);
  if (command.whyDisabled) context.announce(command.whyDisabled(context.t));
}

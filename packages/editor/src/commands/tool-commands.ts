import { defineCommand } from './define-command.ts';
import { toolIds } from './tool-ids.ts';

const letters = {
  background: 'v',
  refine: 'r',
  retouch: 'j',
  light: 'l',
  layers: 'w',
  crop: 't',
  export: 's',
} as const;

export const toolCommands = toolIds.map((id) =>
  defineCommand({
    id: `tool.${id}`,
    group: 'tools',
    label: (t) => t(`tools.${id}`),
    shortcut: { keys: [letters[id].toUpperCase()], presses: [{ letter: letters[id] }] },
    run: ({ chooseTool }) => chooseTool(id),
  }),
);

import { withCenteredSubject } from '../document/crop-choice.ts';
import { type FileFormat, formatOf } from '../document/formats.ts';
import { copyResult } from '../export/copy-result.ts';
import { chooseExport } from '../export/fitting-format.ts';
import { untilSettled } from '../history/until-settled.ts';
import { type Command, type CommandContext, defineCommand } from './define-command.ts';
import { isTextField } from './is-text-field.ts';

/** Creates the commands that act on the result, and a command for each file format. */
export const resultCommands = (formats: readonly FileFormat[]): readonly Command[] => [
  defineCommand({
    id: 'center-subject',
    keywords: ['centre'],
    group: 'result',
    label: (t) => t('crop.center'),
    run: (context) => void center(context),
  }),
  ...formats.map(formatCommand),
  defineCommand({
    id: 'download',
    keywords: ['save'],
    group: 'result',
    label: (t) => t('help.key.download'),
    currentLabel({ editor, t }) {
      const { format } = editor.document.history.getState().state.export;
      return t('tool:download', { format: formatOf(format, editor.registries.formats).label });
    },
    shortcut: { keys: ['Mod', 'S'], presses: [{ withMod: 's' }] },
    isEnabled: ({ editor }) => !editor.download.getState().isWriting,
    run: ({ editor, t }) => void editor.download.start(t('tool:photo.fileName')),
  }),
  defineCommand({
    id: 'copy',
    keywords: ['clipboard'],
    group: 'result',
    label: (t) => t('help.key.copy'),
    shortcut: {
      keys: ['Mod', 'C'],
      presses: [{ withMod: 'c' }],
      // If text in a field or on the page is selected, the user means to copy that text.
      isBrowsers: (target) => isTextField(target) || getSelection()?.isCollapsed === false,
    },
    // An insecure origin has no clipboard.
    isEnabled: () => 'clipboard' in navigator,
    run: (context) => void copy(context),
  }),
  defineCommand({
    id: 'new-image',
    keywords: ['another', 'photo'],
    group: 'result',
    label: (t) => t('tool:another'),
    isEnabled: ({ openNewImage }) => openNewImage !== undefined,
    run: ({ openNewImage }) => openNewImage?.(),
  }),
];

function formatCommand({ id, label }: FileFormat): Command {
  return defineCommand({
    id: `format.${id}`,
    group: 'result',
    label: (t) => t('help.command.format', { format: label }),
    run({ editor: { document, registries } }) {
      chooseExport(document, { ...document.history.getState().state.export, format: id }, registries);
    },
  });
}

async function center({ editor, t, announce }: CommandContext): Promise<void> {
  const { rendering, cropChoice } = editor;
  const { history } = editor.document;
  try {
    const { matte: edits } = history.getState().state;
    const matte = await rendering.editedMatte(edits, new AbortController().signal);
    await untilSettled(history);
    const next = withCenteredSubject(history.getState().state, matte, cropChoice.getState());
    if (next) history.commit('center', next);
    else announce(t('crop.noSubject'));
  } catch {
    announce(t('crop.centerFailed'));
  }
}

async function copy({ editor: { rendering }, t, announce }: CommandContext): Promise<void> {
  try {
    await copyResult(rendering, new AbortController().signal);
    announce(t('export.copied'));
  } catch {
    announce(t('export.copyFailed'));
  }
}

import { studios } from '@isola/imaging';
import { useTranslation } from 'react-i18next';

import { centerOnSubject } from '../../document/center-subject.ts';
import { cropOrNone, wholeImageCrop } from '../../document/crop-rect.ts';
import { gradients } from '../../document/gradients.ts';
import { defaultBlurStrength, plainColors } from '../../document/plain-colors.ts';
import type { Background } from '../../schema/document-state.ts';
import type { Editor } from '../../editor.ts';
import { useDocumentState } from '../use-recipe.ts';
import { formats } from '../../document/formats.ts';
import { type ToolId, tools } from '../tools.ts';
import { useStepWords } from '../use-step-words.ts';
import type { Findable } from '../../commands/match-commands.ts';
import { shortcuts } from '../../commands/shortcuts.ts';

export interface Command extends Findable {
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface CommandParts {
  readonly editor: Editor;
  readonly onTool: (tool: ToolId) => void;
  readonly onCompare: () => void;
  readonly onOutline: () => void;
  readonly onAnother: () => void;
  readonly onKeys: () => void;
  /** Says something that has happened, in words. */
  readonly onSay: (words: string) => void;
}

/** Everything that can be done with a result at once, by its name. */
export function useCommands({ editor, onTool, onCompare, onOutline, onAnother, onKeys, onSay }: CommandParts): {
  readonly commands: readonly Command[];
  readonly copy: () => void;
} {
  const { t } = useTranslation('editor');
  const { rendering, document: photo, cropChoice } = editor;
  const { history } = photo;
  const { undoable, redoable } = useDocumentState(photo);
  const wordOf = useStepWords();

  const background = (next: Background) => () =>
    history.commit(next.kind, { ...history.getSnapshot().state, background: next });
  const undo = () => {
    if (undoable) onSay(t('history.undone', { step: wordOf(undoable) }));
    history.undo();
  };
  const redo = () => {
    if (redoable) onSay(t('history.redone', { step: wordOf(redoable) }));
    history.redo();
  };
  const center = async () => {
    try {
      const { matte: edits } = history.getSnapshot().state;
      const matte = await rendering.editedMatte(edits, new AbortController().signal);
      const recipe = history.getSnapshot().state;
      const frame = recipe.frame ?? wholeImageCrop(matte);
      const { widthPx, heightPx } = recipe.size ?? frame;
      const next = centerOnSubject(matte, widthPx / heightPx, cropChoice.getMarginPercent(), frame);
      if (next) history.commit('center', { ...recipe, frame: cropOrNone(next, matte) });
      else onSay(t('crop.noSubject'));
    } catch {
      onSay(t('crop.centerFailed'));
    }
  };
  const copy = async () => {
    try {
      const png = rendering.writePng(new AbortController().signal);
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
      onSay(t('export.copied'));
    } catch {
      onSay(t('export.copyFailed'));
    }
  };

  const command = (group: CommandGroup, id: string, label: string, run: () => void, key?: string): Command => {
    const keys = shortcuts.find((each) => each.id === key)?.keys;
    return { id, label, groupLabel: t(`help.group.${group}`), run, ...(keys && { keys }) };
  };
  const commands = [
    ...(undoable ? [command('result', 'undo', t('history.undoStep', { step: wordOf(undoable) }), undo, 'undo')] : []),
    ...(redoable ? [command('result', 'redo', t('history.redoStep', { step: wordOf(redoable) }), redo, 'redo')] : []),
    command('result', 'centre.center.subject', t('crop.center'), () => void center()),
    ...(['png', 'webp', 'jpeg'] as const).map((format) =>
      command('result', `format.${format}`, t('help.command.format', { format: formats[format].label }), () => {
        const recipe = history.getSnapshot().state;
        history.commit('format', { ...recipe, export: { ...recipe.export, format } });
      }),
    ),
    command('result', 'download.save', t('help.key.download'), download, 'download'),
    // An insecure origin has none.
    ...('clipboard' in navigator
      ? [command('result', 'copy.clipboard', t('help.key.copy'), () => void copy(), 'copy')]
      : []),
    command('result', 'new.another.photo', t('tool:another'), onAnother),
    ...tools.map(({ id }) => command('tools', `tool.${id}`, t(`tools.${id}.title`), () => onTool(id), id)),
    command('background', 'background.transparent', t('background.transparent'), background({ kind: 'transparent' })),
    ...plainColors.map(({ id, color }) =>
      command('background', `background.${id}`, t(`background.${id}`), background({ kind: 'color', color })),
    ),
    ...gradients.map(({ id, ...gradient }) =>
      command('background', `gradient.${id}`, t(`gradient.${id}`), background({ kind: 'gradient', ...gradient })),
    ),
    ...studios.map(({ id }) =>
      command('background', `studio.${id}`, t(`studio.${id}`), background({ kind: 'studio', id })),
    ),
    command(
      'background',
      'background.blur',
      t('background.blur'),
      background({ kind: 'blur', strength: defaultBlurStrength }),
    ),
    command('view', 'compare.original', t('view.compare'), onCompare, 'compare'),
    command('view', 'outline', t('view.outline'), onOutline, 'outline'),
    command('help', 'privacy.ledger', t('ledger.title'), () => pressButton('[data-slot=ledger-button]')),
    command('help', 'keyboard.shortcuts', t('help.keys'), onKeys, 'keys'),
  ];
  return { commands, copy: () => void copy() };
}

type CommandGroup = 'tools' | 'background' | 'result' | 'view' | 'help';

/** By its button, which shows the wait and whatever goes wrong. */
export function download(): void {
  pressButton('[data-main]');
}

function pressButton(selector: string): void {
  document.querySelector<HTMLElement>(`[data-slot=worktable] ${selector}`)?.click();
}

import { Dialog, DialogBody, DialogContent } from '@isola/ui/dialog';
import { Switch } from '@isola/ui/switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { KeyCaps } from './key-caps.tsx';
import { letterKeys, setLetterKeys } from '../../commands/letter-keys.ts';
import type { Command } from '../../commands/define-command.ts';
import { keyHints } from './key-hints.ts';

export interface ShortcutSheetProps {
  open: boolean;
  commands: readonly Command[];
  onClose: () => void;
  /** Called after the sheet has closed. It must restore the focus. */
  onClosed: () => void;
}

const groups = ['tools', 'background', 'result', 'view', 'brush', 'help'] as const;

interface Row {
  readonly label: string;
  readonly keys: readonly string[];
}

/** Dialog that lists all keys of the editor: the shortcuts of its commands, and the keys of the stage and the brush. */
export function ShortcutSheet({ open, commands, onClose, onClosed }: ShortcutSheetProps) {
  const { t } = useTranslation('editor');
  const lettersAreOn = useStore(letterKeys);
  const rowsOf = (group: (typeof groups)[number]): readonly Row[] => [
    ...commands.flatMap((command) =>
      command.group === group && command.shortcut ? [{ label: command.label(t), keys: command.shortcut.keys }] : [],
    ),
    ...keyHints.flatMap((hint) => (hint.group === group ? [{ label: t(hint.word), keys: hint.keys }] : [])),
  ];
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title={t('help.keys')}
        closeLabel={t('refine.fringe.close')}
        aria-describedby={undefined}
        data-slot="shortcut-sheet"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        <DialogBody>
          <div className="gap-x-10 sm:columns-2">
            {groups.map((group) => (
              <Group key={group} title={t(`help.group.${group}`)} rows={rowsOf(group)} />
            ))}
            <div className="break-inside-avoid border-t border-line pt-4">
              <Switch checked={lettersAreOn} onCheckedChange={setLetterKeys} description={t('help.lettersHint')}>
                {t('help.letters')}
              </Switch>
            </div>
          </div>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  const titleId = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mb-5 break-inside-avoid">
      <h3 id={titleId} className="mb-1.5 text-13 font-medium">
        {title}
      </h3>
      <dl className="text-13">
        {rows.map(({ label, keys }) => (
          <div key={keys.join('+')} className="flex items-center justify-between gap-4 border-t border-line py-1.5">
            <dt className="text-soft">{label}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

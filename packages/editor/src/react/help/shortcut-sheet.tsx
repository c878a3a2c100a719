import { Dialog, DialogBody, DialogContent } from '@isola/ui/dialog';
import { Switch } from '@isola/ui/switch';
import { useId, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { KeyCaps } from './key-caps.tsx';
import { letterKeysAreOn, setLetterKeys, subscribeLetterKeys } from '../../commands/letter-keys.ts';
import { type Shortcut, type ShortcutGroup, shortcutGroups, shortcuts } from '../../commands/shortcuts.ts';

export interface ShortcutSheetProps {
  open: boolean;
  onClose: () => void;
  /** Gives the focus back. */
  onClosed: () => void;
}

/** All keys of the editor. */
export function ShortcutSheet({ open, onClose, onClosed }: ShortcutSheetProps) {
  const { t } = useTranslation('editor');
  const lettersAreOn = useSyncExternalStore(subscribeLetterKeys, letterKeysAreOn);
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
            {shortcutGroups.map((group) => (
              <Group key={group} group={group} />
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

function Group({ group }: { group: ShortcutGroup }) {
  const { t } = useTranslation('editor');
  const title = useId();
  return (
    <section aria-labelledby={title} className="mb-5 break-inside-avoid">
      <h3 id={title} className="mb-1.5 text-13 font-medium">
        {t(`help.group.${group}`)}
      </h3>
      <dl className="text-13">
        {shortcuts
          .filter((shortcut: Shortcut) => shortcut.group === group)
          .map(({ id, keys, word }) => (
            <div key={id} className="flex items-center justify-between gap-4 border-t border-line py-1.5">
              <dt className="text-soft">{t(word)}</dt>
              <dd>
                <KeyCaps keys={keys} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

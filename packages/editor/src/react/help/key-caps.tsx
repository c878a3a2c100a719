import { Kbd } from '@isola/ui/kbd';
import { useTranslation } from 'react-i18next';

import type { Translate } from '../../model/translate.ts';
import { isMac } from '../../commands/platform.ts';

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Esc: 'esc' };

/** Key caps of a shortcut, labelled as on the user's platform, in the order in which the keys are pressed. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('editor');
  return (
    <span className="flex flex-none items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key} className="h-6 min-w-6 px-1.5">
          {capOf(key, t)}
        </Kbd>
      ))}
    </span>
  );
}

/** @returns the keys of a shortcut as text, for a button's tooltip. */
export function shortcutText(keys: readonly string[], t: Translate): string {
  return keys.map((key) => capOf(key, t)).join(isMac() ? ' ' : '+');
}

function capOf(key: string, t: Translate): string {
  const sign = macSigns[key];
  if (sign && isMac()) return sign;
  switch (key) {
    case 'Mod':
      return t('help.cap.ctrl');
    case 'Shift':
      return t('help.cap.shift');
    case 'Space':
      return t('help.cap.space');
    case 'Arrows':
      return '← ↑ ↓ →';
    default:
      return key;
  }
}

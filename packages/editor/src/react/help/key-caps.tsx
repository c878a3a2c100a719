import { Kbd } from '@isola/ui/kbd';
import { useTranslation } from 'react-i18next';

import { isMac } from '../../commands/platform.ts';

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Esc: 'esc' };

/** Keys as they stand on this keyboard, in the order in which they are held. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('editor');
  const onMac = isMac();
  const capOf = (key: string) => {
    if (onMac && macSigns[key]) return macSigns[key];
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
  };
  return (
    <span className="flex flex-none items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key} className="h-6 min-w-6 px-1.5">
          {capOf(key)}
        </Kbd>
      ))}
    </span>
  );
}

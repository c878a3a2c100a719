import { Button } from '@isola/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@isola/ui/popover';
import { LockKeyhole } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { imageBytesSent } from './create-network-log.ts';
import { NetworkLogPanel } from './network-log-panel.tsx';
import { siteNetworkLog } from './site-network-log.ts';
import { sizeWords } from './size-words.ts';

export interface NetworkLogButtonProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** How much of the picture has left this device; pressed, what was fetched and why. On a phone the lock alone. */
export function NetworkLogButton({ open, onOpenChange }: NetworkLogButtonProps) {
  const { t, i18n } = useTranslation('editor');
  const networkLog = useStore(siteNetworkLog);
  const isClear = imageBytesSent(networkLog) === 'none';
  const words = isClear ? t('networkLog.sent', { size: sizeWords(i18n.language, 0) }) : t('networkLog.sentUnclear');
  // The next image does not begin with the open log of the last.
  useEffect(() => () => onOpenChange(false), [onOpenChange]);
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          title={t('networkLog.title')}
          className="-ms-1.5 px-1.5 font-normal max-lg:h-12 max-lg:min-w-11 pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          <LockKeyhole aria-hidden className={isClear ? 'text-success' : 'text-warning'} />
          <span className="max-lg:sr-only">{words}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent label={t('networkLog.title')} side="top" className="w-100! p-0!">
        <NetworkLogPanel networkLog={networkLog} />
      </PopoverContent>
    </Popover>
  );
}

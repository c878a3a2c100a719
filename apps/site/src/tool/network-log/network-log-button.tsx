import { Button } from '@isola/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@isola/ui/popover';
import { LockKeyhole } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { imageBytesSent } from './create-network-log.ts';
import { NetworkLogPanel } from './network-log-panel.tsx';
import { siteNetworkLog } from './site-network-log.ts';
import { sizeWords } from './size-words.ts';

/** How much of the picture has left this device; pressed, what was fetched and why. On a phone the lock alone. */
export function NetworkLogButton() {
  const { t, i18n } = useTranslation('editor');
  const ledger = useSyncExternalStore(siteNetworkLog.subscribe, siteNetworkLog.getSnapshot);
  const isClear = imageBytesSent(ledger) === 'none';
  const words = isClear ? t('ledger.sent', { size: sizeWords(i18n.language, 0) }) : t('ledger.sentUnclear');
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          data-slot="ledger-button"
          title={t('ledger.title')}
          className="-ms-1.5 px-1.5 font-normal max-lg:h-12 max-lg:min-w-11 pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          <LockKeyhole aria-hidden className={isClear ? 'text-success' : 'text-warning'} />
          <span className="max-lg:sr-only">{words}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent label={t('ledger.title')} side="top" className="w-100! p-0!">
        <NetworkLogPanel ledger={ledger} />
      </PopoverContent>
    </Popover>
  );
}

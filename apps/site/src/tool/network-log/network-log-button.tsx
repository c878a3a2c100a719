import { useSession, useSessionState } from '@isola/editor/react';
import { Button } from '@isola/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@isola/ui/popover';
import { LockKeyhole } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { summarize } from './create-network-log.ts';
import { NetworkLogPanel } from './network-log-panel.tsx';
import { siteNetworkLog } from './site-network-log.ts';
import { sizeWords } from './size-words.ts';

export interface NetworkLogButtonProps {
  /** `image` counts the requests since the host's image was opened; `batch` counts all requests of the page. */
  about: 'image' | 'batch';
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Button that shows how many bytes of the image have left this device, and opens the list of requests. On phones it
 * shows only the lock icon.
 */
export function NetworkLogButton({ about, open, onOpenChange }: NetworkLogButtonProps) {
  const { t, i18n } = useTranslation('editor');
  const openedAtMs = useOpenedAtMs();
  const summary = summarize(useStore(siteNetworkLog), about === 'image' ? openedAtMs : 0);
  const isClear = summary.flagged.length === 0;
  const sent = t(`networkLog.sent.${about}`, { size: sizeWords(i18n.language, 0) });
  const words = isClear ? sent : t('networkLog.sentUnclear');
  // The log is closed on unmounting, so that it is not open for the next image.
  useEffect(() => () => onOpenChange(false), [onOpenChange]);
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          title={t('networkLog.title')}
          className="-ms-1.5 px-1.5 font-normal max-md:h-12 max-md:min-w-11 pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          <LockKeyhole aria-hidden className={isClear ? 'text-success' : 'text-warning'} />
          <span className="max-md:sr-only">{words}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent label={t('networkLog.title')} side="top" className="w-100! p-0!">
        <NetworkLogPanel about={about} summary={summary} />
      </PopoverContent>
    </Popover>
  );
}

/** Returns the time at which the host's image was opened, in milliseconds since 1970. */
function useOpenedAtMs(): number {
  const session = useSession();
  // This hook renders the component again when another image is opened.
  useSessionState();
  return performance.timeOrigin + session.openedAtMs();
}

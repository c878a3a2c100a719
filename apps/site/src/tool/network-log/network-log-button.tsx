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
  /** `image`: the host's one open image. `batch`: many images, for whom every request of the page counts. */
  about: 'image' | 'batch';
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** How much of the picture has left this device; pressed, what was fetched and why. On a phone the lock alone. */
export function NetworkLogButton({ about, open, onOpenChange }: NetworkLogButtonProps) {
  const { t, i18n } = useTranslation('editor');
  const openedAtMs = useOpenedAtMs();
  const summary = summarize(useStore(siteNetworkLog), about === 'image' ? openedAtMs : 0);
  const isClear = summary.flagged.length === 0;
  const sent = t(`networkLog.sent.${about}`, { size: sizeWords(i18n.language, 0) });
  const words = isClear ? sent : t('networkLog.sentUnclear');
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
        <NetworkLogPanel about={about} summary={summary} />
      </PopoverContent>
    </Popover>
  );
}

/** @returns when the host's image was opened, since 1970. */
function useOpenedAtMs(): number {
  const session = useSession();
  // Another image has another time.
  useSessionState();
  return performance.timeOrigin + session.openedAtMs();
}

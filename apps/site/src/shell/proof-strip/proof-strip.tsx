import { lazyOptional } from '@isola/editor/react';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { Popover, PopoverContent, PopoverTrigger } from '@isola/ui/popover';
import { useMatches } from '@tanstack/react-router';
import { Plane } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { AirplaneButton } from '#tool/airplane/airplane-button.tsx';
import { airplaneMode, endAirplane } from '#tool/airplane/airplane-mode.ts';
import { AirplaneQuestions } from '#tool/airplane/airplane-questions.tsx';
import { siteNetworkLog } from '#tool/network-log/site-network-log.ts';
import { sizeWords } from '#tool/network-log/size-words.ts';

import { ProofLine } from './proof-line.tsx';
import { sendsOf } from './sends-of.ts';
import { hasTool } from './strip-room.tsx';

const PageLog = lazyOptional(async () => (await import('./page-log.tsx')).PageLog);

/**
 * Strip at the lower edge of the window: the cut line, which breaks where this page has sent bytes, with their number.
 * It opens the network log and turns airplane mode on. Pages without a tool show it only in airplane mode.
 */
export function ProofStrip() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const isOn = useStore(airplaneMode, (state) => state.isOn);
  return (
    <>
      {isOn ? <Sealed /> : page && hasTool(page) && <Open />}
      <AirplaneQuestions />
    </>
  );
}

/**
 * Keeps `--window-bottom` at the height of the strip. Bars of tools stick to the strip's upper edge, and the page scrolls
 * focused elements above it.
 */
function keepHeight(strip: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--window-bottom', `${strip.getBoundingClientRect().height}px`),
  );
  observer.observe(strip);
  return () => {
    observer.disconnect();
    style.removeProperty('--window-bottom');
  };
}

const place = 'sticky bottom-0 z-10 flex min-h-8 flex-none items-center gap-2 px-4 text-12 sm:px-10';

function Open() {
  const { t } = useTranslation('common');
  // A first visit makes a hundred requests that send nothing. None of them renders the strip again.
  const { count, bytes, hasUnknown } = useStore(siteNetworkLog, useShallow(sendsOf));
  return (
    <section
      ref={keepHeight}
      aria-label={t('strip.label')}
      data-slot="proof-strip"
      data-state="open"
      className={cn(place, 'bg-paper')}
    >
      <ProofLine breaks={count} />
      <Popover>
        <PopoverTrigger asChild>
          <Button
            variant="ghost"
            size="sm"
            title={t('strip.open')}
            className="-ms-2.5 min-w-0 font-normal tabular-nums"
          >
            <span className="truncate">
              {hasUnknown ? t('strip.unclear') : count === 0 ? t('strip.none') : <Sent count={count} bytes={bytes} />}
            </span>
          </Button>
        </PopoverTrigger>
        <PopoverContent label={t('strip.open')} side="top" className="w-100! p-0!">
          <Suspense fallback={null}>
            <PageLog />
          </Suspense>
        </PopoverContent>
      </Popover>
      <AirplaneButton className="ms-auto -me-2.5 font-normal" />
    </section>
  );
}

function Sent({ count, bytes }: { count: number; bytes: number }) {
  const { t, i18n } = useTranslation('common');
  return t('strip.sent', { count, size: sizeWords(i18n.language, bytes) });
}

/** The strip in airplane mode. It names the mode as the reason on every page on which something may fail. */
function Sealed() {
  const { t } = useTranslation('common');
  const refusals = useStore(airplaneMode, (state) => state.refusals);
  return (
    <section
      ref={keepHeight}
      aria-label={t('strip.label')}
      data-slot="proof-strip"
      data-state="sealed"
      className={cn(place, 'bg-ink text-on-ink')}
    >
      <ProofLine breaks={0} state="sealed" />
      <Plane aria-hidden className="size-4" />
      <p role="status" className="flex min-w-0 flex-wrap gap-x-3 py-1 tabular-nums">
        <span>{t('airplane.on')}</span>
        {refusals > 0 && <span>{t('airplane.refused', { count: refusals })}</span>}
      </p>
      <button
        type="button"
        aria-label={t('airplane.endLabel')}
        onClick={() => void endAirplane()}
        // The colour of focus is that of this strip's ground.
        style={{ outlineColor: 'currentColor' }}
        className="ms-auto min-h-8 whitespace-nowrap underline"
      >
        {t('airplane.end')}
      </button>
    </section>
  );
}

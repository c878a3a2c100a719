import { formatPercent, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { DialogBody, DialogFooter } from '@isola/ui/dialog';
import { Progress } from '@isola/ui/progress';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { shotSlots } from '../../two-shots/shot-pair.ts';
import type { Converted } from '../convert/use-conversion.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import { ShotTile } from './shot-tile.tsx';
import { useOwnTransfers } from './use-own-transfers.ts';
import { type TwoShots, type TwoShotsOptions, type TwoShotsProblem, useTwoShots } from './use-two-shots.ts';

export interface TwoShotsFormProps extends TwoShotsOptions {
  onClose: () => void;
}

/** Form with two photographs of an object, which are combined to an image with transparency. Render it in a dialog. */
export function TwoShotsForm({ onClose, ...options }: TwoShotsFormProps) {
  const { t } = useTranslation(['two-shots', 'tool']);
  const twoShots = useTwoShots(options);
  const { pair, waiting, work, problem, take } = twoShots;
  const isCombining = work.state === 'combining';
  const tiles = useRef<HTMLDivElement>(null);
  const [unread] = shotSlots.flatMap((slot) => waiting[slot] ?? []);
  const onConverted = (converted: readonly Converted[]) => {
    // The pressed button disappears. The focus goes to the tile of the photograph, which describes the conversion.
    const slot = shotSlots.find((each) => converted.some(({ source }) => source === waiting[each]?.file));
    tiles.current?.querySelector<HTMLElement>(`[data-shot=${slot}] [data-picks-with]`)?.focus();
    twoShots.takeConverted(converted);
  };
  const drag = useOwnTransfers({
    // A paste goes into the tile that has the focus.
    onFiles: (files) =>
      take(
        files,
        shotSlots.find((slot) => document.activeElement?.closest(`[data-shot=${slot}]`)),
      ),
    onNothing: twoShots.takeNothing,
  });
  return (
    <>
      <DialogBody>
        <div ref={tiles} className="grid grid-cols-2 gap-3">
          {shotSlots.map((slot) => (
            <ShotTile
              key={slot}
              slot={slot}
              shot={pair[slot]}
              waiting={waiting[slot]}
              state={isCombining ? 'disabled' : pair[slot] ? 'idle' : drag}
              onFiles={(files) => take(files, slot)}
              onRemove={() => twoShots.remove(slot)}
            />
          ))}
        </div>
        <p className="mt-3 text-13 text-soft">{t('two-shots:advice')}</p>
        <WorkStatus {...twoShots} />
        <div className="mt-3 flex flex-col gap-3 empty:hidden">
          {problem && <Problem problem={problem} />}
          {unread && !isCombining && (
            <FailureBanner
              failure={{ code: 'unsupported-format', format: unread.format }}
              foreignFiles={shotSlots.flatMap((slot) => waiting[slot]?.file ?? [])}
              onConverted={onConverted}
              onDismiss={twoShots.dismissWaiting}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={isCombining ? twoShots.cancel : onClose} className="pointer-coarse:h-11">
          {t('tool:cancel')}
        </Button>
        <Button
          variant="primary"
          disabled={!pair.dark || !pair.light || work.state === 'reading'}
          loading={isCombining}
          onClick={twoShots.start}
          className="pointer-coarse:h-11"
        >
          {t('two-shots:combine')}
        </Button>
      </DialogFooter>
    </>
  );
}

function WorkStatus({ work, note }: Pick<TwoShots, 'work' | 'note'>) {
  const { t, i18n } = useTranslation('two-shots');
  const percent = work.state === 'combining' && formatPercent(i18n.language as Locale, work.done);
  return (
    <>
      <div className="mt-3 flex justify-between gap-4 text-13 text-soft">
        <p role="status">{work.state === 'idle' ? note && t(`note.${note}`) : t(work.state)}</p>
        {percent && (
          <span aria-hidden className="tabular-nums">
            {percent}
          </span>
        )}
      </div>
      {percent && <Progress label={t('combining')} fraction={work.done} valueText={percent} className="mt-2" />}
    </>
  );
}

function Problem({ problem }: { problem: TwoShotsProblem }) {
  const { t } = useTranslation(['two-shots', 'tool']);
  switch (problem.kind) {
    case 'refused':
      return (
        <Banner tone="danger" title={t(`two-shots:refused.${problem.code}.title`)} data-code={problem.code}>
          <p>{t(`two-shots:refused.${problem.code}.text`)}</p>
        </Banner>
      );
    case 'failed':
      return <FailureBanner failure={problem.failure} />;
    case 'nothing':
      return (
        <Banner
          tone="danger"
          title={t(problem.way === 'drop' ? 'tool:transfer.nothingDropped' : 'tool:transfer.nothingPasted')}
        />
      );
    default:
      return problem satisfies never;
  }
}

import { Button } from '@isola/ui/button';
import { Progress } from '@isola/ui/progress';
import { useTranslation } from 'react-i18next';

import { type AllConverted, type ConversionState, useConversion } from './use-conversion.ts';
import { useConversionFailure } from './use-conversion-failure.ts';

export interface ConversionOfferProps {
  files: readonly Blob[];
  /** Called once with all files that were converted. Those that failed are named, and can be tried again. */
  onConverted: (converted: AllConverted) => void;
}

/** Button that converts files on the device, with its progress and the reasons why some failed. */
export function ConversionOffer({ files, onConverted }: ConversionOfferProps) {
  return <ConversionControls {...useConversion(files, onConverted)} />;
}

export interface ConversionControlsProps {
  state: ConversionState;
  start: () => void;
  cancel: () => void;
}

/** The button of `ConversionOffer` in one of its states. */
export function ConversionControls({ state, start, cancel }: ConversionControlsProps) {
  const { t } = useTranslation(['errors', 'tool']);
  const failureOf = useConversionFailure();
  const isConverting = state.state === 'converting';
  const reasons = differing(
    state.state === 'failed'
      ? state.failed.map(({ source, error }) => ({
          name: source instanceof File ? source.name : '',
          reason: failureOf(error),
        }))
      : [],
  );
  return (
    <div data-slot="conversion" data-state={state.state} className="mt-3 flex max-w-120 flex-col items-start gap-2">
      {/* One button starts and cancels, so that it keeps the focus. */}
      <Button
        size="sm"
        variant={isConverting ? 'secondary' : 'primary'}
        onClick={isConverting ? cancel : start}
        className="pointer-coarse:h-11"
      >
        {isConverting ? t('tool:cancel') : t('errors:convert.action')}
      </Button>
      {isConverting && <Progress label={t('errors:convert.action')} fraction={null} />}
      <div role="status" className="text-13 empty:hidden">
        {state.state === 'converting' && <p>{t(`errors:convert.stage.${state.stage}`)}</p>}
        {reasons.map(({ name, reason }) => (
          <p key={`${name} ${reason}`}>
            {reasons.length > 1 && <bdi className="me-2 font-medium wrap-anywhere">{name}</bdi>}
            <span>{reason}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

interface NamedReason {
  readonly name: string;
  readonly reason: string;
}

/** Returns each reason once, where the same file was chosen twice. */
function differing(reasons: readonly NamedReason[]): readonly NamedReason[] {
  return [...new Map(reasons.map((each) => [`${each.name} ${each.reason}`, each])).values()];
}

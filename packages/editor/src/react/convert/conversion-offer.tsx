import type { Conversion } from '@isola/convert';
import { Button } from '@isola/ui/button';
import { Progress } from '@isola/ui/progress';
import { useTranslation } from 'react-i18next';

import { useConversion } from './use-conversion.ts';
import { useConversionFailure } from './use-conversion-failure.ts';

export interface ConversionOfferProps {
  file: Blob;
  onConverted: (file: File, conversion: Conversion) => void;
}

/** Button that converts a file on the device, with its progress and the reason why it failed. */
export function ConversionOffer({ file, onConverted }: ConversionOfferProps) {
  const { t } = useTranslation(['errors', 'tool']);
  const { state, start, cancel } = useConversion(file, onConverted);
  const failureOf = useConversionFailure();
  const isConverting = state.state === 'converting';
  const status = () => {
    if (state.state === 'converting') return t(`errors:convert.stage.${state.stage}`);
    return state.state === 'failed' ? failureOf(state.error) : '';
  };
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
      <p role="status" className="text-13 empty:hidden">
        {status()}
      </p>
    </div>
  );
}

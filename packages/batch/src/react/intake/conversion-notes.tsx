import { useConversionDetails, useConversionFailure } from '@isola/editor/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Progress } from '@isola/ui/progress';
import { useTranslation } from 'react-i18next';

import { NameList } from './name-list.tsx';
import type { BatchConversion } from './use-batch-conversion.ts';

/** Progress of a conversion, and afterwards its outcome: the number of images, and the files that failed, by name. */
export function ConversionNotes({ conversion }: { conversion: BatchConversion }) {
  const { t } = useTranslation(['batch', 'errors', 'tool', 'common']);
  const failureOf = useConversionFailure();
  const detailsOf = useConversionDetails();
  const { state, cancel, dismiss } = conversion;
  switch (state.state) {
    case 'idle':
      return null;
    case 'converting': {
      const { done, total } = state;
      const title = t('batch:convert.progress', { number: done + 1, total });
      return (
        <Banner
          data-slot="converting"
          title={title}
          actions={
            <Button size="sm" onClick={cancel} className="pointer-coarse:h-11">
              {t('tool:cancel')}
            </Button>
          }
        >
          <Progress label={title} fraction={done / total} className="mt-2" />
        </Banner>
      );
    }
    case 'done': {
      const { converted, failed } = state;
      const noted = converted.flatMap(({ name, conversion: facts }) => {
        const details = detailsOf(facts);
        return details.length > 0 ? [{ name, reason: details.join(' ') }] : [];
      });
      return (
        <Banner
          tone={failed.length > 0 ? 'warning' : 'success'}
          data-slot="converted"
          title={
            converted.length > 0
              ? t('batch:convert.done', { count: converted.length })
              : t('batch:convert.failed', { count: failed.length })
          }
          onDismiss={dismiss}
          dismissLabel={t('common:dismiss')}
        >
          {failed.length > 0 && (
            <NameList
              label={t('batch:convert.failed', { count: failed.length })}
              isLabelHidden={converted.length === 0}
              rows={failed.map(({ name, error }) => ({ name, reason: failureOf(error) }))}
            />
          )}
          {noted.length > 0 && <NameList label={t('batch:convert.noted')} rows={noted} />}
        </Banner>
      );
    }
    default:
      return state satisfies never;
  }
}

import { SegmentedControl } from '@isola/ui/segmented-control';
import { Spinner } from '@isola/ui/spinner';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { BrushStore } from '../../brush/create-brush-store.ts';
import { createRetouchBrush } from '../../brush/create-retouch-brush.ts';
import type { Editor } from '../../editor.ts';
import { useBrushKeys } from '../brush/brush-keys.ts';
import { BlurGroup } from './blur-group.tsx';
import { SizeSlider } from '../brush/size-slider.tsx';

/** Panel of the tool that erases small things. The keys for the brush's size work while it is open. */
export function RetouchPanel({ editor, brush }: { editor: Editor; brush: BrushStore }) {
  const { rendering, retouchMode } = editor;
  const { t } = useTranslation('editor');
  const marker = useMemo(() => createRetouchBrush(brush), [brush]);
  const mode = useStore(retouchMode);
  const isRefining = useStore(rendering, (state) => state.isRefining);
  useBrushKeys(marker);
  return (
    <section aria-label={t('tools.retouch.title')} className="flex flex-col gap-5">
      <SegmentedControl
        label={t('retouch.modes')}
        value={mode}
        onValueChange={(next) => retouchMode.setState(next, true)}
        segments={[
          { value: 'fill', label: t('retouch.modeFill') },
          { value: 'blur', label: t('retouch.modeBlur') },
        ]}
        className="flex pointer-coarse:*:h-11"
      />
      <p className="text-13 text-soft">{t(mode === 'fill' ? 'retouch.hint' : 'retouch.blurHint')}</p>
      <SizeSlider brush={marker} />
      <BlurGroup editor={editor} />
      <p className="border-t border-line pt-4 text-13 text-soft">{t('retouch.computed')}</p>
      <p role="status" className="flex min-h-5 items-center gap-2 text-13 text-soft">
        {isRefining && (
          <>
            <Spinner />
            {t('refine.busy')}
          </>
        )}
      </p>
    </section>
  );
}

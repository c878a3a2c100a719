import type { Matte, Size } from '@isola/imaging';
import { formatPercent, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { IconButton } from '@isola/ui/icon-button';
import { Slider } from '@isola/ui/slider';
import { CaretsToAxisDashedVertical, Focus, RotateCcwSquare, RotateCwSquare } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { maxMarginPercent } from '../../document/center-subject.ts';
import {
  enlargementOf,
  cropForRatio,
  cropOrNone,
  mirrored,
  resultSize,
  rotatedQuarterTurn,
  straightened,
  straighteningOf,
  wholeImageCrop,
} from '../../document/crop-rect.ts';
import { type CropPreset, cropPresets, withPreset } from '../../document/crop-presets.ts';
import type { BuiltInStepName } from '../../registry/steps.ts';
import type { CropRect, DocumentState } from '../../schema/document-state.ts';
import { withCenteredSubject } from '../../document/crop-choice.ts';
import type { Editor } from '../../editor.ts';
import { useCropPreset } from './use-crop-preset.ts';
import { PresetTile } from './preset-tile.tsx';
import { SizeFields } from './size-fields.tsx';

export interface CropPanelProps {
  editor: Pick<Editor, 'document' | 'cropChoice'>;
  /** As it was last edited, of the image's size. */
  matte: Matte;
  photoSize: Size;
}

/** Panel for the crop, the rotation and the size of the result. */
export function CropPanel({ editor: { document, cropChoice }, matte, photoSize }: CropPanelProps) {
  const { t, i18n } = useTranslation('editor');
  const { history } = document;
  const { state, isPreview: trial } = useStore(history);
  const preset = useCropPreset(cropChoice, state, photoSize);
  const frame = state.crop ?? wholeImageCrop(photoSize);
  const { choose: setPreset, setMarginPercent } = cropChoice;
  const marginPercent = useStore(cropChoice, (choice) => choice.marginPercent);
  const [isEmpty, setEmpty] = useState(false);
  // Each place of the slider is worked out from where the hand began: on the way back nothing has become smaller.
  const begun = useRef<CropRect>(undefined);

  const framed = (next: CropRect) => ({ ...state, crop: cropOrNone(next, photoSize) });
  const take = (step: BuiltInStepName, next: CropRect) => history.commit(step, framed(next));

  const choose = (next: CropPreset) => {
    setPreset(next);
    history.commit('crop', withPreset(state, next, photoSize));
  };
  const centered = (): DocumentState | undefined => {
    const next = withCenteredSubject(history.getState().state, matte, cropChoice.getState());
    setEmpty(!next);
    return next;
  };
  const center = () => {
    const next = centered();
    if (next) history.commit('center', next);
  };
  const straightenedTo = (deg: number) => {
    if (!history.getState().isPreview) begun.current = frame;
    return straightened(begun.current ?? frame, deg, photoSize);
  };
  // A slider that comes back to where it began says nothing of it; what was tried out would stay so.
  const letGo = (step: BuiltInStepName) => {
    const { isPreview: isTrial, state } = history.getState();
    if (isTrial) history.commit(step, state);
  };
  const rotate = (direction: 'clockwise' | 'counterclockwise') => {
    const { size } = state;
    history.commit('rotate', {
      ...framed(rotatedQuarterTurn(frame, direction)),
      size: size && { widthPx: size.heightPx, heightPx: size.widthPx },
    });
  };
  const resize = (size: Size, ratioChanges: boolean) => {
    const next = ratioChanges ? cropForRatio(frame, size.widthPx / size.heightPx, photoSize) : frame;
    history.commit('size', { ...framed(next), size });
  };

  const size = state.size ?? resultSize(frame);
  const enlargement = enlargementOf(frame, size);
  const decimal = (value: number) =>
    new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
  const isPlain = !state.crop && !state.size;
  return (
    <section aria-label={t('tools.crop.title')} className="flex flex-col gap-5">
      <Group label={t('crop.shape')} className="grid grid-cols-4 gap-2">
        {cropChoice.presets.map((each) => (
          <PresetTile
            key={each.id}
            preset={each}
            photoSize={photoSize}
            orientation={frame}
            label={each.kind === 'ratio' ? each.id : t(`crop.preset.${each.id}`)}
            selected={preset.id === each.id}
            onClick={() => choose(each)}
            {...(each.kind !== 'ratio' && { className: 'col-span-2' })}
          />
        ))}
      </Group>
      <div className="flex flex-col gap-3">
        <Button onClick={center} className="pointer-coarse:h-11">
          <Focus aria-hidden />
          {t('crop.center')}
        </Button>
        <Slider
          label={t('crop.margin')}
          max={maxMarginPercent}
          value={marginPercent}
          formatValue={(value) => formatPercent(i18n.language as Locale, value / 100)}
          onValueChange={(next) => {
            setMarginPercent(next);
            const moving = centered();
            if (moving) history.preview(moving);
          }}
          onValueCommit={center}
          onPointerUp={() => letGo('center')}
          onPointerCancel={() => letGo('center')}
        />
        <p role="status" className="text-13 text-soft empty:hidden">
          {isEmpty && t('crop.noSubject')}
        </p>
      </div>
      <Group label={t('crop.turn')} className="grid grid-cols-3 gap-2">
        <TurnButton label={t('crop.left')} onClick={() => rotate('counterclockwise')}>
          <RotateCcwSquare aria-hidden />
        </TurnButton>
        <TurnButton label={t('crop.right')} onClick={() => rotate('clockwise')}>
          <RotateCwSquare aria-hidden />
        </TurnButton>
        <TurnButton label={t('crop.mirror')} onClick={() => take('mirror', mirrored(frame))}>
          <CaretsToAxisDashedVertical aria-hidden />
        </TurnButton>
      </Group>
      <Slider
        label={t('crop.straighten')}
        min={-45}
        max={45}
        step={0.1}
        marks={[{ value: 0 }]}
        value={straighteningOf(frame)}
        formatValue={(value) => `${decimal(value)}°`}
        onValueChange={(deg) => history.preview(framed(straightenedTo(deg)))}
        onValueCommit={(deg) => take('straighten', straightenedTo(deg))}
        onPointerUp={() => letGo('straighten')}
        onPointerCancel={() => letGo('straighten')}
      />
      <div className="flex flex-col gap-2">
        <SizeFields
          size={size}
          ratio={state.size ? state.size.widthPx / state.size.heightPx : frame.widthPx / frame.heightPx}
          onResize={resize}
        />
        {!trial && enlargement > 1.005 && (
          <p className="text-13 text-soft">{t('crop.enlarged', { factor: decimal(enlargement) })}</p>
        )}
        {state.size && (
          <Button
            wrap
            variant="ghost"
            size="sm"
            onClick={() => history.commit('size', { ...state, size: undefined })}
            className="-ms-2.5 self-start text-start pointer-coarse:min-h-11"
          >
            {t('crop.ownSize')}
          </Button>
        )}
      </div>
      <Button
        // Not `disabled`: that would throw the keyboard's place away.
        aria-disabled={isPlain}
        onClick={() => {
          if (isPlain) return;
          setPreset(cropPresets[0]);
          history.commit('crop', { ...state, crop: undefined, size: undefined });
        }}
        className="aria-disabled:border-transparent aria-disabled:bg-pressed aria-disabled:text-faint pointer-coarse:h-11"
      >
        {t('crop.reset')}
      </Button>
    </section>
  );
}

function Group({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-12 text-soft">
        {label}
      </p>
      <div className={className}>{children}</div>
    </div>
  );
}

function TurnButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton
      label={label}
      title={label}
      variant="secondary"
      onClick={onClick}
      className="h-9 w-full pointer-coarse:h-11"
    >
      {children}
    </IconButton>
  );
}

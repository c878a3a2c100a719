import type { Matte, Size } from '@isola/imaging';
import { formatPercent, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { IconButton } from '@isola/ui/icon-button';
import { Slider } from '@isola/ui/slider';
import {
  CaretsToAxisDashedHorizontal,
  CaretsToAxisDashedVertical,
  Expand,
  Focus,
  RotateCcwSquare,
  RotateCwSquare,
} from 'lucide-react';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { maxMarginPercent } from '../../document/center-subject.ts';
import {
  enlargementOf,
  cropForRatio,
  cropOrNone,
  extended,
  flipped,
  mirrored,
  rotatedQuarterTurn,
  straightened,
  straighteningOf,
  wholeImageCrop,
} from '../../document/crop-geometry.ts';
import { type CropPreset, cropPresets, withPreset } from '../../document/crop-presets.ts';
import {
  enlargementFor,
  resultSizeOf,
  unnoticedEnlargement,
  withEnlargement,
  withOwnPixels,
} from '../../document/enlargement.ts';
import type { BuiltInStepName } from '../../registry/steps.ts';
import type { CropRect, DocumentState } from '../../schema/document-state.ts';
import { withCenteredSubject } from '../../document/crop-choice.ts';
import { withSize } from '../../document/size-presets.ts';
import type { Editor } from '../../editor.ts';
import { EnlargeChoice } from '../enlarge/enlarge-choice.tsx';
import { useCropPreset } from './use-crop-preset.ts';
import { PresetTile } from './preset-tile.tsx';
import { SizeFields } from './size-fields.tsx';
import { SizeSelect } from './size-select.tsx';

export interface CropPanelProps {
  editor: Pick<Editor, 'document' | 'cropChoice'>;
  /** Matte with all edits applied, at the size of the image. */
  matte: Matte;
  imageSize: Size;
}

/** Factor by which one press extends the crop. */
const extension = 1.1;

/** Panel that sets the crop, the orientation and the size of the result. */
export function CropPanel({ editor: { document, cropChoice }, matte, imageSize }: CropPanelProps) {
  const { t, i18n } = useTranslation('editor');
  const { language } = i18n;
  const { history } = document;
  const { state, isPreview } = useStore(history);
  const preset = useCropPreset(cropChoice, state, imageSize);
  const crop = state.crop ?? wholeImageCrop(imageSize);
  const marginPercent = useStore(cropChoice, (choice) => choice.marginPercent);
  const [isEmpty, setEmpty] = useState(false);
  // Each slider value is computed from the crop at the start of the drag, so that dragging back restores the crop's
  // size.
  const cropAtStart = useRef<CropRect>(undefined);

  const cropped = (next: CropRect) => ({ ...state, crop: cropOrNone(next, imageSize) });
  const take = (step: BuiltInStepName, next: CropRect) => history.commit(step, cropped(next));

  const choose = (next: CropPreset) => {
    cropChoice.choose(next);
    history.commit('crop', withPreset(state, next, imageSize));
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
    if (!history.getState().isPreview) cropAtStart.current = crop;
    return straightened(cropAtStart.current ?? crop, deg, imageSize);
  };
  // A slider that returns to its first value does not call `onValueCommit`, so the preview would remain.
  const commitPreview = (step: BuiltInStepName) => {
    const current = history.getState();
    if (current.isPreview) history.commit(step, current.state);
  };
  const rotate = (direction: 'clockwise' | 'counterclockwise') => {
    history.commit('rotate', {
      ...cropped(rotatedQuarterTurn(crop, direction)),
      size: state.size && { widthPx: state.size.heightPx, heightPx: state.size.widthPx },
    });
  };
  const resize = (size: Size, ratioChanges: boolean) => {
    const next = ratioChanges ? cropForRatio(crop, size.widthPx / size.heightPx, imageSize) : crop;
    history.commit('size', { ...cropped(next), size });
  };

  const chooseSize = (chosen: Size | undefined) =>
    history.commit('size', chosen ? withSize(state, chosen, matte, cropChoice.getState()) : withOwnPixels(state));

  const size = resultSizeOf(state, imageSize);
  const enlargement = enlargementOf(crop, size);
  const isComputed = enlargementFor(state, imageSize) !== undefined;
  const isPlain = !state.crop && !state.size && !state.enlarge;
  return (
    <section aria-label={t('tools.crop.title')} className="flex flex-col gap-5">
      <Group label={t('crop.shape')} className="grid grid-cols-4 gap-2">
        {cropChoice.presets.map((each) => (
          <PresetTile
            key={each.id}
            preset={each}
            imageSize={imageSize}
            orientation={crop}
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
          formatValue={(value) => formatPercent(language as Locale, value / 100)}
          onValueChange={(next) => {
            cropChoice.setMarginPercent(next);
            const moving = centered();
            if (moving) history.preview(moving);
          }}
          onValueCommit={center}
          onPointerUp={() => commitPreview('center')}
          onPointerCancel={() => commitPreview('center')}
        />
        <p role="status" className="text-13 text-soft empty:hidden">
          {isEmpty && t('crop.noSubject')}
        </p>
        <Button onClick={() => take('extend', extended(crop, extension))} className="pointer-coarse:h-11">
          <Expand aria-hidden />
          {t('crop.extend', { percent: formatPercent(language as Locale, extension - 1) })}
        </Button>
      </div>
      <Group label={t('crop.turn')} className="grid grid-cols-4 gap-2">
        <TurnButton label={t('crop.left')} onClick={() => rotate('counterclockwise')}>
          <RotateCcwSquare aria-hidden />
        </TurnButton>
        <TurnButton label={t('crop.right')} onClick={() => rotate('clockwise')}>
          <RotateCwSquare aria-hidden />
        </TurnButton>
        <TurnButton label={t('crop.mirror')} onClick={() => take('mirror', mirrored(crop))}>
          <CaretsToAxisDashedVertical aria-hidden />
        </TurnButton>
        <TurnButton label={t('crop.flip')} onClick={() => take('mirror', flipped(crop))}>
          <CaretsToAxisDashedHorizontal aria-hidden />
        </TurnButton>
      </Group>
      <Slider
        label={t('crop.straighten')}
        min={-45}
        max={45}
        step={0.1}
        marks={[{ value: 0 }]}
        value={straighteningOf(crop)}
        formatValue={(value) => `${formatDecimal(language, value)}°`}
        onValueChange={(deg) => history.preview(cropped(straightenedTo(deg)))}
        onValueCommit={(deg) => take('straighten', straightenedTo(deg))}
        onPointerUp={() => commitPreview('straighten')}
        onPointerCancel={() => commitPreview('straighten')}
      />
      <div className="flex flex-col gap-3">
        {/* The names of marketplaces are in a bundle of their own. */}
        <Suspense>
          <SizeSelect size={state.size} onChoose={chooseSize} />
        </Suspense>
        <SizeFields
          size={size}
          ratio={state.size ? state.size.widthPx / state.size.heightPx : crop.widthPx / crop.heightPx}
          onResize={resize}
        />
        {!isPreview && !isComputed && enlargement > unnoticedEnlargement && (
          <p className="text-13 text-soft">{t('crop.enlarged', { factor: formatDecimal(language, enlargement) })}</p>
        )}
        {state.size && (
          <Button
            wrap
            variant="ghost"
            size="sm"
            onClick={() => history.commit('size', withOwnPixels(state))}
            className="-ms-2.5 self-start text-start pointer-coarse:min-h-11"
          >
            {t('crop.ownSize')}
          </Button>
        )}
      </div>
      <EnlargeChoice
        sizing={state}
        imageSize={imageSize}
        onChoose={(factor) => history.commit('enlarge', withEnlargement(state, factor))}
      />
      <ResetButton
        disabled={isPlain}
        onClick={() => {
          cropChoice.choose(cropPresets[0]);
          history.commit('crop', withOwnPixels({ ...state, crop: undefined }));
        }}
      />
    </section>
  );
}

function ResetButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const { t } = useTranslation('editor');
  return (
    <Button
      // A button that becomes `disabled` loses the focus, so `aria-disabled` is used instead.
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onClick();
      }}
      className="aria-disabled:border-transparent aria-disabled:bg-pressed aria-disabled:text-faint pointer-coarse:h-11"
    >
      {t('crop.reset')}
    </Button>
  );
}

function formatDecimal(language: string, value: number): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
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

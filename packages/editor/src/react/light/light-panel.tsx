import { Button } from '@isola/ui/button';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { backgroundDefinition } from '../../backgrounds/define-background.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import { withoutOutline } from '../../document/without-outline.ts';
import type { Editor } from '../../editor.ts';
import { isSameData } from '../../model/same-data.ts';
import type { DocumentState, Light } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { StateSlider } from '../state-slider.tsx';
import { OutlineGroup } from './outline-group.tsx';
import { PhotographedGroup } from './photographed-group.tsx';
import { PresetTiles } from './preset-tiles.tsx';
import { ReflectionGroup } from './reflection-group.tsx';
import { ToneGroup } from './tone-group.tsx';

type History = ImageDocument['history'];

export interface LightPanelProps {
  /** Editor of the image. Settings for several images have no rendering, and may have no eyedropper. */
  editor: Pick<Editor, 'document' | 'registries'> & {
    readonly eyedropper?: Editor['eyedropper'] | undefined;
    readonly rendering?: Editor['rendering'] | undefined;
  };
}

/**
 * Panel that fits the subject to its background: shadows, light and grain taken from the background, an outline, and the
 * subject's own light and colour.
 */
export function LightPanel({ editor: { document, registries, eyedropper, rendering } }: LightPanelProps) {
  const { history } = document;
  const { t, i18n } = useTranslation('editor');
  const hasBackground = useStore(
    history,
    ({ state }) => !backgroundDefinition(registries.backgrounds, state.background).isTransparent,
  );
  const isOnFloor = useStore(
    history,
    ({ state: { light } }) => light.contact > 0 || light.drop.plane === 'floor' || light.reflection !== undefined,
  );
  const hasDropShadow = useStore(history, ({ state }) => state.light.drop.strength > 0);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const inPercent = { history, formatValue: (value: number) => percent.format(value / 100) };
  return (
    <section aria-label={t('tools.light.title')} className="flex flex-col gap-4">
      <PresetTiles editor={{ document, registries }} />
      <PhotographedGroup history={history} rendering={rendering} />
      <StateSlider label={t('light.contact')} stepName="contact" {...ofLight('contact')} {...inPercent} />
      <StateSlider label={t('light.drop')} stepName="drop-shadow" {...ofDropShadow('strength')} {...inPercent} />
      {hasDropShadow && (
        <div role="group" aria-label={t('light.drop')} className="flex flex-col gap-4 border-s border-line ps-4">
          <StateSlider
            label={t('light.angle')}
            history={history}
            stepName="drop-shadow"
            min={-180}
            max={180}
            step={5}
            formatValue={(value) => `${value}°`}
            {...ofDropShadow('angleDeg')}
          />
          <StateSlider
            label={t('light.distance')}
            stepName="drop-shadow"
            {...ofDropShadow('distance')}
            {...inPercent}
          />
          <StateSlider
            label={t('light.softness')}
            stepName="drop-shadow"
            {...ofDropShadow('softness')}
            {...inPercent}
          />
          <PlaneChoice history={history} />
        </div>
      )}
      <ReflectionGroup history={history} />
      {isOnFloor && <StateSlider label={t('light.lift')} stepName="light" {...ofLight('lift')} {...inPercent} />}
      <div className="flex flex-col gap-4 border-t border-line pt-4">
        {!hasBackground && <p className="text-13 text-soft">{t('light.needsBackground')}</p>}
        <StateSlider
          label={t('light.match')}
          stepName="match"
          disabled={!hasBackground}
          {...ofLight('match')}
          {...inPercent}
        />
        <StateSlider
          label={t('light.wrap')}
          stepName="wrap"
          disabled={!hasBackground}
          {...ofLight('wrap')}
          {...inPercent}
        />
        <StateSlider
          label={t('light.grain')}
          stepName="grain"
          disabled={!hasBackground}
          {...ofLight('grain')}
          {...inPercent}
        />
      </div>
      <div role="group" aria-label={t('light.outline')} className="flex flex-col gap-4 border-t border-line pt-4">
        <OutlineGroup history={history} />
      </div>
      <ResetButton history={history} />
      <ToneGroup history={history} eyedropper={eyedropper} />
    </section>
  );
}

/** Choice of the plane on which the drop shadow falls. */
function PlaneChoice({ history }: { history: History }) {
  const { t } = useTranslation('editor');
  const plane = useStore(history, ({ state }) => state.light.drop.plane ?? 'wall');
  const choose = (next: typeof plane) => {
    const { state } = history.getState();
    history.commit('drop-shadow', { ...state, light: { ...state.light, drop: { ...state.light.drop, plane: next } } });
  };
  return (
    <SegmentedControl
      label={t('light.plane')}
      value={plane}
      onValueChange={choose}
      segments={[
        { value: 'wall', label: t('light.wall') },
        { value: 'floor', label: t('light.floor') },
      ]}
      className="flex pointer-coarse:*:h-11"
    />
  );
}

function ofLight(field: Exclude<keyof Light, 'drop' | 'photographed' | 'reflection'>) {
  return {
    read: ({ light }: DocumentState) => light[field] ?? 0,
    write: (state: DocumentState, value: number) => ({ ...state, light: { ...state.light, [field]: value } }),
  };
}

function ofDropShadow(field: Exclude<keyof Light['drop'], 'plane'>) {
  return {
    read: ({ light }: DocumentState) => light.drop[field],
    write: (state: DocumentState, value: number) => ({
      ...state,
      light: { ...state.light, drop: { ...state.light.drop, [field]: value } },
    }),
  };
}

function ResetButton({ history }: { history: History }) {
  const { t } = useTranslation('editor');
  const isChanged = useStore(
    history,
    ({ state }) => state.outline !== undefined || !isSameData(state.light, initialState.light),
  );
  const reset = () =>
    history.commit('light', { ...withoutOutline(history.getState().state), light: initialState.light });
  return (
    <Button
      // A button that becomes `disabled` by its own press loses the focus, so `aria-disabled` is used instead.
      aria-disabled={!isChanged}
      onClick={() => isChanged && reset()}
      className="self-start aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
    >
      <RotateCcw aria-hidden />
      {t('light.reset')}
    </Button>
  );
}

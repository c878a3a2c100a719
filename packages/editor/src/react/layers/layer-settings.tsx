import { type Anchor, anchors, maxGap } from '@isola/imaging';
import { formatNumber, formatPercent, type Locale } from '@isola/i18n';
import { cn } from '@isola/ui/cn';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Switch } from '@isola/ui/switch';
import { useTranslation } from 'react-i18next';

import type { ImageDocument } from '../../document/image-document.ts';
import { layersOf, withLayer } from '../../document/layers.ts';
import { isSubject } from '../../rendering/arrange-subjects.ts';
import { anchoredAt, layerSizes } from '../../rendering/place-layers.ts';
import type { DocumentState, Layer } from '../../schema/document-state.ts';
import { StateSlider } from '../state-slider.tsx';
import { SubjectSettings, SubjectTone } from './subject-settings.tsx';
import { TextSettings } from './text-settings.tsx';

type History = ImageDocument['history'];

export interface LayerSettingsProps {
  history: History;
  layer: Layer;
  /** True for a text that was just added, whose field takes the focus. `onTyped` is called then. */
  isTyped: boolean;
  onTyped: () => void;
}

/** Look of a text or logo that is repeated over the whole result, unless it was set before. */
const watermark = { angleDeg: -30, opacity: 30, gap: 150 };

/** Settings of the selected text, logo or subject. */
export function LayerSettings({ history, layer, isTyped, onTyped }: LayerSettingsProps) {
  const { t, i18n } = useTranslation('editor');
  const locale = i18n.language as Locale;
  const { id } = layer;
  const percent = (value: number) => formatPercent(locale, value / 100);
  const { min, max } = layerSizes[layer.kind];
  const change = (step: string, changed: Partial<Pick<Layer, 'place' | 'anchor' | 'offsetX' | 'offsetY'>>) =>
    history.commit(
      step,
      withLayer(history.getState().state, id, (own) => ({ ...own, ...changed })),
    );
  const repeat = (isRepeated: boolean) => {
    const next = withLayer(history.getState().state, id, (before) => {
      const { repeat: _, ...own } = before;
      if (!isRepeated) return own;
      const isPlain = own.angleDeg === 0 && own.opacity === 100;
      const { gap, ...look } = watermark;
      return { ...own, ...(isPlain && look), repeat: { gap } };
    });
    history.commit('edit-layer', next);
  };
  return (
    <div data-slot="layer-settings" className="flex flex-col gap-4 border-t border-line pt-4">
      {layer.kind === 'text' && <TextSettings {...{ history, layer, isTyped, onTyped }} />}
      {isSubject(layer) && <SubjectSettings history={history} layer={layer} />}
      <StateSlider
        label={t('layers.size')}
        history={history}
        stepName="edit-layer"
        // The slider is logarithmic, because a step of a small size must be small.
        read={(state) => Math.round((100 * Math.log(found(state, id, layer).size / min)) / Math.log(max / min))}
        write={(state, value) =>
          withLayer(state, id, (own) => ({ ...own, size: Math.round(min * (max / min) ** (value / 100)) }))
        }
        formatValue={(value) => percent((min * (max / min) ** (value / 100)) / 10)}
      />
      <StateSlider
        label={t('layers.opacity')}
        history={history}
        stepName="edit-layer"
        min={5}
        initialValue={100}
        read={(state) => found(state, id, layer).opacity}
        write={(state, opacity) => withLayer(state, id, (own) => ({ ...own, opacity }))}
        formatValue={percent}
      />
      <StateSlider
        label={t('layers.angle')}
        history={history}
        stepName="edit-layer"
        min={-180}
        max={180}
        initialValue={0}
        marks={[{ value: 0 }]}
        read={(state) => found(state, id, layer).angleDeg}
        write={(state, angleDeg) => withLayer(state, id, (own) => ({ ...own, angleDeg }))}
        formatValue={(value) => `${formatNumber(locale, value)}°`}
      />
      {!layer.repeat && (
        <AnchorGrid anchor={layer.anchor} onChoose={(anchor) => change('move-layer', anchoredAt(anchor))} />
      )}
      <SegmentedControl
        label={t('layers.place')}
        value={layer.place}
        onValueChange={(place) => change('arrange-layers', { place })}
        segments={[
          { value: 'above', label: t('layers.above') },
          { value: 'below', label: t('layers.below') },
        ]}
        className="flex pointer-coarse:*:h-11"
      />
      {!isSubject(layer) && (
        <Switch checked={layer.repeat !== undefined} onCheckedChange={repeat}>
          {t('layers.repeat')}
        </Switch>
      )}
      {layer.repeat && (
        <StateSlider
          label={t('layers.gap')}
          history={history}
          stepName="edit-layer"
          max={maxGap}
          read={(state) => found(state, id, layer).repeat?.gap ?? 0}
          write={(state, gap) => withLayer(state, id, (own) => ({ ...own, repeat: { gap } }))}
          formatValue={percent}
        />
      )}
      {isSubject(layer) && <SubjectTone history={history} layer={layer} />}
    </div>
  );
}

function found(state: DocumentState, id: string, otherwise: Layer): Layer {
  return layersOf(state).find((layer) => layer.id === id) ?? otherwise;
}

/** Nine places of the result. */
function AnchorGrid({ anchor, onChoose }: { anchor: Anchor; onChoose: (anchor: Anchor) => void }) {
  const { t } = useTranslation('editor');
  return (
    <div role="group" aria-label={t('layers.position')}>
      <p className="mb-2 text-12 text-soft">{t('layers.position')}</p>
      <div className="grid grid-cols-3 gap-1 rounded-md border border-line bg-sunk p-1">
        {anchors.map((each) => (
          <button
            key={each}
            type="button"
            aria-label={t(`layers.at.${each}`)}
            title={t(`layers.at.${each}`)}
            aria-pressed={each === anchor}
            onClick={() => onChoose(each)}
            className={cn(
              'grid h-8 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink pointer-coarse:h-11',
              each === anchor && 'bg-accent-wash text-accent-ink',
            )}
          >
            <span className={cn('rounded-full bg-current', each === anchor ? 'size-3' : 'size-1.5')} />
          </button>
        ))}
      </div>
    </div>
  );
}

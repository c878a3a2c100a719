import { formatNumber, formatPercent, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { Slider, type SliderProps } from '@isola/ui/slider';
import { Spinner } from '@isola/ui/spinner';
import { Switch } from '@isola/ui/switch';
import {
  Brush as BrushIcon,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CirclePlus,
  Eraser,
  RotateCcw,
  SquareDashedMousePointer,
  SquareX,
} from 'lucide-react';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { type BrushStore, type BrushTool, isClickTool, isObjectTool } from '../../brush/create-brush-store.ts';
import { useBrushKeys } from '../brush/brush-keys.ts';
import { SizeSlider } from '../brush/size-slider.tsx';
import type { ImageDocument } from '../../document/image-document.ts';
import type { RenderingState } from '../../rendering/create-rendering.ts';
import type { DocumentState, MatteEdits } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import type { ReadonlyStore } from '../../model/readonly-store.ts';
import { StateSlider } from '../state-slider.tsx';
import { tileLook } from './tile-look.ts';

export interface RefinePanelProps {
  document: ImageDocument;
  brush: BrushStore;
  rendering: ReadonlyStore<Pick<RenderingState, 'isRefining'>>;
  /** True when the segmenter can be asked for objects. */
  findsObjects: boolean;
}

/** Panel with the settings of the brush and of the whole edge. The brush's keys work while it is open. */
export function RefinePanel({ document: { history }, brush, rendering, findsObjects }: RefinePanelProps) {
  const { t } = useTranslation('editor');
  const tool = useStore(brush, (state) => state.tool);
  useBrushKeys(brush);
  return (
    <section aria-label={t('refine.title')} className="flex flex-col gap-5">
      <div className="flex flex-col gap-4">
        <ToolTiles brush={brush} chosen={tool} findsObjects={findsObjects} />
        <p className="min-h-10 text-13 text-soft" aria-live="polite">
          {t(`refine.hint.${tool}`)}
        </p>
        {!isClickTool(tool) && <BrushSettings brush={brush} />}
      </div>
      <EdgeSettings history={history} />
      <Progress rendering={rendering} />
    </section>
  );
}

/** Status that is shown while the visible cutout does not contain the latest edits yet. */
function Progress({ rendering }: Pick<RefinePanelProps, 'rendering'>) {
  const { t } = useTranslation('editor');
  const isRefining = useStore(rendering, (state) => state.isRefining);
  return (
    <p role="status" className="flex min-h-5 items-center gap-2 text-13 text-soft">
      {isRefining && (
        <>
          <Spinner />
          {t('refine.busy')}
        </>
      )}
    </p>
  );
}

/** Tools in display order: each row of the grid holds a tool and its opposite. */
const tools = [
  ['add-object', SquareDashedMousePointer],
  ['remove-object', SquareX],
  ['restore', BrushIcon],
  ['erase', Eraser],
  ['keep', CirclePlus],
  ['drop', CircleMinus],
  ['open', CircleDashed],
  ['fill', CircleDot],
] as const;

interface ToolTilesProps extends Pick<RefinePanelProps, 'brush' | 'findsObjects'> {
  chosen: BrushTool;
}

function ToolTiles({ brush, chosen, findsObjects }: ToolTilesProps) {
  const { t } = useTranslation('editor');
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('refine.tools')} className="grid grid-cols-2 gap-2">
      {tools
        .filter(([tool]) => findsObjects || !isObjectTool(tool))
        .map(([tool, Icon]) => (
          <label key={tool} className={tileLook}>
            <input
              type="radio"
              name={name}
              checked={chosen === tool}
              onChange={() => brush.set({ tool })}
              className="sr-only"
            />
            <Icon aria-hidden className="size-4" />
            <span className="min-w-0 py-1 leading-4 hyphens-auto">{t(`refine.tool.${tool}`)}</span>
          </label>
        ))}
    </div>
  );
}

function BrushSettings({ brush }: { brush: BrushStore }) {
  const { t, i18n } = useTranslation('editor');
  const followsEdges = useStore(brush, (state) => state.followsEdges);
  const locale = i18n.language as Locale;
  const percent = (value: number) => formatPercent(locale, value / 100);
  return (
    <>
      <SizeSlider brush={brush} />
      <BrushSlider brush={brush} field="hardness" label={t('refine.hardness')} formatValue={percent} />
      <BrushSlider brush={brush} field="opacity" label={t('refine.opacity')} min={1} formatValue={percent} />
      <Switch
        checked={followsEdges}
        onCheckedChange={(next) => brush.set({ followsEdges: next })}
        description={t('refine.followHint')}
      >
        {t('refine.follow')}
      </Switch>
    </>
  );
}

interface BrushSliderProps extends SliderProps {
  brush: BrushStore;
  field: 'hardness' | 'opacity';
}

function BrushSlider({ brush, field, ...props }: BrushSliderProps) {
  const value = useStore(brush, (state) => state[field]);
  return <Slider {...props} value={value} onValueChange={(next) => brush.set({ [field]: next })} />;
}

type EdgeField = Exclude<keyof MatteEdits, 'edits'>;

const { edits: _, ...plainEdge } = initialState.matte;

const edgeFields = [
  { field: 'shift', min: -200, max: 200, unit: 'signed' },
  { field: 'feather', min: 0, max: 500, unit: 'tenths' },
  { field: 'contrast', min: 0, max: 100, unit: 'percent' },
  { field: 'solidify', min: 0, max: 100, unit: 'percent' },
  { field: 'decontaminate', min: 0, max: 100, unit: 'percent' },
] as const satisfies readonly { field: EdgeField; min: number; max: number; unit: 'signed' | 'tenths' | 'percent' }[];

interface HistoryProps {
  history: ImageDocument['history'];
}

function EdgeSettings({ history }: HistoryProps) {
  const { t, i18n } = useTranslation('editor');
  const locale = i18n.language as Locale;
  const heading = useId();
  const words = {
    signed: (value: number) => (value > 0 ? `+${words.tenths(value)}` : words.tenths(value)),
    tenths: (value: number) => t('refine.pixels', { value: formatNumber(locale, value / 10) }),
    percent: (value: number) => formatPercent(locale, value / 100),
  };
  return (
    <div role="group" aria-labelledby={heading} className="flex flex-col gap-4 border-t border-line pt-4">
      <div className="flex min-h-8 items-center justify-between">
        <h3 id={heading} className="text-14 font-medium">
          {t('refine.edge')}
        </h3>
        <ResetButton history={history} />
      </div>
      {edgeFields.map(({ field, min, max, unit }) => (
        <Fragment key={field}>
          <StateSlider
            label={t(`refine.${field}`)}
            history={history}
            stepName={field}
            min={min}
            max={max}
            formatValue={words[unit]}
            read={({ matte }) => matte[field]}
            write={(state, value) => withEdge(state, { [field]: value })}
          />
          {field === 'solidify' && <p className="-mt-2 text-13 text-soft">{t('refine.solidifyHint')}</p>}
        </Fragment>
      ))}
    </div>
  );
}

function ResetButton({ history }: HistoryProps) {
  const { t } = useTranslation('editor');
  const isChanged = useStore(history, ({ state: { matte } }) =>
    edgeFields.some(({ field }) => matte[field] !== plainEdge[field]),
  );
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-disabled={!isChanged}
      // A button that becomes `disabled` loses the focus, so `aria-disabled` is used instead.
      onClick={() => isChanged && history.commit('edge', withEdge(history.getState().state, plainEdge))}
      className="-me-2.5 aria-disabled:text-faint aria-disabled:hover:bg-transparent pointer-coarse:h-11"
    >
      <RotateCcw aria-hidden />
      {t('refine.resetEdge')}
    </Button>
  );
}

function withEdge(state: DocumentState, edge: Partial<MatteEdits>): DocumentState {
  return { ...state, matte: { ...state.matte, ...edge } };
}

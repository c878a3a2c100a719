import { formatNumber, formatPercent, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { Slider } from '@isola/ui/slider';
import { Spinner } from '@isola/ui/spinner';
import { Switch } from '@isola/ui/switch';
import { Brush as BrushIcon, CircleDashed, CircleDot, CircleMinus, CirclePlus, Eraser, RotateCcw } from 'lucide-react';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { type Brush, type BrushStore, isSeedClick, minSizePx, maxSizePx } from '../../brush/create-brush-store.ts';
import { useBrushKeys } from '../brush/brush-keys.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import type { MatteEdits } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { useDocumentState } from '../use-recipe.ts';

export interface RefinePanelProps {
  document: ImageDocument;
  brush: BrushStore;
  /** The shown result does not have everything yet. */
  busy: boolean;
}

/** What the hand holds on the picture, and how the whole edge is treated. While it is open, the brush's keys work. */
export function RefinePanel({ document, brush, busy }: RefinePanelProps) {
  const { t } = useTranslation('editor');
  const current = useStore(brush);
  useBrushKeys(brush);
  return (
    <section aria-label={t('refine.title')} className="flex flex-col gap-5">
      <div className="flex flex-col gap-4">
        <ToolTiles brush={brush} current={current} />
        <p className="min-h-10 text-13 text-soft" aria-live="polite">
          {t(`refine.hint.${current.tool}`)}
        </p>
        {!isSeedClick(current.tool) && <BrushSettings brush={brush} current={current} />}
      </div>
      <EdgeSettings document={document} />
      <p role="status" className="flex min-h-5 items-center gap-2 text-13 text-soft">
        {busy && (
          <>
            <Spinner />
            {t('refine.busy')}
          </>
        )}
      </p>
    </section>
  );
}

/** In pairs, each with its opposite. */
const tools = [
  ['restore', BrushIcon],
  ['erase', Eraser],
  ['keep', CirclePlus],
  ['drop', CircleMinus],
  ['open', CircleDashed],
  ['fill', CircleDot],
] as const;

function ToolTiles({ brush, current }: { brush: BrushStore; current: Brush }) {
  const { t } = useTranslation('editor');
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('refine.tools')} className="grid grid-cols-2 gap-2">
      {tools.map(([tool, Icon]) => (
        <label
          key={tool}
          className="flex min-h-10 cursor-pointer items-center gap-2 rounded-sm border border-line bg-sheet px-2.5 text-13 font-medium text-soft transition-colors duration-fast hover:border-line-strong hover:text-ink has-checked:border-accent-line has-checked:bg-accent-wash has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:border-[Highlight] pointer-coarse:h-11"
        >
          <input
            type="radio"
            name={name}
            checked={current.tool === tool}
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

function BrushSettings({ brush, current }: { brush: BrushStore; current: Brush }) {
  const { t, i18n } = useTranslation('editor');
  const locale = i18n.language as Locale;
  const percent = (value: number) => formatPercent(locale, value / 100);
  return (
    <>
      <Slider
        label={t('refine.size')}
        value={placeOfSize(current.sizePx)}
        formatValue={() => t('refine.pixels', { value: formatNumber(locale, current.sizePx) })}
        onValueChange={(place) => brush.set({ sizePx: sizeAt(place) })}
      />
      <Slider
        label={t('refine.hardness')}
        value={current.hardness}
        formatValue={percent}
        onValueChange={(hardness) => brush.set({ hardness })}
      />
      <Slider
        label={t('refine.opacity')}
        min={1}
        value={current.opacity}
        formatValue={percent}
        onValueChange={(opacity) => brush.set({ opacity })}
      />
      <Switch
        checked={current.followsEdges}
        onCheckedChange={(followsEdges) => brush.set({ followsEdges })}
        description={t('refine.followHint')}
      >
        {t('refine.follow')}
      </Switch>
    </>
  );
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

function EdgeSettings({ document: { history }, document }: { document: ImageDocument }) {
  const { t, i18n } = useTranslation('editor');
  const { state: recipe } = useDocumentState(document);
  const locale = i18n.language as Locale;
  const heading = useId();
  const isChanged = edgeFields.some(({ field }) => recipe.matte[field] !== plainEdge[field]);
  const withEdge = (edge: Partial<MatteEdits>) => ({ ...recipe, matte: { ...recipe.matte, ...edge } });
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
        <Button
          variant="ghost"
          size="sm"
          aria-disabled={!isChanged}
          // Not `disabled`: that would throw the keyboard's place away.
          onClick={() => isChanged && history.commit('edge', withEdge(plainEdge))}
          className="-me-2.5 aria-disabled:text-faint aria-disabled:hover:bg-transparent pointer-coarse:h-11"
        >
          <RotateCcw aria-hidden />
          {t('refine.resetEdge')}
        </Button>
      </div>
      {edgeFields.map(({ field, min, max, unit }) => (
        <Fragment key={field}>
          <Slider
            label={t(`refine.${field}`)}
            min={min}
            max={max}
            value={recipe.matte[field]}
            formatValue={words[unit]}
            onValueChange={(value) => history.preview(withEdge({ [field]: value }))}
            onValueCommit={(value) => history.commit(field, withEdge({ [field]: value }))}
          />
          {field === 'solidify' && <p className="-mt-2 text-13 text-soft">{t('refine.solidifyHint')}</p>}
        </Fragment>
      ))}
    </div>
  );
}

/** The rail is a hundred places long, and each makes the brush larger by the same share: small ones are set finely. */
function sizeAt(place: number): number {
  return Math.round(minSizePx * (maxSizePx / minSizePx) ** (place / 100));
}

function placeOfSize(sizePx: number): number {
  return Math.round((100 * Math.log(sizePx / minSizePx)) / Math.log(maxSizePx / minSizePx));
}

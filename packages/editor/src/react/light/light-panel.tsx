import { Button } from '@isola/ui/button';
import { Slider } from '@isola/ui/slider';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { backgroundDefinition } from '../../backgrounds/define-background.ts';
import type { Editor } from '../../editor.ts';
import type { Light } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { useDocumentState } from '../use-recipe.ts';

type Step = 'contact' | 'drop-shadow' | 'match' | 'wrap';

/** Sets how the subject sits in its new light: what it throws on the background, and what it takes from it. */
export function LightPanel({ editor: { document, registries } }: { editor: Pick<Editor, 'document' | 'registries'> }) {
  const { t, i18n } = useTranslation('editor');
  const { state: recipe } = useDocumentState(document);
  const { light, background } = recipe;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const hasBackground = !backgroundDefinition(registries.backgrounds, background).isTransparent;
  const slide = (step: Step, changed: (value: number) => Partial<Light>) => ({
    onValueChange: (value: number) => document.history.preview({ ...recipe, light: { ...light, ...changed(value) } }),
    onValueCommit: (value: number) =>
      document.history.commit(step, { ...recipe, light: { ...light, ...changed(value) } }),
  });
  const slideDrop = (changed: (value: number) => Partial<Light['drop']>) =>
    slide('drop-shadow', (value) => ({ drop: { ...light.drop, ...changed(value) } }));
  const inPercent = { formatValue: (value: number) => percent.format(value / 100) };
  const isChanged = JSON.stringify(light) !== JSON.stringify(initialState.light);
  return (
    <section aria-label={t('tools.light.title')} className="flex flex-col gap-4">
      <Slider
        label={t('light.contact')}
        value={light.contact}
        {...inPercent}
        {...slide('contact', (contact) => ({ contact }))}
      />
      <Slider
        label={t('light.drop')}
        value={light.drop.strength}
        {...inPercent}
        {...slideDrop((strength) => ({ strength }))}
      />
      {light.drop.strength > 0 && (
        <div role="group" aria-label={t('light.drop')} className="flex flex-col gap-4 border-s border-line ps-4">
          <Slider
            label={t('light.angle')}
            min={-180}
            max={180}
            step={5}
            value={light.drop.angleDeg}
            formatValue={(value) => `${value}°`}
            {...slideDrop((angleDeg) => ({ angleDeg }))}
          />
          <Slider
            label={t('light.distance')}
            value={light.drop.distance}
            {...inPercent}
            {...slideDrop((distance) => ({ distance }))}
          />
          <Slider
            label={t('light.softness')}
            value={light.drop.softness}
            {...inPercent}
            {...slideDrop((softness) => ({ softness }))}
          />
        </div>
      )}
      <div className="flex flex-col gap-4 border-t border-line pt-4">
        {!hasBackground && <p className="text-13 text-soft">{t('light.needsBackground')}</p>}
        <Slider
          label={t('light.match')}
          value={light.match}
          disabled={!hasBackground}
          {...inPercent}
          {...slide('match', (match) => ({ match }))}
        />
        <Slider
          label={t('light.wrap')}
          value={light.wrap}
          disabled={!hasBackground}
          {...inPercent}
          {...slide('wrap', (wrap) => ({ wrap }))}
        />
      </div>
      <Button
        // Not `disabled`: that would throw the keyboard's place away as it is pressed.
        aria-disabled={!isChanged}
        onClick={() => isChanged && document.history.commit('light', { ...recipe, light: initialState.light })}
        className="self-start aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
      >
        <RotateCcw aria-hidden />
        {t('light.reset')}
      </Button>
    </section>
  );
}

import { Field } from '@isola/ui/field';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Textarea } from '@isola/ui/textarea';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { ImageDocument } from '../../document/image-document.ts';
import { withLayer } from '../../document/layers.ts';
import { beforeSaving } from '../../persistence/before-saving.ts';
import { maxTextLength, type TextLayer } from '../../schema/document-state.ts';
import { ColorTiles } from '../color-tiles.tsx';

export interface TextSettingsProps {
  history: ImageDocument['history'];
  layer: TextLayer;
  /** True for a text that was just added: its field takes the focus, and its words are selected. */
  isTyped: boolean;
  onTyped: () => void;
}

/** Settings that only a text has: its words, font, weight and colour. */
export function TextSettings({ history, layer, isTyped, onTyped }: TextSettingsProps) {
  const { t } = useTranslation('editor');
  const stateWith = (changed: Partial<Pick<TextLayer, 'text' | 'font' | 'weight' | 'color'>>) =>
    withLayer(history.getState().state, layer.id, (own) => (own.kind === 'text' ? { ...own, ...changed } : own));
  const change = (changed: Parameters<typeof stateWith>[0]) => history.commit('edit-layer', stateWith(changed));
  const settle = () => {
    const { state, isPreview } = history.getState();
    if (isPreview) history.commit('edit-layer', state);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (!isTyped) return;
    field.current?.focus();
    field.current?.select();
    onTyped();
  });
  useEffect(() => takeFocus(), []);
  const settleAtEnd = useEffectEvent(settle);
  // Typing is one step. It also ends when the field disappears with the focus in it, or the page may be left.
  useEffect(() => {
    const stop = beforeSaving(settleAtEnd);
    return () => {
      stop();
      settleAtEnd();
    };
  }, []);
  return (
    <>
      <Field label={t('layers.text')} hint={t('layers.textHint')}>
        <Textarea
          ref={field}
          rows={2}
          maxRows={6}
          value={layer.text}
          maxLength={maxTextLength}
          onValueChange={(text) => history.preview(stateWith({ text }))}
          onBlur={settle}
        />
      </Field>
      <SegmentedControl
        label={t('layers.font')}
        value={layer.font}
        onValueChange={(font) => change({ font })}
        segments={[
          { value: 'sans', label: t('layers.sans') },
          { value: 'serif', label: t('layers.serif') },
        ]}
        className="flex pointer-coarse:*:h-11"
      />
      <SegmentedControl
        label={t('layers.weight')}
        value={`${layer.weight}`}
        onValueChange={(weight) => change({ weight: Number(weight) })}
        segments={[
          { value: '400', label: t('layers.regular') },
          { value: '500', label: t('layers.medium') },
          { value: '700', label: t('layers.bold') },
        ]}
        className="flex pointer-coarse:*:h-11"
      />
      <ColorTiles
        label={t('layers.color')}
        chosen={layer.color}
        onPreview={(color) => history.preview(stateWith({ color }))}
        onChoose={(color) => change({ color })}
      />
    </>
  );
}

import { builtInRegistries } from '@isola/editor';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import { type PatternFailure, readNamePattern } from '../../naming/name-pattern.ts';
import { nameResults } from '../../naming/name-results.ts';
import { useBatch, useBatchState } from '../batch-context.tsx';

/** Number of names in the preview. */
const previewCount = 3;

/** Field for the pattern of the results' names, with a preview of the first names. */
export function NamePatternField() {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const current = useBatchState(({ preset }) => preset.namePattern);
  const [draft, setDraft] = useState<{ readonly over: string; readonly text: string }>();
  // A draft for an earlier pattern is dropped when the pattern changes elsewhere.
  const text = draft?.over === current ? draft.text : current;
  const read = readNamePattern(text);
  const commit = () => {
    if (read.outcome === 'refused' || text === current) return;
    setDraft(undefined);
    batch.setPreset({ ...batch.getState().preset, namePattern: text });
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('name.label')}
        hint={t('name.hint')}
        error={read.outcome === 'refused' ? errorOf(read.failure, t) : undefined}
      >
        <Input
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={120}
          onValueChange={(next) => setDraft({ over: current, text: next })}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
          className="font-mono pointer-coarse:h-11"
        />
      </Field>
      {read.outcome === 'read' && <Names pattern={read.pattern} />}
    </div>
  );
}

function Names({ pattern }: { pattern: Parameters<typeof nameResults>[0] }) {
  const { t } = useTranslation(['batch', 'tool']);
  const names = useBatchState(useShallow(({ items }) => items.slice(0, previewCount).map(({ name }) => name)));
  const format = useBatchState(({ preset }) => preset.preset.state.export.format);
  const { ending = 'png' } = builtInRegistries.formats.find(({ id }) => id === format) ?? {};
  const results = nameResults(
    pattern,
    names.map((name) => ({ name, ending })),
    { fallback: t('tool:photo.fileName') },
  );
  return (
    <ul aria-label={t('name.preview')} data-slot="name-preview" className="font-mono text-12 text-soft">
      {results.map((name) => (
        <li key={name} className="truncate" title={name}>
          {name}
        </li>
      ))}
    </ul>
  );
}

function errorOf(failure: PatternFailure, t: ReturnType<typeof useTranslation<'batch'>>['t']): string {
  switch (failure.code) {
    case 'empty':
      return t('name.empty');
    case 'unknown-placeholder':
      return t('name.unknown', { placeholder: failure.placeholder });
    default:
      return failure satisfies never;
  }
}

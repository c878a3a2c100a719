import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { cn } from '@isola/ui/cn';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { maxWordsCharacters, type WordsStore } from '../../words/create-words-store.ts';

export interface WordsFormProps {
  store: WordsStore;
  words: string;
  onWordsChange: (words: string) => void;
  onStart: (words: string) => void;
  layout: 'panel' | 'bar';
  /** True while making backgrounds is the main action. */
  isAccent: boolean;
}

const examples = ['wood', 'stone', 'beach', 'neon'] as const;
/** Number of recently used descriptions that are shown. */
const maxShown = 3;

/**
 * Field to describe a background. Enter makes four backgrounds. Below it are examples, or the descriptions used last.
 */
export function WordsForm({ store, words, onWordsChange, onStart, layout, isAccent }: WordsFormProps) {
  const { t } = useTranslation(['editor', 'messages', 'common']);
  const { making, made, failure, remembered } = useStore(store);
  const form = useRef<HTMLFormElement>(null);
  /** Moves the focus of the keyboard to the words, because the pressed button disappears. */
  const keepFocus = () => {
    if (form.current?.querySelector('button:focus-visible')) form.current.querySelector('input')?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keepFocus();
    onStart(words);
  };
  const error =
    failure?.code === 'words-missing'
      ? `${t('messages:prompt.missing.title')} ${t('messages:prompt.missing.text')}`
      : failure?.code === 'words-too-long'
        ? t('words.failure.words-too-long', { max: maxWordsCharacters })
        : undefined;
  const isWide = layout === 'bar';
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-2">
      <Field label={t('words.label')} error={error}>
        <div className={cn('flex gap-2', !isWide && 'flex-col')}>
          <Input
            value={words}
            onValueChange={onWordsChange}
            placeholder={t('words.example.wood')}
            enterKeyHint="go"
            autoComplete="off"
            className={cn('min-w-0 pointer-coarse:h-11', isWide && 'flex-1')}
          />
          {/* With different keys these are two elements. One would become the submit button during a press on Cancel. */}
          {making ? (
            <Button
              key="cancel"
              type="button"
              onClick={() => {
                keepFocus();
                store.cancel();
              }}
              className="pointer-coarse:h-11"
            >
              {t('words.cancel')}
            </Button>
          ) : (
            <Button
              key="make"
              type="submit"
              variant={isAccent ? 'primary' : 'secondary'}
              className="pointer-coarse:h-11"
            >
              {t('words.make')}
            </Button>
          )}
        </div>
      </Field>
      <div
        className={cn(
          'flex gap-x-3',
          isWide ? 'items-center sm:flex-wrap' : 'flex-col gap-y-1',
          isWide && made && 'max-sm:hidden',
        )}
      >
        <p className={cn('text-12 text-faint', isWide && 'w-full max-sm:sr-only')}>
          {t(remembered.length > 0 ? 'words.recent' : 'words.examples')}
        </p>
        <ul
          className={cn(
            'flex min-w-0',
            isWide ? 'flex-1 gap-x-4 max-sm:overflow-x-auto max-sm:px-1.5 sm:flex-wrap' : 'flex-col',
          )}
        >
          {(remembered.length > 0
            ? remembered.slice(0, maxShown)
            : shownExamples(isWide).map((id) => t(`words.example.${id}`))
          ).map((each) => (
            <li key={each} className={cn('min-w-0', isWide && 'max-w-64 flex-none')}>
              <button
                type="button"
                onClick={() => onStart(each)}
                className="-mx-1.5 block max-w-[calc(100%+--spacing(3))] truncate rounded-sm px-1.5 py-1 text-start text-13 text-soft hover:bg-hover hover:text-ink pointer-coarse:py-2.5"
              >
                {each}
              </button>
            </li>
          ))}
        </ul>
        {remembered.length > 0 && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            onClick={() => {
              keepFocus();
              store.forget();
            }}
            className="-my-1.5 -ms-2 text-12"
          >
            {t('words.forget')}
          </Button>
        )}
      </div>
    </form>
  );
}

function shownExamples(isWide: boolean) {
  return isWide ? examples.slice(0, 3) : examples;
}

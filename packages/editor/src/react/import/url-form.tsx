import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { FetchImage } from '../../import/fetch-image.ts';
import { useUrlFailureWords } from './use-url-failure-words.ts';
import { useImageUrl } from './use-image-url.ts';

export interface UrlFormProps {
  fetchImage: FetchImage;
  onImage: (image: File) => void;
  onClose: () => void;
}

/** Form that fetches the image at a URL. */
export function UrlForm({ fetchImage, onImage, onClose }: UrlFormProps) {
  const { t } = useTranslation('tool');
  const { address, fetchFrom, cancel } = useImageUrl(fetchImage, onImage);
  const failureWords = useUrlFailureWords();
  const controlId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const isFetching = address.state === 'fetching';

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('address');
    if (typeof text === 'string') fetchFrom(text);
  };
  const close = () => {
    cancel();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  return (
    // The form validates the URL itself, because the browser's validation would require `https://`.
    <form noValidate onSubmit={send} className="w-full text-start">
      <Field
        label={t('address.label')}
        hint={t('address.hint')}
        controlId={controlId}
        error={address.state === 'failed' ? failureWords(address.error) : undefined}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            name="address"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            ref={input}
            onKeyDown={onKeyDown}
            readOnly={isFetching}
            className="min-w-0 flex-[1_1_12rem] pointer-coarse:h-11"
          />
          <span className="flex gap-2 max-sm:w-full">
            <Button type="submit" loading={isFetching} className="max-sm:flex-1 pointer-coarse:h-11">
              {t('address.fetch')}
            </Button>
            <Button variant="ghost" onClick={close} className="max-sm:flex-1 pointer-coarse:h-11">
              {t('cancel')}
            </Button>
          </span>
        </div>
      </Field>
      <p role="status" className="mt-1.5 text-13 text-soft empty:hidden">
        {isFetching && t('address.busy', { host: address.host })}
      </p>
    </form>
  );
}

import { loadBundle, type Namespace } from '@isola/i18n';
import type { i18n as I18n } from 'i18next';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FailureBannerProps } from './worded-failure.tsx';

type Words = { readonly state: 'loading' | 'failed' } | Ready;

interface Ready {
  readonly state: 'ready';
  readonly Worded: ComponentType<FailureBannerProps>;
  readonly language: string;
}

let loaded: Ready | undefined;

/**
 * Loads the component that describes failures and its texts. Called in advance, because a lost connection would prevent
 * the loading.
 * @throws when they cannot be loaded.
 * @example await loadFailureWords(i18n);
 */
export const loadFailureWords = (i18n: I18n) =>
  Promise.all([import('./worded-failure.tsx'), loadBundle(i18n, 'errors')]);

/**
 * Banner that describes a failure in the user's language. Few pages ever show one, so its code and texts are loaded
 * with the first failure. If they do not load, a general message is shown.
 */
export function FailureBanner(props: FailureBannerProps) {
  const { t, i18n } = useTranslation('tool');
  const { language } = i18n;
  const [words, setWords] = useState<Words>(loaded ?? { state: 'loading' });
  const more = moreWordsOf(props);
  // An earlier failure may have loaded fewer namespaces.
  const isReady =
    words.state === 'ready' && words.language === language && (!more || i18n.hasResourceBundle(language, more));
  useEffect(() => {
    if (isReady) return undefined;
    let isShown = true;
    Promise.all([loadFailureWords(i18n), more && loadBundle(i18n, more)]).then(
      ([[{ WordedFailure }]]) => {
        loaded = { state: 'ready', Worded: WordedFailure, language };
        if (isShown) setWords(loaded);
      },
      () => isShown && setWords({ state: 'failed' }),
    );
    return () => {
      isShown = false;
    };
  }, [i18n, language, isReady, more]);
  switch (words.state) {
    case 'loading':
      return null;
    case 'ready':
      return isReady ? <words.Worded {...props} /> : null;
    case 'failed':
      return (
        <div
          role="alert"
          data-code={props.failure.code}
          className="flex items-center gap-3 rounded-md border border-danger-line bg-danger-wash px-4 py-3 text-14"
        >
          <p className="min-w-0 flex-1">{t('failure.unworded')}</p>
          {props.actions}
        </div>
      );
    default:
      return words satisfies never;
  }
}

/** Returns the namespace that a failure needs in addition to `errors`, if any. */
function moreWordsOf({ failure, of }: FailureBannerProps): Namespace | undefined {
  // The texts about projects are in the editor's namespace.
  if (failure.code === 'project-not-opened') return 'editor';
  return of === 'background' ? 'messages' : undefined;
}

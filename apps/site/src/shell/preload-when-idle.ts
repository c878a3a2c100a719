import { loadFailureWords } from '@isola/editor/react';

import { warmUp } from '#tool/site-segmenter.ts';

import type { SiteRouter } from '../router.tsx';
import { sparesData } from './connection.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Fetches what a visitor is likely to need next, once, when the browser has nothing to do: the pages for one photo, for
 * many, and for the API, and the model. Where data is dear nothing comes before somebody reaches for the tool.
 */
export function preloadWhenIdle(router: SiteRouter): void {
  if (sparesData()) return;
  whenIdle(() => {
    const { locale } = router.state.matches.at(-1)?.params ?? {};
    for (const to of ['/{-$locale}/single', '/{-$locale}/batch', '/{-$locale}/api'] as const) {
      void router.preloadRoute({ to, params: { locale } });
    }
    // A photo that comes without a network is looked at all the same, and a failure of the network finds its words here.
    void import('@isola/editor/import');
    void loadFailureWords();
    void router.options.context.i18n.loadNamespaces('errors');
    warmUp();
  });
}

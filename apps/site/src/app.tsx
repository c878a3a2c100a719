import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';

import type { SiteRouter } from './router.tsx';

export interface AppProps {
  router: SiteRouter;
  /** Called when the page answers to what is done on it. */
  onReady?: () => void;
}

/** The whole application, the same on the server that prerenders it and in the browser. */
export function App({ router, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <I18nextProvider i18n={router.options.context.i18n}>
        <RouterProvider router={router} />
      </I18nextProvider>
    </StrictMode>
  );
}

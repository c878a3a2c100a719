import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';

import { SiteEditorHost } from '#tool/site-editor-host.tsx';

import type { SiteRouter } from './router.tsx';

/** The whole application; the same component is prerendered by the build and runs in the browser. */
export function App({ router }: { router: SiteRouter }) {
  return (
    <StrictMode>
      <I18nextProvider i18n={router.options.context.i18n}>
        <SiteEditorHost>
          <RouterProvider router={router} />
        </SiteEditorHost>
      </I18nextProvider>
    </StrictMode>
  );
}

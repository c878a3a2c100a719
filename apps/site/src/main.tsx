import './app.css';

import { createI18n, splitLocale } from '@isola/i18n';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

import { createSiteRouter } from './router.tsx';
import { warmUpWhenIdle } from './tool/site-removal.ts';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');

const i18n = await createI18n(splitLocale(location.pathname).locale);
createRoot(place).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={createSiteRouter(i18n)} />
    </I18nextProvider>
  </StrictMode>,
);
warmUpWhenIdle();

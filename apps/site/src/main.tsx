import './app.css';

import { createI18n, localisedPath, resolveLocale, splitLocale } from '@isola/i18n';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

import { createSiteRouter } from './router.tsx';
import { readLanguage } from './shell/language-preference.ts';
import { warmUpWhenIdle } from './tool/site-removal.ts';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');

// An address without a language belongs to whoever chose one before; it is put right before anything is drawn.
const locale = resolveLocale({ prefix: location.pathname.split('/')[1], saved: readLanguage() });
const { locale: addressed, path } = splitLocale(location.pathname);
if (locale !== addressed) history.replaceState(null, '', localisedPath(path, locale) + location.search + location.hash);

const i18n = await createI18n(locale);
createRoot(place).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={createSiteRouter(i18n)} />
    </I18nextProvider>
  </StrictMode>,
);
warmUpWhenIdle();

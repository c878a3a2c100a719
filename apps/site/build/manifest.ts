import { languageTag, type Locale, localisedPath } from '../../../packages/i18n/src/locales.ts';
import { sharedField } from '../src/service-worker/shared-picture.ts';
import { words } from './words.ts';

/** `--color-paper` of the light theme, in sRGB: systems draw it before there is a page. */
const paper = '#fbfaf7';

/** Returns the path of a language's manifest. */
export function manifestPath(locale: Locale): string {
  return localisedPath('/manifest.webmanifest', locale);
}

/**
 * Returns the manifest with which a system installs the site as an app. Each language has its own, so that the app opens and shares
 * in that language.
 * @see https://www.w3.org/TR/appmanifest/
 */
export function manifestOf(locale: Locale): string {
  const tool = localisedPath('/single', locale);
  const brand = words(locale, 'common', 'brand');
  return JSON.stringify({
    // The same app, whichever language it was installed in.
    id: '/',
    name: brand,
    short_name: brand,
    description: words(locale, 'descriptions', 'single'),
    lang: languageTag(locale),
    start_url: tool,
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    categories: ['photo', 'graphics', 'utilities'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // An app that is open keeps what lies on its table until the new photo is looked at.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    file_handlers: [
      {
        action: tool,
        accept: {
          'image/jpeg': ['.jpg', '.jpeg'],
          'image/png': ['.png'],
          'image/webp': ['.webp'],
          'application/x-isola': ['.isola'],
        },
      },
    ],
    share_target: {
      action: tool,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: sharedField, accept: ['image/jpeg', 'image/png', 'image/webp'] }] },
    },
  });
}

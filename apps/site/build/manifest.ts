import { languageTag, type Locale, localisedPath } from '../../../packages/i18n/src/locales.ts';
import { sharedField } from '../src/service-worker/shared-images.ts';
import { type PageId, pageOf } from '../src/shell/pages.ts';
import { words } from './words.ts';

/** `--color-paper` of the light theme, in sRGB. Systems fill the app's window with it until the page is drawn. */
const paper = '#fbfaf7';

/** Pages that the menu of the app’s icon opens, besides the tool for single images. */
const shortcuts = ['batch', 'idPhoto', 'productPhoto'] as const satisfies readonly PageId[];

/** Screenshots that systems show before they install the app. `npm run screenshot` makes them. */
export const screenshots = [
  { src: '/share/app-wide.jpg', widthPx: 1280, heightPx: 800, form: 'wide' },
  { src: '/share/app-narrow.jpg', widthPx: 780, heightPx: 1560, form: 'narrow' },
] as const;

/** Returns the path of a language's manifest. */
export function manifestPath(locale: Locale): string {
  return localisedPath('/manifest.webmanifest', locale);
}

/**
 * Returns the web app manifest with which a system installs the site as an app. Each language has its own manifest, so
 * that an installed app opens, and receives shared files, in that language.
 * @see https://www.w3.org/TR/appmanifest/
 */
export function manifestOf(locale: Locale): string {
  const tool = localisedPath('/single', locale);
  const brand = words(locale, 'common', 'brand');
  return JSON.stringify({
    // All languages have the same id: systems treat them as one app.
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
    screenshots: screenshots.map(({ src, widthPx, heightPx, form }) => ({
      src,
      sizes: `${widthPx}x${heightPx}`,
      type: 'image/jpeg',
      form_factor: form,
      label: words(locale, 'pages', 'single.title'),
    })),
    shortcuts: shortcuts.map((id) => ({
      name: words(locale, 'pages', `${id}.nav`),
      url: localisedPath(pageOf(id).path, locale),
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
    // An open app receives the files instead of navigating, so that its open image stays until the new one is decoded.
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

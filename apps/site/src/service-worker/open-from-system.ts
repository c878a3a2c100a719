import { areSeveralImages } from '@isola/editor/react';
import { localisedPath, splitLocale } from '@isola/i18n';
import type { i18n } from 'i18next';

import { putForBatch } from '#tool/files-for-batch.ts';
import { siteSession } from '#tool/site-session.ts';

import type { SiteRouter } from '../router.tsx';
import { showMessage } from '../shell/show-message.ts';
import { takeShared } from './shared-images.ts';

const toolPath = '/single';
const batchPath = '/batch';

/** Opens the images that another app has shared. */
export async function openShared(router: SiteRouter): Promise<void> {
  // The mark is removed from the URL, so that a reload does not ask for the images again.
  await router.navigate({ href: location.pathname, replace: true });
  const files = await takeShared().catch(() => []);
  if (files.length > 0) await openFiles(router, files);
  else await sayCannotOpen(router.options.context.i18n);
}

/** Opens files that were opened with the installed app. */
export async function openLaunched(router: SiteRouter, handles: readonly FileSystemFileHandle[]): Promise<void> {
  const missing: string[] = [];
  const files = await Promise.all(
    handles.map((handle) =>
      handle.getFile().catch(() => {
        // The file was moved or deleted after it was chosen.
        missing.push(handle.name);
        return [];
      }),
    ),
  );
  const found = files.flat();
  if (found.length > 0) await openFiles(router, found);
  for (const name of missing) await sayCannotOpen(router.options.context.i18n, name);
}

/** Opens one file in the tool for single images, and several images in the batch tool. */
async function openFiles(router: SiteRouter, files: readonly File[]): Promise<void> {
  const isBatch = areSeveralImages(files);
  const [first, ...others] = files;
  if (isBatch) putForBatch(files);
  else if (first && (await siteSession.start(first)) === 'overtaken') return;
  const { locale } = splitLocale(location.pathname);
  const href = localisedPath(isBatch ? batchPath : toolPath, locale);
  if (href !== location.pathname) await router.navigate({ href, viewTransition: false });
  // The tool for single images opens one project or image at a time.
  if (!isBatch) for (const { name } of others) await sayCannotOpen(router.options.context.i18n, name);
}

/**
 * Tells the visitor that an image that they shared or opened is not here, for example because there was no space for it.
 * Without the texts, which may fail to load offline, nothing can be said.
 * @param name file name of the image, where it is known.
 */
async function sayCannotOpen(texts: i18n, name?: string): Promise<void> {
  const shown = showMessage(texts, () => ({
    id: `shared ${name ?? ''}`,
    tone: 'danger',
    title: texts.t('messages:upload.failed.title'),
    description: name ?? texts.t('messages:upload.failed.text'),
  }));
  await shown.catch(() => undefined);
}

/**
 * Opens the page of a shortcut or link. An open app is only brought to the front by the system. Its own icon leads to
 * the tool, and then the page that is open stays.
 */
export async function openPage(router: SiteRouter, { origin, pathname, search, hash }: URL): Promise<void> {
  if (origin !== location.origin || splitLocale(pathname).path === toolPath) return;
  const href = pathname + search + hash;
  if (href !== location.pathname + location.search + location.hash) await router.navigate({ href });
}

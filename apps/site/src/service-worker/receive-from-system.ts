import { localisedPath, splitLocale } from '@isola/i18n';

import { siteSession } from '#tool/site-session.ts';
import type { i18n } from 'i18next';

import type { SiteRouter } from '../router.tsx';
import { showMessage } from '../shell/show-message.ts';
import { sharedMark, takeShared } from './shared-picture.ts';

interface Launch {
  readonly files: readonly FileSystemFileHandle[];
  /** Address that the app was opened with. */
  readonly targetURL?: string;
}

/**
 * Queue with which Chromium passes on files that were opened with the installed app.
 * @see https://wicg.github.io/web-app-launch/
 */
interface LaunchQueue {
  setConsumer(consume: (launch: Launch) => void): void;
}

const toolPath = '/single';

/** Opens images that the system passes on: one shared from another app, and files opened with the installed app. */
export async function receiveFromSystem(router: SiteRouter): Promise<void> {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files: [handle], targetURL }) => {
    if (handle) void openLaunched(router, handle);
    else if (targetURL) void openPage(router, new URL(targetURL));
  });
  const { pathname, search } = location;
  if (!new URLSearchParams(search).has(sharedMark)) return;
  // The mark is removed from the URL, so that a reload does not ask for the image again.
  await router.navigate({ href: pathname, replace: true });
  const picture = await takeShared().catch(() => undefined);
  if (picture) await siteSession.start(picture);
  else await sayNothingArrived(router.options.context.i18n);
}

/**
 * Tells the visitor that the image that they shared or opened is not here, for example because there was no space for
 * it. Without the texts, which may fail to load offline, nothing can be said.
 */
async function sayNothingArrived(texts: i18n): Promise<void> {
  const shown = showMessage(texts, () => ({
    id: 'shared',
    tone: 'danger',
    title: texts.t('messages:upload.failed.title'),
    description: texts.t('messages:upload.failed.text'),
  }));
  await shown.catch(() => undefined);
}

/**
 * Opens the page of a shortcut or link. An open app is only brought to the front by the system. Its own icon leads to
 * the tool, and then the page that is open stays.
 */
async function openPage(router: SiteRouter, { origin, pathname, search, hash }: URL): Promise<void> {
  if (origin !== location.origin || splitLocale(pathname).path === toolPath) return;
  const href = pathname + search + hash;
  if (href !== location.pathname + location.search + location.hash) await router.navigate({ href });
}

async function openLaunched(router: SiteRouter, handle: FileSystemFileHandle): Promise<void> {
  const { locale } = splitLocale(location.pathname);
  // The file may have been moved or deleted since it was chosen.
  const file = await handle.getFile().catch(() => undefined);
  if (!file) return sayNothingArrived(router.options.context.i18n);
  const outcome = await siteSession.start(file);
  if (outcome !== 'overtaken') await router.navigate({ href: localisedPath(toolPath, locale), viewTransition: false });
}

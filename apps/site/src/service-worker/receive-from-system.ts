import { localisedPath, splitLocale } from '@isola/i18n';

import { siteSession } from '#tool/site-session.ts';

import type { SiteRouter } from '../router.tsx';
import { sharedMark, takeShared } from './shared-picture.ts';

/** How Chromium hands over files that were opened with the installed app. @see https://wicg.github.io/web-app-launch/ */
interface LaunchQueue {
  setConsumer(consume: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

/** Takes in what the system hands over: a picture shared from another app, and files opened with this one. */
export async function receiveFromSystem(router: SiteRouter): Promise<void> {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files: [handle] }) => {
    if (handle) void openLaunched(router, handle);
  });
  const { pathname, search } = location;
  if (!new URLSearchParams(search).has(sharedMark)) return;
  // A reload must not ask for it again.
  await router.navigate({ href: pathname, replace: true });
  const picture = await takeShared();
  if (picture) await siteSession.start(picture);
}

async function openLaunched(router: SiteRouter, handle: FileSystemFileHandle): Promise<void> {
  const { locale } = splitLocale(location.pathname);
  const outcome = await siteSession.start(await handle.getFile());
  if (outcome !== 'overtaken') await router.navigate({ href: localisedPath('/single', locale), viewTransition: false });
}

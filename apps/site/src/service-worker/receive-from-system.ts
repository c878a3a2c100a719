import type { SiteRouter } from '../router.tsx';
import { sharedMark } from './shared-images.ts';

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

// Few visits begin with such files, so that the code which opens them is loaded then.
const loadOpening = () => import('./open-from-system.ts');

/**
 * Opens images that the system passes on: those shared from another app, and files opened with the installed app. One
 * is opened in the tool for single images, and several in the batch tool.
 */
export async function receiveFromSystem(router: SiteRouter): Promise<void> {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer((launch) => void openLaunch(router, launch).catch(reportError));
  if (new URLSearchParams(location.search).has(sharedMark)) await (await loadOpening()).openShared(router);
}

async function openLaunch(router: SiteRouter, { files, targetURL }: Launch): Promise<void> {
  const { openLaunched, openPage } = await loadOpening();
  if (files.length > 0) await openLaunched(router, files);
  else if (targetURL) await openPage(router, new URL(targetURL));
}

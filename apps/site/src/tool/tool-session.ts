import type { SegmentationSession, SessionState, SourceImage } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import { siteSession } from './site-session.ts';

/** Tools that can open the site's one image. An image opened in one tool is shown in another only on request. */
export type ToolId = 'single' | 'aiBackground' | 'productPhoto' | 'idPhoto' | 'ecommerce';

interface LastImage {
  /** Image; undefined after a reload, until a tool reopens it. */
  readonly image?: SourceImage;
  readonly name: string;
  /** Tools in which the image was opened. */
  readonly tools: readonly ToolId[];
}

/** Session storage key under which autosave stores the id of the tab's open image. */
const openKey = 'isola:open';
/** Session storage key for the tools of that image, separated by spaces, and on the next line its name. */
const openInKey = 'isola:open-in';

const lastImage = createStore<LastImage | undefined>(readLast);
const sessions = new Map<ToolId, SegmentationSession>();

siteSession.subscribe(follow);
follow();

/** Returns the site's session as a tool shows it: without an image if the open image was opened only in other tools. */
export function toolSession(tool: ToolId): SegmentationSession {
  const known = sessions.get(tool);
  if (known) return known;
  const view = () => (isShownIn(tool) ? siteSession.getState() : withoutImage(siteSession.getState()));
  const { setState, ...store } = createStore<SessionState>(view);
  const update = () => setState(view(), true);
  siteSession.subscribe(update);
  lastImage.subscribe(update);
  const session: SegmentationSession = {
    ...siteSession,
    ...store,
    async start(file, conversion) {
      const outcome = await siteSession.start(file, conversion);
      if (outcome === 'accepted') setTools([tool]);
      return outcome;
    },
    open(...given) {
      siteSession.open(...given);
      setTools([tool]);
    },
    resume(...given) {
      siteSession.resume(...given);
      setTools([tool]);
    },
  };
  sessions.set(tool, session);
  return session;
}

/** Shows the open image in another tool too. */
export function showIn(tool: ToolId): void {
  setTools([...(lastImage.getState()?.tools ?? []), tool]);
}

/** Opens the tab's last image in a tool. @returns whether it is open there now. */
export async function reopenIn(tool: ToolId): Promise<boolean> {
  const last = lastImage.getState();
  const isOpen = last?.image !== undefined || (await reopen(tool));
  if (isOpen) setTools([...(last?.tools ?? []), tool]);
  // The image is no longer saved, so no tool offers it any more.
  else if (siteSession.getState().state === 'empty') setLast(undefined);
  return isOpen;
}

async function reopen(tool: ToolId): Promise<boolean> {
  const { reopenLast } = await import('./reopen-last.ts');
  return reopenLast(toolSession(tool));
}

/** Checks whether the tab had an image open in this tool before it was reloaded. */
export function isReloaded(tool: ToolId): boolean {
  const last = lastImage.getState();
  return last !== undefined && !last.image && last.tools.includes(tool);
}

/**
 * Returns the name of the tab's last image, if it was not opened in this tool; undefined if it was, or without an
 * image. An image without a name has an empty name.
 */
export function offeredName(tool: ToolId): string | undefined {
  const last = lastImage.getState();
  return last?.tools.includes(tool) ? undefined : last?.name;
}

export const subscribeLastImage = lastImage.subscribe;

/** Assigns images that were not opened by a tool's session, such as those dropped on the home page, to `single`. */
function follow(): void {
  const state = siteSession.getState();
  const image = state.state === 'empty' ? undefined : state.image;
  if (image === lastImage.getState()?.image) return;
  setLast(image && { image, name: image.name, tools: ['single'] });
}

function setTools(tools: readonly ToolId[]): void {
  const last = lastImage.getState();
  if (last) setLast({ ...last, tools: [...new Set(tools)] });
}

function setLast(last: LastImage | undefined): void {
  lastImage.setState(last, true);
  try {
    if (last) sessionStorage.setItem(openInKey, `${last.tools.join(' ')}\n${last.name}`);
    else sessionStorage.removeItem(openInKey);
  } catch {
    // Storage is blocked for this page: after a reload the tool is empty.
  }
}

function readLast(): LastImage | undefined {
  try {
    if (sessionStorage.getItem(openKey) === null) return undefined;
    const [tools = '', name = ''] = (sessionStorage.getItem(openInKey) ?? 'single').split('\n');
    return { name, tools: tools.split(' ') as ToolId[] };
  } catch {
    // Storage is blocked for this page.
    return undefined;
  }
}

function isShownIn(tool: ToolId): boolean {
  return siteSession.getState().state === 'empty' || (lastImage.getState()?.tools.includes(tool) ?? false);
}

/** Returns a state without the open image. It still contains the progress, question or refusal of the next file. */
function withoutImage({ opening, question, questionedName, refusal }: SessionState): SessionState {
  return {
    state: 'empty',
    ...(opening && { opening }),
    ...(question && { question }),
    ...(questionedName !== undefined && { questionedName }),
    ...(refusal && { refusal }),
  };
}

import type { SegmentationSession, SessionState, SourceImage } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import { siteSession } from './site-session.ts';

/** The tools that open the site's one image. An image that was opened in one of them is shown in another only when asked. */
export type ToolId = 'single' | 'aiBackground' | 'productPhoto' | 'idPhoto' | 'ecommerce';

interface LastImage {
  /** Undefined after a reload, until a tool opens the image again. */
  readonly image?: SourceImage;
  readonly name: string;
  /** The tools in which it was opened. */
  readonly tools: readonly ToolId[];
}

/** Autosave keeps the id of the tab's open image under this key. */
const openKey = 'isola:open';
/** Under this key the tab keeps the tools of that image, with spaces between, and on the next line its name. */
const openInKey = 'isola:open-in';

const lastImage = createStore<LastImage | undefined>(readLast);
const sessions = new Map<ToolId, SegmentationSession>();

siteSession.subscribe(follow);
follow();

/** @returns the site's session as a tool shows it: empty while the open image was opened only in other tools. */
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
    async start(file) {
      const outcome = await siteSession.start(file);
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

/** Shows the open image in a further tool. */
export function showIn(tool: ToolId): void {
  setTools([...(lastImage.getState()?.tools ?? []), tool]);
}

/** Opens the tab's last image in a tool, where the tool is to show it. @returns whether it is open there. */
export async function reopenIn(tool: ToolId): Promise<boolean> {
  const last = lastImage.getState();
  const isOpen = last?.image !== undefined || (await reopen(tool));
  if (isOpen) setTools([...(last?.tools ?? []), tool]);
  // It is saved no longer: no other tool offers it.
  else if (siteSession.getState().state === 'empty') setLast(undefined);
  return isOpen;
}

async function reopen(tool: ToolId): Promise<boolean> {
  const { reopenLast } = await import('./reopen-last.ts');
  return reopenLast(toolSession(tool));
}

/** @returns whether the tab had an image open in this tool before it was loaded anew. */
export function isReloaded(tool: ToolId): boolean {
  const last = lastImage.getState();
  return last !== undefined && !last.image && last.tools.includes(tool);
}

/** @returns the name of the tab's last image, where the tool does not show it; empty for an image without a name. */
export function offeredName(tool: ToolId): string | undefined {
  const last = lastImage.getState();
  return last?.tools.includes(tool) ? undefined : last?.name;
}

export const subscribeLastImage = lastImage.subscribe;

/** An image that no tool's session opened, such as one dropped on the home page, is for the page of a single image. */
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
    // Storage is closed to this page: a reload begins with an empty tool.
  }
}

function readLast(): LastImage | undefined {
  try {
    if (sessionStorage.getItem(openKey) === null) return undefined;
    const [tools = '', name = ''] = (sessionStorage.getItem(openInKey) ?? 'single').split('\n');
    return { name, tools: tools.split(' ') as ToolId[] };
  } catch {
    // As above.
    return undefined;
  }
}

function isShownIn(tool: ToolId): boolean {
  return siteSession.getState().state === 'empty' || (lastImage.getState()?.tools.includes(tool) ?? false);
}

/** @returns what happens to the next file, beside the image that is not shown. */
function withoutImage({ opening, question, questionedName, refusal }: SessionState): SessionState {
  return {
    state: 'empty',
    ...(opening && { opening }),
    ...(question && { question }),
    ...(questionedName !== undefined && { questionedName }),
    ...(refusal && { refusal }),
  };
}

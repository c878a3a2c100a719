import type { RememberedWork } from './photo-work.ts';

const workKey = 'isola:id-photo-work';

/**
 * The guides of an image that this tab had open before it was loaded anew.
 * @param image what it is known by, see `imageKey`.
 */
export function rememberedWork(image: string): RememberedWork | undefined {
  const saved = read();
  return isRemembered(saved) && saved.image === image ? saved : undefined;
}

export function rememberWork(image: string, { guides, background }: RememberedWork): void {
  try {
    sessionStorage.setItem(workKey, JSON.stringify({ image, guides, background }));
  } catch {
    // Closed to this page, or full: then it is not remembered.
  }
}

/** A file is the same when its name and its bytes are as many. */
export function imageKey({ name, file }: { readonly name: string; readonly file: Blob }): string {
  return `${name} ${file.size}`;
}

/** This page alone writes it; another version of the page may have written it otherwise. */
function isRemembered(saved: unknown): saved is RememberedWork & { readonly image: string } {
  if (typeof saved !== 'object' || saved === null || !('guides' in saved) || !('background' in saved)) return false;
  const { guides } = saved;
  return (
    typeof guides === 'object' &&
    guides !== null &&
    ['crown', 'chin', 'eyes', 'states'].every((part) => part in guides) &&
    typeof saved.background === 'string'
  );
}

function read(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(workKey) ?? 'null');
  } catch {
    // Closed to this page, or not ours: nothing is remembered.
    return undefined;
  }
}

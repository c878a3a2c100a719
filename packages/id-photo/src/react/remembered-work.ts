import type { RememberedWork } from './photo-work.ts';

const workKey = 'isola:id-photo-work';

/**
 * Returns the guides of an image that this tab had open before a reload.
 * @param image key of the image, see `imageKey`.
 */
export function rememberedWork(image: string): RememberedWork | undefined {
  const saved = read();
  return isRemembered(saved) && saved.image === image ? saved : undefined;
}

export function rememberWork(image: string, { guides, background }: RememberedWork): void {
  try {
    sessionStorage.setItem(workKey, JSON.stringify({ image, guides, background }));
  } catch {
    // Storage is not accessible, or is full; the guides are then not saved.
  }
}

/** Returns the key of an image. Files with the same name and the same number of bytes count as the same image. */
export function imageKey({ name, file }: { readonly name: string; readonly file: Blob }): string {
  return `${name} ${file.size}`;
}

/** Checks the form of the saved value. Only this page writes it, but possibly in another version. */
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
    // Storage is not accessible, or its content is not ours. Nothing is restored.
    return undefined;
  }
}

import type { RememberedWork } from './photo-work.ts';

const workKey = 'isola:id-photo-work';

/**
 * Returns the state of an image that this tab had open before a reload.
 * @param image key of the image, see `imageKey`.
 */
export function rememberedWork(image: string): RememberedWork | undefined {
  const saved = read();
  return isRemembered(saved) && saved.image === image ? saved : undefined;
}

export function rememberWork(image: string, work: RememberedWork): void {
  try {
    sessionStorage.setItem(workKey, JSON.stringify({ image, ...work }));
  } catch {
    // Storage is not accessible, or is full; the state is then not saved.
  }
}

/** Returns the key of an image. Files with the same name and the same number of bytes count as the same image. */
export function imageKey({ name, file }: { readonly name: string; readonly file: Blob }): string {
  return `${name} ${file.size}`;
}

/** Checks the form of the saved value. Only this page writes it, but possibly in another version. */
function isRemembered(saved: unknown): saved is RememberedWork & { readonly image: string } {
  if (typeof saved !== 'object' || saved === null) return false;
  if (!('guides' in saved) || !('background' in saved) || !('strokes' in saved)) return false;
  const { guides } = saved;
  return (
    typeof guides === 'object' &&
    guides !== null &&
    ['crown', 'chin', 'eyes', 'states'].every((part) => part in guides) &&
    Array.isArray(saved.strokes) &&
    typeof saved.background === 'string' &&
    /^original$|^#[\da-f]{6}$/i.test(saved.background)
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

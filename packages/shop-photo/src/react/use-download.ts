import { useTranslation } from 'react-i18next';

import type { MadePhoto, ShopSession } from '../session/create-shop-session.ts';
import type { TargetId } from '../targets/targets.ts';

/**
 * Makes files and downloads them: one file directly, several as a zip. They go to the browser's download folder without
 * a dialog: once they are made, the press is too old to open one.
 */
export function useDownload(session: ShopSession): (ids: readonly TargetId[]) => Promise<void> {
  const { t } = useTranslation(['shop-photo', 'tool']);
  const deliver = async (made: readonly MadePhoto[]) => {
    const [first, second] = made;
    if (!first) return;
    const { download, safeFileName, zipBlob } = await import('./download-parts.ts');
    if (!second) return download(first.file, first.fileName);
    const entries = made.map(({ file, fileName }) => ({
      name: fileName,
      sizeBytes: file.size,
      read: () => Promise.resolve(file),
    }));
    const name = { fallback: t('tool:photo.fileName'), ending: 'zip', kind: t('zip.suffix') };
    return download(await zipBlob(entries), safeFileName(session.product.name, name));
  };
  return async (ids) => void (await session.make(ids, deliver));
}

import type { LayerNames } from '@isola/imaging';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the layers of exported files in the user's language. @param owner editor or batch that writes the files. */
export function useLayerNames({ setLayerNames }: { readonly setLayerNames: (names: LayerNames) => void }): void {
  const { t } = useTranslation('editor');
  useEffect(() => {
    setLayerNames({
      background: t('tools.background'),
      shadow: t('layer.shadow'),
      photographed: t('light.photographed'),
      reflection: t('light.reflection'),
      outline: t('light.outline'),
      subject: t('layer.subject'),
    });
  }, [setLayerNames, t]);
}

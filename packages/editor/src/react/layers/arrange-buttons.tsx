import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { layersOf } from '../../document/layers.ts';
import type { Editor } from '../../editor.ts';
import { type Arrangement, arrangements, isSubject, withArrangedSubjects } from '../../rendering/arrange-subjects.ts';
import { useAnnouncement } from '../help/use-announcement.ts';
import { useEditedMatte } from '../use-edited-matte.ts';
import { measurePicture, pictureSizeOf } from './picture-sizes.ts';

/** Buttons that arrange the subjects on one line. Afterwards each can be dragged freely. */
export function ArrangeButtons({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const { document } = editor;
  const { history } = document;
  const hasSubjects = useStore(history, ({ state }) => layersOf(state).some(isSubject));
  const matte = useEditedMatte(editor);
  const [said, say] = useAnnouncement();
  if (!hasSubjects) return null;
  const sizeOf = (id: string) => pictureSizeOf(document, id);
  const arrange = async (arrangement: Arrangement) => {
    // After a reload, the pictures may not have been measured yet. Subjects that were added since are known.
    const subjects = layersOf(history.getState().state).filter(isSubject);
    const unknown = subjects.filter(({ image }) => !sizeOf(image));
    if (unknown.length > 0) await Promise.all(unknown.map(({ image }) => measurePicture(document, image)));
    const { state } = history.getState();
    const next = withArrangedSubjects(state, arrangement, { matte, sizeOf });
    if (next === state) return;
    history.commit('arrange-subjects', next);
    say(t(`layers.arranged.${arrangement}`));
  };
  return (
    <div role="group" aria-label={t('layers.arrange')}>
      <p className="mb-2 text-12 text-soft">{t('layers.arrange')}</p>
      <div className="grid grid-cols-2 gap-2">
        {arrangements.map((each) => (
          <Button key={each} wrap onClick={() => void arrange(each)} className="pointer-coarse:min-h-11">
            {t(`layers.arrange.${each}`)}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-13 text-soft">{t('layers.arrangeHint')}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

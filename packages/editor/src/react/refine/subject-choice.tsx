import { findSubjects, type Matte, objectEditOf, type Subject } from '@isola/imaging';
import { Check } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { addEdit } from '../../document/add-edit.ts';
import type { Editor } from '../../editor.ts';
import type { Translate } from '../../model/translate.ts';
import { initialState } from '../../schema/initial-state.ts';
import { useEditedMatte } from '../use-edited-matte.ts';
import { tileLook } from './tile-look.ts';

/** Share of a subject's alpha from which on it counts as kept. */
const minKept = 0.5;
/** Side of a thumbnail, in device px. */
const thumbnailPx = 80;

/** Change of a subject that the edited matte does not contain yet. */
interface Change {
  readonly index: number;
  readonly isKept: boolean;
  /** Matte that was shown when the user made the change. */
  readonly before: Matte;
}

/**
 * Offers each subject of a cutout with several subjects as a checkbox with a thumbnail. One that is cleared is removed
 * from the cutout, and one that is checked again comes back. It is invisible for a cutout with one subject.
 */
export function SubjectChoice({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const { segmentation } = editor;
  const edited = useEditedMatte(editor);
  const found = useMemo(() => findSubjects(segmentation.matte), [segmentation]);
  const shares = useMemo(() => found.keptShares(edited), [found, edited]);
  const [change, setChange] = useState<Change>();
  // The edited matte now contains the change, or the user has undone it.
  if (change && change.before !== edited) setChange(undefined);
  const queue = useRef(Promise.resolve());

  const apply = async (index: number, isKept: boolean) => {
    const { document, rendering, registries } = editor;
    const { edits } = document.history.getState().state.matte;
    const shown = await rendering.editedMatte({ ...initialState.matte, edits }, new AbortController().signal);
    const action = isKept ? ('add-object' as const) : ('remove-object' as const);
    const { x = 0, y = 0 } = found.subjects[index] ?? {};
    const edit = await objectEditOf({ action, x, y }, shown, found.withSubject(shown, index, isKept));
    return edit !== undefined && addEdit(document, edit, registries.edits);
  };
  const choose = (index: number, isKept: boolean) => {
    setChange({ index, isKept, before: edited });
    const showMatte = () => setChange(undefined);
    queue.current = queue.current
      .then(() => apply(index, isKept))
      // The rendering reports a failure. The checkbox then shows the matte again, also when no edit was added.
      .then((isAdded) => isAdded || showMatte(), showMatte)
      .then(() => undefined);
  };

  if (found.subjects.length === 0) return null;
  const isKept = (index: number) => (change?.index === index ? change.isKept : (shares[index] ?? 0) >= minKept);
  return (
    <fieldset data-slot="subjects" className="flex flex-col gap-2">
      <legend className="mb-2 text-13 text-soft">{t('subjects.title')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {found.subjects.map((subject, index) => (
          <label key={`${subject.x} ${subject.y}`} className={tileLook}>
            <input
              type="checkbox"
              checked={isKept(index)}
              onChange={({ target }) => choose(index, target.checked)}
              className="sr-only"
            />
            <SubjectThumbnail cutout={segmentation.cutout} subject={subject} />
            <span className="min-w-0 flex-1 py-1 leading-4 hyphens-auto">{nameOf(t, index, found.subjects)}</span>
            {isKept(index) && <Check aria-hidden className="size-4" />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the name of a subject: the side on which it is if there are two, else its number. */
function nameOf(t: Translate, index: number, [one, other, ...more]: readonly Subject[]): string {
  if (!one || !other || more.length > 0) return t('subjects.number', { number: index + 1 });
  const [across, down] = [other.x - one.x, other.y - one.y];
  if (Math.abs(across) >= Math.abs(down)) return t(index === 0 ? 'subjects.left' : 'subjects.right');
  return t((index === 0) === down > 0 ? 'subjects.top' : 'subjects.bottom');
}

function SubjectThumbnail({ cutout, subject: { rect } }: { cutout: ImageBitmap; subject: Subject }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const scale = thumbnailPx / Math.max(rect.widthPx, rect.heightPx);
    const [width, height] = [rect.widthPx * scale, rect.heightPx * scale];
    const place = [(thumbnailPx - width) / 2, (thumbnailPx - height) / 2, width, height] as const;
    context.clearRect(0, 0, thumbnailPx, thumbnailPx);
    context.imageSmoothingQuality = 'high';
    try {
      context.drawImage(cutout, rect.x, rect.y, rect.widthPx, rect.heightPx, ...place);
    } catch {
      // The session has closed the cutout, because it opens another image.
    }
  }, [cutout, rect]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      width={thumbnailPx}
      height={thumbnailPx}
      className="size-10 rounded-sm bg-checker"
    />
  );
}

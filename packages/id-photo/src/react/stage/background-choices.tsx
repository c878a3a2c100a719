import {
  acceptsBackground,
  type BackgroundChoice,
  backgroundChoices,
  backgroundColours,
  isCropOnly,
  photoBackground,
  type PhotoBackground,
} from '@isola/photo-specs/documents';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { ColorSwatch } from '@isola/ui/color-picker';
import { useId, useState } from 'react';

import type { OpenHead, PhotoWork, PlacedPhoto } from '../photo-work.ts';
import { useWords } from '../use-words.ts';

export interface BackgroundChoicesProps {
  work: PhotoWork;
  head: OpenHead;
  photo: PlacedPhoto;
}

const pressedLook =
  'aria-pressed:border-accent-line aria-pressed:bg-accent-wash aria-pressed:text-accent-ink pointer-coarse:min-h-11';

/** Offers the backgrounds that the office accepts, and below them white and an own colour for other uses. */
export function BackgroundChoices({ work, head, photo }: BackgroundChoicesProps) {
  const { t } = useWords();
  const otherId = useId();
  const { document, background } = photo;
  const choices: readonly BackgroundChoice[] = head.found === 'no-subject' ? ['original'] : backgroundChoices(document);
  const isAnyAccepted = acceptsBackground(document, '#010203');
  const own = <OwnColour work={work} background={background} known={choices.map(photoBackground)} />;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="text-13 font-medium">{t('figure.background')}</p>
        <ul className="mt-2 flex flex-wrap items-center gap-3">
          {choices.map((choice) => (
            <li key={choice}>
              {choice === 'original' ? (
                <Button
                  size="sm"
                  aria-pressed={background === 'original'}
                  onClick={() => work.chooseBackground('original')}
                  className={pressedLook}
                >
                  {t('background.original')}
                </Button>
              ) : (
                <ColorSwatch
                  color={backgroundColours[choice]}
                  label={t(`background.${choice}`)}
                  title={t(`background.${choice}`)}
                  size="md"
                  selected={background === backgroundColours[choice]}
                  onClick={() => work.chooseBackground(backgroundColours[choice])}
                />
              )}
            </li>
          ))}
          {isAnyAccepted && head.found !== 'no-subject' && <li>{own}</li>}
        </ul>
      </div>
      {!isAnyAccepted && head.found !== 'no-subject' && (
        <div role="group" aria-labelledby={otherId} data-slot="other-uses-choices">
          <p id={otherId} className="text-13 text-soft">
            {t(isCropOnly(document) ? 'view.otherUses.edited' : 'view.otherUses.colour')}
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            {!acceptsBackground(document, backgroundColours.white) && (
              <Button
                wrap
                size="sm"
                aria-pressed={background === backgroundColours.white}
                onClick={() => work.chooseBackground(backgroundColours.white)}
                className={pressedLook}
              >
                <Disc color={backgroundColours.white} />
                <span>{t('view.otherUses.white')}</span>
              </Button>
            )}
            {own}
          </div>
        </div>
      )}
    </div>
  );
}

interface OwnColourProps {
  work: PhotoWork;
  background: PhotoBackground;
  /** Backgrounds that have a button of their own. */
  known: readonly PhotoBackground[];
}

/** Button that opens the browser's colour field. */
function OwnColour({ work, background, known }: OwnColourProps) {
  const { t } = useWords();
  const isOwn = background !== 'original' && background !== backgroundColours.white && !known.includes(background);
  const [last, setLast] = useState<PhotoBackground>('#9fb8d8');
  if (isOwn && last !== background) setLast(background);
  const color = isOwn ? background : last;
  return (
    <label
      data-slot="own-colour"
      data-state={isOwn ? 'checked' : 'unchecked'}
      className={cn(
        'relative inline-flex min-h-8 items-center gap-2 rounded-md border px-2.5 text-13 outline-focus has-focus-visible:outline-2 pointer-coarse:min-h-11',
        isOwn ? 'border-accent-line bg-accent-wash text-accent-ink' : 'border-control',
      )}
    >
      <Disc color={color} />
      <span>{t('view.ownColour')}</span>
      <input
        type="color"
        value={color}
        // The field reports no change when the user accepts the colour that it shows.
        onClick={() => work.chooseBackground(color)}
        onChange={({ target }) => work.chooseBackground(`#${target.value.slice(1)}`)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}

function Disc({ color }: { color: string }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 flex-none">
      <circle cx="8" cy="8" r="7.5" fill={color} className="stroke-control" />
    </svg>
  );
}

import { gradientCss } from '@isola/imaging';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { ColorPicker } from '@isola/ui/color-picker';
import { CutLine } from '@isola/ui/cut-line';
import { useFileDrop } from '@isola/ui/drop-zone';
import { Slider } from '@isola/ui/slider';
import { ImagePlus, Palette, Pipette } from 'lucide-react';
import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import {
  forgetBrandColor,
  getBrandColors,
  rememberBrandColor,
  subscribeBrandColors,
} from '../../document/brand-colors.ts';
import { gradients } from '../../document/gradients.ts';
import type { Editor } from '../../editor.ts';
import { defaultBlurStrength, plainColors } from '../../document/plain-colors.ts';
import type { Background } from '../../schema/document-state.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import { openImage } from '../../import/open-file.ts';
import type { Failure } from '../../session/segmentation-session.ts';
import { BackgroundTile } from './background-tile.tsx';
import { BlobImage } from '../blob-image.tsx';
import { PictureControls, placedImage } from './picture-controls.tsx';
import { useDocumentState } from '../use-recipe.ts';
import { StudioTiles } from './studio-tiles.tsx';
import { useBackgroundDrop } from './use-background-drop.ts';

/** Beside so many recent colours in its row the picker takes what is left of it. */
const restOfRow = ['col-span-5', 'col-span-4', 'col-span-3', 'col-span-2', 'col-span-1'];

export interface BackgroundSectionProps {
  editor: Pick<Editor, 'document' | 'eyedropper'>;
}

/** Chooses what lies behind the cutout. It takes a picture dropped on it or on the canvas, or pasted. */
export function BackgroundSection({ editor: { document, eyedropper } }: BackgroundSectionProps) {
  const { t } = useTranslation('editor');
  const { state, undoable } = useDocumentState(document);
  const { background } = state;
  const place = useRef<HTMLElement>(null);
  const [refusal, setRefusal] = useState<Failure>();
  // On what stands now: a colour or a file may have been waited for, and steps taken meanwhile.
  const on = (next: Background) => ({ ...document.history.getState().state, background: next });
  const choose = (next: Background) => document.history.commit(next.kind, on(next));
  const attempt = (next: Background) => document.history.preview(on(next));
  const take = async ([file]: File[]) => {
    if (!file) return;
    const found = await openImage(file);
    setRefusal('failure' in found ? found.failure : undefined);
    if ('picture' in found) choose(placedImage(document.addBackgroundImage(found.picture)));
  };
  const drop = useFileDrop({ target: place, onFiles: (files) => void take(files) });
  // This panel is open at first: before any edit, a file that is dropped or pasted is the next image.
  const above = useBackgroundDrop(undoable !== undefined, (file) => void take([file]));
  return (
    <section ref={place} aria-label={t('background.title')} className="relative flex flex-col gap-4">
      <ColorTiles eyedropper={eyedropper} background={background} onChoose={choose} onAttempt={attempt} />
      <Tiles label={t('background.gradients')}>
        {gradients.map(({ id, ...gradient }) => (
          <BackgroundTile
            key={id}
            label={t(`gradient.${id}`)}
            selected={background.kind === 'gradient' && gradientCss(background) === gradientCss(gradient)}
            onClick={() => choose({ kind: 'gradient', ...gradient })}
          >
            <span className="size-full" style={{ background: gradientCss(gradient) }} />
          </BackgroundTile>
        ))}
      </Tiles>
      <Tiles label={t('background.studios')} columns={3}>
        <StudioTiles background={background} onChoose={choose} />
      </Tiles>
      <Tiles label={t('background.pictures')} columns={2}>
        <BackgroundTile
          label={t('background.blur')}
          selected={background.kind === 'blur'}
          onClick={() => background.kind !== 'blur' && choose({ kind: 'blur', strength: defaultBlurStrength })}
          className="h-14"
        >
          <span className="relative grid size-full place-items-center">
            <img src={document.image.url} alt="" className="absolute size-full scale-125 object-cover blur-[3px]" />
            <span className="relative rounded-sm bg-photo-plate px-1.5 text-12 text-on-photo">
              {t('background.blur')}
            </span>
          </span>
        </BackgroundTile>
        <PictureButton onFiles={(files) => void take(files)} />
        {document.backgroundImageIds().map((id, index) => (
          <BackgroundTile
            key={id}
            label={t('background.ownNumber', { count: index + 1 })}
            selected={isOf(background, id)}
            onClick={() => !isOf(background, id) && choose(placedImage(id))}
            className="h-14"
          >
            <Own picture={document.backgroundImage(id)} />
          </BackgroundTile>
        ))}
      </Tiles>
      {background.kind === 'picture' && <PictureControls picture={background} onAttempt={attempt} onChoose={choose} />}
      {background.kind === 'blur' && (
        <Slider
          label={t('background.strength')}
          min={1}
          max={100}
          value={background.strength}
          onValueChange={(strength) => attempt({ kind: 'blur', strength })}
          onValueCommit={(strength) => choose({ kind: 'blur', strength })}
        />
      )}
      {refusal && <FailureBanner failure={refusal} onDismiss={() => setRefusal(undefined)} />}
      {(drop === 'over' || above === 'over') && (
        <span className="pointer-events-none absolute -inset-2 bg-accent-wash/60">
          <CutLine state="running" radiusPx={10} />
        </span>
      )}
    </section>
  );
}

interface ColorTilesProps {
  eyedropper: Editor['eyedropper'];
  background: Background;
  onChoose: (background: Background) => void;
  onAttempt: (background: Background) => void;
}

function ColorTiles({ eyedropper, background, onChoose, onAttempt }: ColorTilesProps) {
  const { t } = useTranslation('editor');
  const recent = useSyncExternalStore(subscribeBrandColors, getBrandColors, getBrandColors);
  const [open, setOpen] = useState(false);
  const picker = useId();
  const pick = useRef<HTMLButtonElement>(null);
  const color = background.kind === 'color' ? background.color : undefined;
  const offered = [...plainColors.map((each) => each.color), ...recent];
  const isOwn = color !== undefined && !offered.includes(color);
  const keep = () => {
    if (isOwn) rememberBrandColor(color);
  };
  return (
    <>
      <Tiles label={t('background.colors')}>
        <BackgroundTile
          label={t('background.transparent')}
          selected={background.kind === 'transparent'}
          onClick={() => onChoose({ kind: 'transparent' })}
        >
          <span className="size-full [background-size:10px_10px]! bg-checker" />
        </BackgroundTile>
        {plainColors.map((plain) => (
          <ColorTile
            key={plain.id}
            label={t(`background.${plain.id}`)}
            color={plain.color}
            chosen={color}
            onChoose={onChoose}
          />
        ))}
        {recent.map((each) => (
          <ColorTile
            key={each}
            label={t('background.recent', { color: each })}
            color={each}
            chosen={color}
            onChoose={onChoose}
            aria-keyshortcuts="Delete"
            onKeyDown={({ key, currentTarget: { nextElementSibling: next } }) => {
              if (key !== 'Delete' && key !== 'Backspace') return;
              // The keyboard's place would go with it.
              if (next instanceof HTMLElement) next.focus();
              forgetBrandColor(each);
            }}
          />
        ))}
        <BackgroundTile
          ref={pick}
          label={t('background.pick')}
          selected={isOwn}
          aria-expanded={open}
          aria-controls={picker}
          onClick={() => {
            if (open) keep();
            setOpen(!open);
          }}
          className={restOfRow[recent.length % 5]}
        >
          <span
            className="flex size-full items-center justify-center gap-2 bg-sheet text-13 text-soft"
            {...(isOwn && { style: { background: color } })}
          >
            {!isOwn && <Palette aria-hidden className="size-5" />}
            {!isOwn && recent.length % 5 < 3 && t('background.pick')}
          </span>
        </BackgroundTile>
      </Tiles>
      {color && recent.includes(color) && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            pick.current?.focus();
            // An open picker would keep the colour once more.
            setOpen(false);
            forgetBrandColor(color);
          }}
          className="-ms-2.5 -mt-2 self-start whitespace-normal pointer-coarse:h-11"
        >
          {t('background.forget', { color })}
        </Button>
      )}
      <div id={picker} hidden={!open}>
        {open && (
          <>
            <ColorPicker
              aria-label={t('picker.label')}
              labels={{
                area: t('picker.area'),
                areaKind: t('picker.areaKind'),
                saturation: t('picker.saturation'),
                brightness: t('picker.brightness'),
                hue: t('picker.hue'),
                hex: t('picker.hex'),
                eyeDropper: t('picker.eyeDropper'),
                swatches: '',
                recent: '',
              }}
              className="pointer-coarse:[&_[data-slot=icon-button]]:size-11"
              value={color ?? '#ffffff'}
              onValueChange={(next) => onAttempt({ kind: 'color', color: next })}
              onValueCommit={(next) => onChoose({ kind: 'color', color: next })}
              onBlur={(event) => {
                // Kept once the hand goes elsewhere: not every shade that it tried.
                if (!event.currentTarget.contains(event.relatedTarget)) keep();
              }}
            />
            <PhotoColorButton
              eyedropper={eyedropper}
              onColor={(next) => {
                rememberBrandColor(next);
                onChoose({ kind: 'color', color: next });
              }}
            />
          </>
        )}
      </div>
    </>
  );
}

interface PhotoColorButtonProps {
  eyedropper: Editor['eyedropper'];
  onColor: (color: string) => void;
}

function PhotoColorButton({ eyedropper, onColor }: PhotoColorButtonProps) {
  const { t } = useTranslation('editor');
  const isPicking = useStore(eyedropper, (state) => state.isPicking);
  useEffect(() => eyedropper.cancel, [eyedropper]);
  return (
    <Button
      aria-pressed={isPicking}
      onClick={() => (isPicking ? eyedropper.cancel() : eyedropper.pick(onColor))}
      className="mt-3 w-full pointer-coarse:h-11"
    >
      <Pipette aria-hidden />
      {t('picker.fromPhoto')}
    </Button>
  );
}

interface ColorTileProps extends Pick<ComponentProps<'button'>, 'aria-keyshortcuts' | 'onKeyDown'> {
  label: string;
  color: string;
  chosen: string | undefined;
  onChoose: (background: Background) => void;
}

function ColorTile({ color, chosen, onChoose, ...props }: ColorTileProps) {
  return (
    <BackgroundTile {...props} selected={color === chosen} onClick={() => onChoose({ kind: 'color', color })}>
      <span className="size-full" style={{ background: color }} />
    </BackgroundTile>
  );
}

function Own({ picture }: { picture: Blob | undefined }) {
  return picture && <BlobImage blob={picture} className="size-full bg-on-photo object-cover" />;
}

function PictureButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('editor');
  const input = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Emptied, else picking the same file a second time would change nothing and so say nothing.
    event.target.value = '';
    onFiles(files);
  };
  return (
    <>
      <input ref={input} type="file" hidden accept="image/jpeg,image/png,image/webp" onChange={pick} />
      <Button title={t('background.ownDrop')} onClick={() => input.current?.click()} className="h-14 rounded-sm px-2">
        <ImagePlus aria-hidden />
        {t('background.own')}
      </Button>
    </>
  );
}

const columnsClass = { 2: 'grid-cols-2', 3: 'grid-cols-3', 5: 'grid-cols-5' };

interface TilesProps {
  label: string;
  columns?: keyof typeof columnsClass;
  children: ReactNode;
}

function Tiles({ label, columns = 5, children }: TilesProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-12 text-soft">
        {label}
      </p>
      <div className={cn('grid gap-2.5', columnsClass[columns])}>{children}</div>
    </div>
  );
}

function isOf(background: Background, id: string): boolean {
  return background.kind === 'picture' && background.id === id;
}
